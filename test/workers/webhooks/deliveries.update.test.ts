import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { redeliver } from '../../../admin/webhooks.ts';
import { newWebhookSecret } from '../../../shared/secrets/webhookSecrets.ts';
import { newAccount } from '../../support/account.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { WebhookReceiver } from '../../support/webhookReceiver.ts';

describe('deliveries of a webhook that is updated', () => {
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  let webhook_ident: string;
  let held: ServerResponse[];
  const account = freshAccount(() => newAccount({ is_sandbox: 1 }));
  beforeEach(async () => {
    receiver = await WebhookReceiver.listen();
    other = await WebhookReceiver.listen();
    webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
    other.secret = receiver.secret;
    held = [];
  });
  afterEach(async () => {
    await database()('webhooks').where({ account_id: account.id }).delete();
    await receiver.close();
    await other.close();
  });

  const create = () => account.client.article.create({ article_title: 'Tea' });
  const read = () => account.client.webhook.read({ webhook_ident });
  const update = (fields: object) => account.client.webhook.update({ webhook_ident, ...fields });

  /** Lets the receiver hold its first answer. Resolves when it has it. */
  async function holdFirst(): Promise<void> {
    receiver.respond = (response, number) => {
      if (number === 1) held.push(response);
      else response.end();
    };
    await create();
    await until(() => held.length === 1);
  }

  /** Answers what was held with 410. Resolves when the next attempt, which begins after that, was accepted. */
  async function answerGone(next: WebhookReceiver): Promise<void> {
    held[0]?.writeHead(410).end();
    await until(() => next.accepted.length === 1);
    await until(async () => (await read()).waiting === 0);
  }

  const newSecret = newWebhookSecret();
  it('are made again after a new secret, whatever the attempt in flight is answered', async () => {
    await holdFirst();

    await update({ secret: (receiver.secret = newSecret) });
    await answerGone(receiver);

    expect(receiver.idents[0]).to.equal(receiver.attempts[0]?.changes[0]?.ident);
    expect(await read()).to.include({ enabled: 1, failures: 0 });
  });

  for (const filter of [{ resources: ['customer'] }, { kinds: ['updated'] }])
    it(`are repeated as they were after ${JSON.stringify(filter)}, which later ones follow [webhooks-repeat]`, async () => {
      await holdFirst();

      await update(filter);
      held[0]?.destroy();
      await until(async () => (await read()).failures === 1);
      await database()('webhooks').where({ webhook_ident }).update({ date_next_attempt: null });
      await until(() => receiver.accepted.length === 1);
      const { article_ident } = await create();
      await account.client.article.update({ article_ident, article_title: 'Green tea' });
      const { customer_ident } = await account.client.customer.create({});
      await account.client.customer.update({ customer_ident, bill_company: 'Muster GmbH' });
      await until(async () => (await read()).waiting === 0);

      expect(receiver.attempts[1]).to.deep.equal(receiver.attempts[0]);
      const wanted = filter.resources ? ['created customer', 'updated customer'] : ['updated article'];
      expect(receiver.changes.slice(1).map(({ kind, resource }) => `${kind} ${resource}`)).to.deep.equal(
        wanted,
      );
    });

  it('go to a new URL with the same id, whatever the old receiver answers [webhooks-repeat]', async () => {
    await holdFirst();

    await update({ url: `${other.url}/hooks` });
    await answerGone(other);

    expect(other.accepted[0]).to.deep.equal(receiver.attempts[0]);
    expect(receiver.attempts).to.have.length(1);
    expect(await read()).to.include({ enabled: 1, failures: 0 });
  });

  it('are made again if it was disabled and enabled meanwhile', async () => {
    await holdFirst();

    await update({ enabled: 0 });
    await update({ enabled: 1 });
    await answerGone(receiver);

    expect(receiver.accepted[0]).to.deep.equal(receiver.attempts[0]);
    expect(await read()).to.include({ enabled: 1, failures: 0 });
  });

  it('wait for the attempt in flight if nothing was changed [webhooks-order]', async () => {
    await holdFirst();
    const lease = async () => (await database()('webhooks').where({ webhook_ident }).first()).lease;
    const before = await lease();
    const { url, resources, kinds, enabled } = await read();

    await update({ url, resources, kinds, enabled });

    expect(before).not.to.equal(null);
    expect(await lease()).to.equal(before);
    held[0]?.end();
    await until(async () => (await read()).waiting === 0);
    expect(receiver.attempts).to.have.length(1);
  });

  it('are redelivered with the changes that they had, although the filter is another one now', async () => {
    await create();
    await until(async () => (await read()).deliveries.length === 1);
    await update({ resources: ['customer'], kinds: ['deleted'] });
    const [delivery] = (await read()).deliveries;

    await redeliver(database(), webhook_ident, delivery?.delivery_id ?? '');
    await until(() => receiver.attempts.length === 2);

    expect(receiver.attempts[1]).to.deep.equal(receiver.attempts[0]);
  });
});
