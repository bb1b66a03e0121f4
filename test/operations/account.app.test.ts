import { expect } from 'chai';
import { KeyRing } from '../../shared/secrets/keyRing.ts';
import { Accounts } from '../../workers/stores/accounts.ts';
import { Apps } from '../../workers/stores/apps.ts';
import { newAccount } from '../support/account.ts';
import { dropFormer, newApp, newSigner, revoke, rotate } from '../support/apps.ts';
import { secretKey } from '../support/cluster.ts';
import { freshAccount } from '../support/fixtures.ts';
import { newLimitedApp } from '../support/rateLimits.ts';
import type { Signer } from '../support/rawRequest.ts';
import { database } from '../support/servers.ts';

describe('account.app', () => {
  const account = freshAccount();

  const find = ({ appId }: Signer) => account.internal('account.app', { app_id: appId });
  const secretsOf = async (signer: Signer) => {
    const { data } = await find(signer);
    return data.secrets.map((secret) => new KeyRing(secretKey).open(secret, signer.appId));
  };

  it('finds the account of an app and its secret, encrypted', async () => {
    const { response, message, data } = await find(account);

    expect({ response, message, account: data.account_id, ident: data.account_ident }).to.deep.equal({
      response: true,
      message: 'app found',
      account: account.id,
      ident: account.accountIdent,
    });
    expect(JSON.stringify(data)).to.not.include(account.apiSecret);
    expect(await secretsOf(account)).to.deep.equal([account.apiSecret]);
  });

  it('finds both secrets while one is rotated, the newest one first', async () => {
    const rotated = await rotate(account);

    expect(await secretsOf(rotated)).to.deep.equal([rotated.apiSecret, account.apiSecret]);
  });

  it('does not find a secret that was dropped', async () => {
    const current = await rotate(account);
    await dropFormer(account);

    expect(await secretsOf(current)).to.deep.equal([current.apiSecret]);
  });

  it('finds no limits if none are set', async () => {
    const { data } = await find(account);

    expect(data).to.include({ requests_per_second: null, account_requests_per_second: null });
  });

  it('finds the limits of each app and of its account in concurrent calls', async () => {
    const other = await newAccount({ requests_per_second: 200 });
    const apps = [account, await newLimitedApp(account.id, 5), other, await newLimitedApp(other.id, 50)];

    const found = await Promise.all(apps.map(find));

    expect(
      found.map(({ data }) => [data.requests_per_second, data.account_requests_per_second]),
    ).to.deep.equal([
      [null, null],
      [5, null],
      [null, 200],
      [50, 200],
    ]);
  });

  it('finds the app of each of many concurrent calls', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => newAccount()));

    const found = await Promise.all([account, ...others].map(find));

    expect(found.map(({ data }) => data.account_id)).to.deep.equal([
      account.id,
      ...others.map(({ id }) => id),
    ]);
  });

  it('refuses an unknown app', async () => {
    expectNotFound(await find(newSigner()));
  });

  it('refuses the ident of an app in another case', async () => {
    expectNotFound(await find({ ...account, appId: account.appId.toUpperCase() }));
  });

  it('refuses a revoked app, and only that one', async () => {
    const other = await newApp(account.id);
    await revoke(account);

    expectNotFound(await find(account), { reason: 'app_revoked' });
    expect(await secretsOf(other)).to.deep.equal([other.apiSecret]);
  });

  it('refuses a disabled app, and those of a disabled account, until they are enabled', async () => {
    const [apps, accounts] = [new Apps(database()), new Accounts(database())];
    await apps.setDisabled(account.appId, true);
    expectNotFound(await find(account), { reason: 'app_disabled' });
    await accounts.setDisabled(account.id, true);
    expectNotFound(await find(account), { reason: 'account_disabled' });

    await apps.setDisabled(account.appId, false);
    await accounts.setDisabled(account.id, false);

    expect(await secretsOf(account)).to.deep.equal([account.apiSecret]);
  });

  it('refuses a request without app_id', async () => {
    const failure = await find({ appId: '', apiSecret: '' }).catch((error: Error) => error.message);

    expect(failure).to.equal('app_id not set');
  });

  function expectNotFound(
    { response, data, message }: Awaited<ReturnType<typeof find>>,
    expected: object | null = null,
  ): void {
    expect({ response, data, message }).to.deep.equal({
      response: false,
      data: { code: 'app_not_found', ...expected },
      message: 'app not found',
    });
  }
});
