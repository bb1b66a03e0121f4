import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { expectDone } from '../support/answers.ts';
import { freshAccount } from '../support/fixtures.ts';

const method = 'webhook.list';
const url = 'https://shop.example.com/hooks';

describe('webhook.list', () => {
  let webhook_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ webhook_ident } = await account.client.webhook.create({ url, kinds: ['deleted'] }));
  });

  it('lists the webhooks of the account, the oldest first, without deliveries', async () => {
    const second = await account.client.webhook.create({ url, enabled: 0 });
    await (await newAccount()).client.webhook.create({ url });

    const { webhooks } = await account.client.webhook.list({});

    expect(webhooks.map((webhook) => webhook.webhook_ident)).to.deep.equal([
      webhook_ident,
      second.webhook_ident,
    ]);
    expect(webhooks.map(({ enabled, disabled_reason }) => [enabled, disabled_reason])).to.deep.equal([
      [1, ''],
      [0, 'client'],
    ]);
    const { deliveries: _, ...read } = await account.client.webhook.read({ webhook_ident });
    expect({ ...webhooks[0], waiting: 0 }).to.deep.equal({ ...read, waiting: 0 });
  });

  it('answers an empty list', async () => {
    const other = await newAccount();

    expectDone(await other.send(method, {}), method, 'webhooks found', { webhooks: [] });
  });
});
