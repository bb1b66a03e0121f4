import { expect } from 'chai';
import { expectDone } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAWebhook, webhookUrl as url } from '../support/webhookRules.ts';

const method = 'webhook.delete';

describe('webhook.delete', () => {
  let webhook_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ webhook_ident } = await account.client.webhook.create({ url, kinds: ['deleted'] }));
  });

  itNeedsAWebhook(method);

  it('removes the webhook, and no other', async () => {
    const other = await account.client.webhook.create({ url });

    expectDone(await account.send(method, { webhook_ident }), method, 'webhook deleted', null);

    const { webhooks } = await account.client.webhook.list({});
    expect(webhooks.map((webhook) => webhook.webhook_ident)).to.deep.equal([other.webhook_ident]);
  });

  it('is done once in concurrent calls', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => account.send(method, { webhook_ident })));

    expect(answers.filter(({ envelope }) => envelope.response)).to.have.length(1);
  });
});
