import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { until } from '../support/until.ts';
import { fail, WebhookReceiver } from '../support/webhookReceiver.ts';
import { itNeedsAWebhook } from '../support/webhookRules.ts';

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
