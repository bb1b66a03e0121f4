import { expect } from 'chai';
import { keyIdOf } from '../../shared/contract/keys/signatureV2.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { administer, type Credentials, signs } from '../support/administration.ts';
import { newApp, revoke, rotate } from '../support/apps.ts';
import { expectError, jsonOf } from '../support/command.ts';
import { database } from '../support/servers.ts';

interface AppInList {
  readonly app_id: string;
  readonly requests_per_second: number | null;
  readonly signature: string;
}

describe('counterfoil app', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount();
  });

  it('create answers an id and a secret, which sign calls of the account', async () => {
    const app = jsonOf(await administer('app', 'create', account.accountIdent, '--json'));

    expect(app).to.have.all.keys('app_id', 'api_secret', 'key_id');
    expect(app).to.include({ key_id: keyIdOf((app as Credentials).api_secret) });
    expect(await signs(app as Credentials)).to.equal(true);
  });

  it('create shows a person both', async () => {
    const { code, stdout } = await administer('app', 'create', account.accountIdent);

    const [, app_id = '', api_secret = ''] =
      /^app id +(\S+)\napi secret +(\S+)\nkey id +[0-9a-f]{16}\n/.exec(stdout) ?? [];
    expect(code).to.equal(0);
    expect(await signs({ app_id, api_secret })).to.equal(true);
  });

  it('rotate gives a new secret, and the one before it stays good until the next time', async () => {
    const { appId: app_id, apiSecret: first } = await newApp(account.id);

    const second = jsonOf(await administer('app', 'rotate', app_id, '--json'));
    const third = jsonOf(await administer('app', 'rotate', app_id, '--json'));

    expect(second).to.have.all.keys('app_id', 'api_secret', 'key_id').and.include({ app_id });
    expect(await signs({ app_id, api_secret: first })).to.equal(false);
    expect(await signs(second as Credentials)).to.equal(true);
    expect(await signs(third as Credentials)).to.equal(true);
  });

  it('rotate --drop-former lets only the new secret sign', async () => {
    const { appId: app_id, apiSecret: api_secret } = await newApp(account.id);

    const rotated = jsonOf(await administer('app', 'rotate', app_id, '--drop-former', '--json'));

    expect(await signs({ app_id, api_secret })).to.equal(false);
    expect(await signs(rotated as Credentials)).to.equal(true);
  });

  it('revoke ends the app for good', async () => {
    const { appId: app_id, apiSecret: api_secret } = await newApp(account.id);

    const { code } = await administer('app', 'revoke', app_id);

    expect(code).to.equal(0);
    expect(await signs({ app_id, api_secret })).to.equal(false);
    for (const command of [['rotate'], ['revoke'], ['set', '--requests-per-second=5']])
      expectError(await administer('app', ...command, app_id), new RegExp(`^${app_id} was revoked at`));
  });

  it('list shows whether each app is revoked and how many secrets it has', async () => {
    const { id, accountIdent, appId } = await newAccount();
    const [rotated, revoked] = [await newApp(id), await newApp(id)];
    const unlimited = {
      date_created: 0,
      date_disabled: null,
      requests_per_second: null,
      signature: 'v2-optional',
    };
    await rotate(rotated);
    await revoke(revoked);

    const apps = jsonOf(await administer('app', 'list', accountIdent, '--json')) as Record<string, unknown>[];

    expect(
      apps.map((app) => ({ ...app, date_created: 0, date_revoked: app.date_revoked !== null })),
    ).to.have.deep.members([
      { ...unlimited, app_id: appId, secrets: 1, date_revoked: false },
      { ...unlimited, app_id: rotated.appId, secrets: 2, date_revoked: false },
      { ...unlimited, app_id: revoked.appId, secrets: 1, date_revoked: true },
    ]);
  });

  it('set limits the requests of one app, and takes the limit away', async () => {
    const { id, accountIdent, appId } = await newAccount();
    const { appId: other } = await newApp(id);
    const listedAfter = async (limit: string) => {
      await administer('app', 'set', appId, '--requests-per-second', limit);
      const apps = jsonOf(await administer('app', 'list', accountIdent, '--json')) as AppInList[];
      return Object.fromEntries(apps.map((app) => [app.app_id, app.requests_per_second]));
    };

    expect(await listedAfter('50')).to.deep.equal({ [appId]: 50, [other]: null });
    expect((await administer('app', 'list', accountIdent)).stdout)
      .to.match(new RegExp(`^${appId} +1 +50 `, 'm'))
      .and.match(new RegExp(`^${other} +1 +off `, 'm'));
    expect(await listedAfter('off')).to.deep.equal({ [appId]: null, [other]: null });
  });

  it('set decides what requests are signed with, list shows it', async () => {
    const { id, accountIdent, appId } = await newAccount();
    const { appId: other } = await newApp(id);

    const { code } = await administer('app', 'set', appId, '--signature', 'v2-required');

    expect(code).to.equal(0);
    const apps = jsonOf(await administer('app', 'list', accountIdent, '--json')) as AppInList[];
    expect(Object.fromEntries(apps.map((app) => [app.app_id, app.signature]))).to.deep.equal({
      [appId]: 'v2-required',
      [other]: 'v2-optional',
    });
    expect((await administer('app', 'list', accountIdent)).stdout).to.match(
      new RegExp(`^${appId} +1 +off +v2-required `, 'm'),
    );
  });

  it('set refuses a policy that there is not', async () => {
    const { code, stderr } = await administer('app', 'set', account.appId, '--signature', 'v3');

    expect(code).to.equal(1);
    expect(stderr).to.match(/v1, v2-optional, v2-required/);
  });

  it('shows a secret once, and stores it nowhere in plain text', async () => {
    const app = jsonOf(await administer('app', 'create', account.accountIdent, '--json')) as Credentials;
    await signs(app);

    const outputs = [
      await administer('app', 'list', account.accountIdent),
      await administer('app', 'list', account.accountIdent, '--json'),
      await administer('account', 'show', account.accountIdent, '--json'),
      await administer('app', 'revoke', app.app_id),
    ];

    expect(outputs[0]?.stdout).to.include(app.app_id);
    expect(JSON.stringify(outputs)).not.to.include(app.api_secret);
    expect(await everythingStored())
      .to.include(app.app_id)
      .and.not.include(app.api_secret);
  });

  const unknown = [
    { command: ['create', 'acc_unknown'], line: /^unknown account acc_unknown/ },
    { command: ['list', 'acc_unknown'], line: /^unknown account acc_unknown/ },
    { command: ['set', 'app_unknown', '--requests-per-second=5'], line: /^unknown app app_unknown/ },
    { command: ['rotate', 'app_unknown'], line: /^unknown app app_unknown/ },
    { command: ['revoke', 'app_unknown'], line: /^unknown app app_unknown/ },
  ];
  for (const { command, line } of unknown)
    it(`${command[0]} refuses an unknown ident`, async () => {
      expectError(await administer('app', ...command), line);
    });

  async function everythingStored(): Promise<string> {
    const [tables] = await database().raw('SHOW TABLES');
    const names = (tables as object[]).flatMap((row) => Object.values(row) as string[]);
    return JSON.stringify(await Promise.all(names.map((name) => database()(name).select('*'))));
  }
});
