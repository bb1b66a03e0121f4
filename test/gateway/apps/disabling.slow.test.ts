import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { administer } from '../../support/administration.ts';
import { newApp } from '../../support/apps.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { expectError, jsonOf } from '../../support/command.ts';
import { recordEvents } from '../../support/events.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { post, type Signer } from '../../support/rawRequest.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const redis = 13;
const create = { method: 'customer.create', body: '{}', headers: { 'Idempotency-Key': 'once' } };

interface Listed {
  readonly app_id: string;
  readonly account_ident: string;
  readonly date_disabled: string | null;
}

describe('a disabled app or account (waits for gateways to notice)', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let other: Signer;
  let events: ReturnType<typeof recordEvents>;
  beforeEach(async () => {
    events = recordEvents();
    cluster = await startCluster({ redis, gateways: 2, emit: events.emit });
    account = await newAccount({}, cluster);
    other = await newApp(account.id);
  });
  afterEach(() => cluster.stop());

  const answers = (signer: Signer, difference = {}) =>
    Promise.all(cluster.gateways.map(({ port }) => post(signer, difference, port)));
  const statuses = async (signer: Signer) => (await answers(signer)).map(({ status }) => status);
  /** Resolves to the seconds until every gateway answers so; each request keeps the app in its cache. */
  const untilAll = async (signer: Signer, status: number) => {
    const startedAt = performance.now();
    await until(async () => (await statuses(signer)).every((each) => each === status));
    return (performance.now() - startedAt) / 1_000;
  };
  const reasons = () => new Set(events.emitted('signature_rejected').map(({ reason }) => reason));
  const listed = async (...command: string[]) =>
    jsonOf(await administer(...command, '--json')) as readonly Listed[];

  it('is refused by every gateway within 10 seconds, as an unknown app is, until it is enabled [disabled-soon]', async () => {
    await untilAll(account, 200);

    const disabled = jsonOf(await administer('app', 'disable', account.appId, '--json'));
    const seconds = await untilAll(account, 401);
    const [refused] = await answers(account);
    const others = await statuses(other);
    const [row] = (await listed('app', 'list', account.accountIdent)).filter(
      ({ app_id }) => app_id === account.appId,
    );
    jsonOf(await administer('app', 'enable', account.appId, '--json'));
    await untilAll(account, 200);

    expect(disabled).to.deep.equal({ app_id: account.appId, disabled: true });
    expect(seconds).to.be.below(10);
    expectHttpRejection(refused as RawAnswer, 'authentication_failed', 'customer.exists');
    expect(others).to.deep.equal([200, 200]);
    expect(row?.date_disabled).to.match(/^\d{4}-\d\d-\d\d /);
    expect([...reasons()]).to.deep.equal(['app_disabled']);
  });

  it('of a disabled account: all its apps are refused, and no other one', async () => {
    const stranger = await newAccount({}, cluster);
    for (const signer of [account, other, stranger]) await untilAll(signer, 200);

    jsonOf(await administer('account', 'disable', account.accountIdent, '--json'));
    const seconds = [await untilAll(account, 401), await untilAll(other, 401)];
    const [row] = (await listed('account', 'list')).filter(
      ({ account_ident }) => account_ident === account.accountIdent,
    );

    expect(Math.max(...seconds)).to.be.below(10);
    expect(await statuses(stranger)).to.deep.equal([200, 200]);
    expect(row?.date_disabled).to.match(/^\d{4}-\d\d-\d\d /);
    expect([...reasons()]).to.deep.equal(['account_disabled']);

    jsonOf(await administer('account', 'enable', account.accountIdent, '--json'));
    await Promise.all([untilAll(account, 200), untilAll(other, 200)]);
  });

  it('gets the first answer of a repeated write after it is enabled, and the write has run once', async () => {
    const [first] = await answers(account, create);
    await administer('app', 'disable', account.appId);
    await untilAll(account, 401);
    const [meanwhile] = await answers(account, create);
    await administer('app', 'enable', account.appId);
    await untilAll(account, 200);

    const [repeated] = await answers(account, create);
    const rows = await database()('customers').where({ account_id: account.id }).select('customer_ident');

    expect(meanwhile?.status).to.equal(401);
    expect(repeated?.body).to.equal(first?.body);
    expect(rows).to.have.length(1);
  });

  it('keeps since when it is disabled, and is refused by name when it does not exist or was revoked', async () => {
    const at = '2024-01-01 00:00:00';
    await database()('apps').where({ app_id: other.appId }).update({ date_disabled: at });
    await administer('app', 'disable', other.appId);
    const apps = await listed('app', 'list', account.accountIdent);
    await administer('app', 'revoke', other.appId);

    expect(apps.find(({ app_id }) => app_id === other.appId)?.date_disabled).to.equal(at);
    expectError(await administer('app', 'disable', 'app_none'), /^unknown app app_none/);
    expectError(await administer('app', 'enable', other.appId), /was revoked at/);
    expectError(await administer('account', 'disable', 'acc_none'), /^unknown account acc_none/);
  });
});
