import { expect } from 'chai';
import { freshAccount } from '../support/fixtures.ts';
import { itNeedsAWebhook, webhookUrl as url } from '../support/webhookRules.ts';

const method = 'webhook.read';

describe('webhook.read', () => {
  let webhook_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ webhook_ident } = await account.client.webhook.create({ url, kinds: ['deleted'] }));
  });

  itNeedsAWebhook(method);

  it('answers the webhook without its secret', async () => {
    const { date_created, waiting, ...webhook } = await account.client.webhook.read({ webhook_ident });

    expect(date_created).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(waiting).to.be.within(0, 1);
    expect(webhook).to.deep.equal({
      webhook_ident,
      url,
      resources: ['customer', 'address', 'article', 'webhook'],
      kinds: ['deleted'],
      enabled: 1,
      disabled_reason: '',
      failures: 0,
      deliveries: [],
    });
  });
});
