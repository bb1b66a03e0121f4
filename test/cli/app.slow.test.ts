import { expect } from 'chai';
import { keyIdOf } from '../../shared/contract/keys/signatureV2.ts';
import { newAccount } from '../support/account.ts';
import { administer, type Credentials, signs } from '../support/administration.ts';
import { newApp, revoke, rotate } from '../support/apps.ts';
import { expectError, jsonOf } from '../support/command.ts';
import { sharedAccount } from '../support/fixtures.ts';
import type { Signer } from '../support/rawRequest.ts';
import { database } from '../support/servers.ts';
import { until } from '../support/until.ts';

interface AppInList {
  readonly app_id: string;
  readonly requests_per_second: number | null;
  readonly signature: string;
}

function credentialsOf({ appId: app_id, apiSecret: api_secret }: Signer): Credentials {
  return { app_id, api_secret };
}

describe('counterfoil app', () => {
  const account = sharedAccount();

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

  it('rotate and drop-former replace the secret of a client that signs all the time (waits for gateways to notice)', async () => {
    const former = credentialsOf(await newApp(account.id));
    const { app_id } = former;

    const rotated = jsonOf(await administer('app', 'rotate', app_id, '--json'));
    expect(rotated).to.have.all.keys('app_id', 'api_secret', 'key_id').and.include({ app_id });
    expect(await signs(former)).to.equal(true);
    expect(await signs(rotated as Credentials)).to.equal(true);
    const { code, stdout } = await administer('app', 'drop-former', app_id);

    expect({ code, stdout }).to.deep.equal({
      code: 0,
      stdout: `The former secret of ${app_id} is not valid any more.\n`,
    });
    await until(async () => !(await signs(former)));
    expect(await signs(rotated as Credentials)).to.equal(true);
  });

  it('rotate twice fails the second time, and ends no secret', async () => {
    const former = credentialsOf(await newApp(account.id));
    const rotated = jsonOf(await administer('app', 'rotate', former.app_id, '--json')) as Credentials;

    expectError(
      await administer('app', 'rotate', former.app_id),
      new RegExp(`^${former.app_id} still has a former secret: .*drop-former.*--replace-new`),
    );

    for (const credentials of [former, rotated]) expect(await signs(credentials)).to.equal(true);
  });

  it('rotate --replace-new replaces a new secret that was lost, and never the only one', async () => {
    const former = credentialsOf(await newApp(account.id));
    const replace = () => administer('app', 'rotate', former.app_id, '--replace-new', '--json');

    expectError(await replace(), new RegExp(`^${former.app_id} has one secret`));
    const lost = jsonOf(await administer('app', 'rotate', former.app_id, '--json')) as Credentials;
    const rotated = jsonOf(await replace()) as Credentials;

    for (const credentials of [former, rotated]) expect(await signs(credentials)).to.equal(true);
    expect(await signs(lost)).to.equal(false);
  });

  it('drop-former ends nothing of an app with one secret', async () => {
    const only = credentialsOf(await newApp(account.id));
    const { app_id } = only;

    const text = await administer('app', 'drop-former', app_id);
    const dropped = jsonOf(await administer('app', 'drop-former', app_id, '--json'));

    expect(text).to.include({ code: 0, stdout: `${app_id} has no former secret.\n` });
    expect(dropped).to.deep.equal({ app_id, dropped: false });
    expect(await signs(only)).to.equal(true);
  });

  it('revoke ends the app for good', async () => {
    const { appId: app_id, apiSecret: api_secret } = await newApp(account.id);

    const { code } = await administer('app', 'revoke', app_id);

    expect(code).to.equal(0);
    expect(await signs({ app_id, api_secret })).to.equal(false);
    for (const command of [['rotate'], ['drop-former'], ['revoke'], ['set', '--requests-per-second=5']])
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
    { command: ['drop-former', 'app_unknown'], line: /^unknown app app_unknown/ },
    { command: ['revoke', 'app_unknown'], line: /^unknown app app_unknown/ },
  ];
  for (const { command, line } of unknown)
    it(`${command[0]} refuses an unknown ident`, async () => {
      expectError(await administer('app', ...command), line);
    });

  it('set refuses to set nothing', async () => {
    const { appId } = await newAccount();

    expectError(await administer('app', 'set', appId), /^no setting was given/);
  });

  async function everythingStored(): Promise<string> {
    const [tables] = await database().raw('SHOW TABLES');
    const names = (tables as object[]).flatMap((row) => Object.values(row) as string[]);
    const texts: string[] = [];
    // One after the other: the pool has fewer connections than there are tables.
    for (const name of names) texts.push(JSON.stringify(await database()(name).select('*')));
    return texts.join('\n');
  }
});
