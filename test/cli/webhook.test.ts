import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { administer } from '../support/administration.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { database } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { WebhookReceiver } from '../support/webhookReceiver.ts';

const jsonOf = async (...parameters: string[]) => {
  const { code, stdout, stderr } = await administer('webhook', ...parameters, '--json');
  expect(code, stderr).to.equal(0);
  return JSON.parse(stdout);
};

describe('counterfoil webhook', () => {
  let receiver: WebhookReceiver;
  let ident: string;
  const account = sharedAccount(() => newAccount({ is_sandbox: 1 }));
  before(async () => {
    receiver = await WebhookReceiver.listen();
    ident = await receiver.subscribe(account, { resources: ['article'] });
    await account.client.article.create({ article_title: 'Tea' });
    await until(() => receiver.changes.length === 1);
    await until(async () => (await account.client.webhook.read({ webhook_ident: ident })).waiting === 0);
  });
  after(async () => {
    await database()('webhooks').where({ account_id: account.id }).delete();
    await receiver.close();
  });

  it('lists the webhooks of an account, without secrets (starts the command)', async () => {
    const list = await jsonOf('list', account.accountIdent);
    const { stdout } = await administer('webhook', 'list', account.accountIdent);

    expect(list).to.have.length(1);
    expect(list[0]).to.include({ webhook_ident: ident, enabled: 1, waiting: 0 });
    expect(stdout).to.include(ident);
    expect(stdout + JSON.stringify(list)).not.to.include('whsec_');
  });

  it('lists deliveries, and sends one again with the same id (starts the command)', async () => {
    const [delivery] = await jsonOf('deliveries', ident);
    expect(delivery).to.include({ delivered: 1, attempts: 1, status: 204 });

    await jsonOf('redeliver', ident, delivery.delivery_id);
    await until(() => receiver.attempts.length === 2);

    expect(receiver.attempts[1]).to.deep.equal(receiver.attempts[0]);
    await until(async () => (await jsonOf('deliveries', ident))[0].attempts === 2);
  });

  it('lists failed deliveries, and more than 50, until a time (starts the command)', async () => {
    const day = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)} 12:00:`;
    const rows = Array.from({ length: 60 }, (_, nr) => ({
      account_id: account.id,
      webhook_ident: ident,
      delivery_id: `msg_old_${nr}`,
      delivery_kind: 'changes',
      attempts: 1,
      delivered: nr !== 3,
      date_attempted: `${day}${String(nr).padStart(2, '0')}`,
    }));
    await database()('webhook_deliveries').insert(rows);
    const idsOf = async (...options: string[]) =>
      (await jsonOf('deliveries', ident, ...options)).map(
        ({ delivery_id }: { delivery_id: string }) => delivery_id,
      );
    const ids = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, nr) => `msg_old_${from - nr}`);

    expect(await idsOf()).to.have.length(50);
    expect(await idsOf('--until', `${day}59`, '--limit', '60')).to.deep.equal(ids(59, 0));
    expect(await idsOf('--until', `${day}11`, '--limit', '2')).to.deep.equal(ids(11, 10));
    expect(await idsOf('--failed')).to.deep.equal(['msg_old_3']);
    const { stderr } = await administer('webhook', 'deliveries', ident, '--until', '2026-02-30 00:00:00');
    expect(stderr).to.include('It must be a time in UTC');
  });

  it('disables and enables, as a change of the account (starts the command)', async () => {
    const read = () => account.client.webhook.read({ webhook_ident: ident });

    expect(await jsonOf('disable', ident)).to.deep.equal({ webhook_ident: ident, disabled: true });
    expect(await read()).to.include({ enabled: 0, disabled_reason: 'operator' });
    await jsonOf('enable', ident);
    expect(await read()).to.include({ enabled: 1, disabled_reason: '' });
  });

  for (const parameters of [
    ['deliveries', 'whk_unknown'],
    ['disable', 'whk_unknown'],
  ])
    it(`says how to find webhooks: ${parameters.join(' ')} (starts the command)`, async () => {
      const { code, stderr } = await administer('webhook', ...parameters);

      expect(code).to.equal(1);
      expect(stderr).to.include(
        'unknown webhook whk_unknown: `counterfoil webhook list ACCOUNT_IDENT` lists',
      );
    });

  it('says how to find deliveries (starts the command)', async () => {
    const { stderr } = await administer('webhook', 'redeliver', ident, 'msg_unknown');

    expect(stderr).to.include(
      `unknown delivery msg_unknown: \`counterfoil webhook deliveries ${ident}\` lists`,
    );
  });
});
