import { expect } from 'chai';
import { setWebhookDisabled } from '../../admin/webhooks.ts';
import { newWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { expectDone, expectRefused } from '../support/answers.ts';
import { changesBy } from '../support/changes.ts';
import { freshAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { itNeedsAWebhook, webhookUrl as url } from '../support/webhookRules.ts';

const method = 'webhook.update';

describe('webhook.update', () => {
  let webhook_ident: string;
  const account = freshAccount();
  beforeEach(async () => {
    ({ webhook_ident } = await account.client.webhook.create({ url, kinds: ['deleted'] }));
  });

  itNeedsAWebhook(method);

  it('changes the sent fields only', async () => {
    const answer = await account.send(method, { webhook_ident, resources: ['article'] });

    expectDone(answer, method, 'webhook updated', { webhook_ident });
    expect(await account.client.webhook.read({ webhook_ident })).to.deep.include({
      url,
      resources: ['article'],
      kinds: ['deleted'],
    });
  });

  it('takes back a webhook that was read', async () => {
    const read = await account.client.webhook.read({ webhook_ident });

    expectDone(await account.send(method, read), method, 'webhook updated', { webhook_ident });
  });

  it('disables and enables it', async () => {
    await account.client.webhook.update({ webhook_ident, enabled: 0 });
    const disabled = await account.client.webhook.read({ webhook_ident });
    await account.client.webhook.update({ webhook_ident, enabled: 1 });

    expect(disabled).to.include({ enabled: 0, disabled_reason: 'client' });
    expect(await account.client.webhook.read({ webhook_ident })).to.include({
      enabled: 1,
      disabled_reason: '',
    });
  });

  it('does not enable a webhook that the operator disabled, and changes nothing', async () => {
    await setWebhookDisabled(database(), webhook_ident, true);
    const held = {
      code: 'webhook_held',
      message: 'the operator has disabled this webhook: only the operator can enable it again',
    };

    expectRefused(
      await account.send(method, { webhook_ident, enabled: 1, kinds: ['created'] }),
      method,
      held,
    );
    await account.client.webhook.update({ webhook_ident, enabled: 0, resources: ['article'] });
    expectRefused(await account.send(method, { webhook_ident, enabled: 1 }), method, held);

    expect(await account.client.webhook.read({ webhook_ident })).to.deep.include({
      kinds: ['deleted'],
      resources: ['article'],
      enabled: 0,
      disabled_reason: 'operator',
    });
    await setWebhookDisabled(database(), webhook_ident, false);
    expect(await account.client.webhook.read({ webhook_ident })).to.include({
      enabled: 1,
      disabled_reason: '',
    });
  });

  it('holds a webhook for the operator that its app has disabled before', async () => {
    await account.client.webhook.update({ webhook_ident, enabled: 0 });
    await setWebhookDisabled(database(), webhook_ident, true);

    expect(await account.client.webhook.read({ webhook_ident })).to.include({ disabled_reason: 'operator' });
    expect((await account.send(method, { webhook_ident, enabled: 1 })).code).to.equal('webhook_held');
  });

  it('forgets the failures of the receiver before with a new url only', async () => {
    const failing = {
      failures: 9,
      failing_since: '2026-01-01 00:00:00',
      date_next_attempt: '2099-01-01 00:00:00.000',
    };
    const stored = () => database()('webhooks').where({ webhook_ident });
    await stored().update(failing);

    await account.client.webhook.update({ webhook_ident, url, secret: newWebhookSecret() });
    expect(await stored().first()).to.include(failing);
    await account.client.webhook.update({ webhook_ident, url: `${url}/new` });

    expect(await stored().first()).to.include({ failures: 0, failing_since: null, date_next_attempt: null });
  });

  it('is one change of the webhook', async () => {
    const update = () => account.client.webhook.update({ webhook_ident, enabled: 1, kinds: ['created'] });

    expect(await changesBy(account, update)).to.deep.equal([`updated webhook ${webhook_ident}`]);
  });

  it('replaces the secret', async () => {
    const secret = `whsec_${Buffer.alloc(32, 'new').toString('base64')}`;
    const before = await database()('webhooks').where({ webhook_ident }).first();

    await account.client.webhook.update({ webhook_ident, secret });

    const { secret: stored } = await database()('webhooks').where({ webhook_ident }).first();
    expect(stored).not.to.equal(before.secret);
    expect(stored).not.to.include(secret);
  });

  it('refuses a URL that is not public, and changes nothing [webhooks-ssrf]', async () => {
    const answer = await account.send(method, { webhook_ident, url: 'https://169.254.169.254/', enabled: 0 });

    expectRefused(answer, method, {
      code: 'webhook_url_refused',
      message: 'url has the address 169.254.169.254, which is not public: send one that is',
    });
    expect(await account.client.webhook.read({ webhook_ident })).to.include({ url, enabled: 1 });
  });
});
