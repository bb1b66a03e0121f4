import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { setWebhookDisabled } from '../../admin/webhooks.ts';
import { newAccount } from '../support/account.ts';
import { expectRefused } from '../support/answers.ts';
import { database } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { fail, WebhookReceiver } from '../support/webhookReceiver.ts';
import { itNeedsAWebhook, webhookUrl } from '../support/webhookRules.ts';

const method = 'webhook.test';

describe('webhook.test', () => {
  itNeedsAWebhook(method);

  it('sends a delivery without changes, also to a disabled webhook, and lists it', async () => {
    const sandbox = await newAccount({ is_sandbox: 1 });
    const receiver = await WebhookReceiver.listen();
    const ident = await receiver.subscribe(sandbox, { enabled: 0 });

    const { delivery_id } = await sandbox.client.webhook.test({ webhook_ident: ident });
    const read = () => sandbox.client.webhook.read({ webhook_ident: ident });
    await until(async () => (await read()).deliveries.length === 1);

    expect(receiver.attempts).to.deep.equal([{ id: delivery_id, type: 'test', changes: [] }]);
    const [delivery] = (await read()).deliveries;
    expect(delivery).to.include({
      delivery_id,
      delivery_kind: 'test',
      delivered: 1,
      attempts: 1,
      status: 204,
    });
    await receiver.close();
  });

  it('refuses a webhook that the operator disabled', async () => {
    const account = await newAccount();
    const { webhook_ident } = await account.client.webhook.create({ url: webhookUrl, enabled: 0 });
    await setWebhookDisabled(database(), webhook_ident, true);

    expectRefused(await account.send(method, { webhook_ident }), method, {
      code: 'webhook_held',
      message: 'the operator has disabled this webhook: only the operator can enable it again',
    });
    expect(await database()('webhook_deliveries').where({ webhook_ident })).to.deep.equal([]);
  });

  it('asks for no second test while one waits or is in flight', async () => {
    const sandbox = await newAccount({ is_sandbox: 1 });
    const held: ServerResponse[] = [];
    const receiver = await WebhookReceiver.listen((response) => held.push(response));
    const webhook_ident = await receiver.subscribe(sandbox, { enabled: 0 });
    const test = async () => (await sandbox.client.webhook.test({ webhook_ident })).delivery_id;

    const first = await test();
    await until(() => held.length === 1);
    const others = await Promise.all([test(), test(), test()]);
    held[0]?.end();
    const read = () => sandbox.client.webhook.read({ webhook_ident });
    await until(async () => (await read()).deliveries.length === 1);
    receiver.respond = (response) => response.end();
    const next = await test();
    await until(async () => (await read()).deliveries.length === 2);

    expect(others).to.deep.equal([first, first, first]);
    expect(next).not.to.equal(first);
    expect(receiver.attempts.map(({ id }) => id)).to.deep.equal([first, next]);
    await receiver.close();
  });

  it('is tried once', async () => {
    const sandbox = await newAccount({ is_sandbox: 1 });
    const receiver = await WebhookReceiver.listen(fail);
    const ident = await receiver.subscribe(sandbox);

    await sandbox.client.webhook.test({ webhook_ident: ident });
    await until(async () => {
      const { deliveries } = await sandbox.client.webhook.read({ webhook_ident: ident });
      return deliveries.some(({ delivery_kind, status }) => delivery_kind === 'test' && status === 500);
    });

    expect(receiver.attempts.filter(({ type }) => type === 'test')).to.have.length(1);
    await sandbox.client.webhook.delete({ webhook_ident: ident });
    await receiver.close();
  });
});
