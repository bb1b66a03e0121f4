import { expect } from 'chai';
import { type Gateway, startGateway } from '../../../gateway/gateway.ts';
import { articleExists } from '../../../shared/contract/operations/article.exists.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { markedSecret, secretKeyOf } from '../../../shared/secrets/keyRing.ts';
import { Apps } from '../../../workers/stores/apps.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newSigner } from '../../support/apps.ts';
import { type Cluster, gatewaySettings, startCluster } from '../../support/cluster.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { Scrape } from '../../support/metrics.ts';
import { startPrivateRedis } from '../../support/privateRedis.ts';
import { accountKey, newLimitedApp, stretchSecond } from '../../support/rateLimits.ts';
import { type Difference, post, type Signer } from '../../support/rawRequest.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const redis = 12;
const create = { method: 'customer.create', body: '{}' };
const first = ({ gateways }: Cluster) => gateways[0] as Gateway;

/** Counts the requests that a gateway refused for a reason. */
async function refused(gateway: Gateway, reason: string): Promise<number> {
  return (await Scrape.of(gateway)).sum('counterfoil_rejections_total', { reason });
}

/** Has no worker of customers, so that calls stay in flight. */
describe('rejections by reason (fills all room)', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let other: TestAccount;
  const open: Promise<unknown>[] = [];
  beforeEach(async () => {
    const limits = { maxCalls: 5, maxBytes: 5_000, maxConnections: 20, callDeadlineMs: 2_000 };
    cluster = await startCluster({ redis, resources: ['account', 'article'], ...limits });
    [account, other] = [await newAccount({}, cluster), await newAccount({}, cluster)];
    for (const { client } of [account, other]) await client.article.create({ article_title: 'known' });
  });
  afterEach(async () => {
    await Promise.all(open.splice(0));
    await cluster.stop();
  });

  const gateway = () => first(cluster);
  const send = (signer: Signer, difference: Difference = create) => post(signer, difference, gateway().port);
  /** Sends without waiting for the answer; resolves when so many calls are in flight. */
  const hold = async (signer: Signer, inFlight: number) => {
    open.push(send(signer));
    await until(() => gateway().monitor.state().lanes[0]?.calls === inFlight);
  };

  it('count `account_share` and `calls`', async () => {
    for (const calls of [1, 2, 3, 4]) await hold(account, calls);
    expect((await send(account)).status).to.equal(503);
    await hold(other, 5);

    expect((await send(other)).status).to.equal(503);

    expect(await refused(gateway(), 'account_share')).to.equal(1);
    expect(await refused(gateway(), 'calls')).to.equal(1);
  });

  it('count `bytes`, `answers` and `no_worker`', async () => {
    const reader = await newAccount();
    const { article_ident } = await reader.client.article.create({
      article_title: 'long',
      article_description: 'x'.repeat(20_000),
    });
    await send(account, { method: 'article.create', body: `{"article_title":"${'x'.repeat(6_000)}"}` });
    await send(reader, { method: 'article.read', body: JSON.stringify({ article_ident }) });
    const hasNone = async () =>
      (await Scrape.of(gateway())).sum('counterfoil_queue_without_worker', { queue: 'customer' }) === 2;
    await until(hasNone);

    await send(account);

    for (const reason of ['bytes', 'answers', 'no_worker'])
      expect(await refused(gateway(), reason), reason).to.equal(1);
  });

  it('count `batches`', async () => {
    const operations = JSON.stringify({ operations: [{ method: 'customer.create', data: {} }] });
    // Smaller batches would share a place.
    const body = operations.padEnd(65_536);
    const batches = Array.from({ length: 5 }, () => send(account, { method: 'batch.run', body }));
    open.push(...batches);

    await until(async () => (await refused(gateway(), 'batches')) >= 1);
  });

  it('count `app_rate` and `account_rate`', async () => {
    const limited = await newLimitedApp(account.id, 1);
    const limitedAccount = await newAccount({ requests_per_second: 1 }, cluster);
    await stretchSecond(cluster, limited.appId, accountKey(limitedAccount.id));
    const read = { method: 'article.exists', body: '{"article_ident":"art_unknown"}' };

    for (const signer of [limited, limited, limitedAccount, limitedAccount]) await send(signer, read);

    expect(await refused(gateway(), 'app_rate')).to.equal(1);
    expect(await refused(gateway(), 'account_rate')).to.equal(1);
  });

  it('count `key` if no key decrypts the secret of the app', async () => {
    const app = newSigner();
    const encrypted = markedSecret(app.apiSecret, app.appId, secretKeyOf(Buffer.alloc(32, 9)));
    await new Apps(database()).create(app.appId, account.id, encrypted);

    const { status } = await send(app);

    await database()('apps').where({ app_id: app.appId }).delete();
    expect(status).to.equal(503);
    expect(await refused(gateway(), 'key')).to.equal(1);
  });

  it('count `app_lookup` if no worker answers for the app', async () => {
    const redisOfNone = await startPrivateRedis();
    const settings = gatewaySettings(redisOfNone.server.url, { callDeadlineMs: 300 });
    const lonely = await startGateway(settings, ignoreEvents);

    const { status } = await post(account, create, lonely.port);

    expect(status).to.equal(503);
    expect(await refused(lonely, 'app_lookup')).to.equal(1);
    await lonely.stop();
    await redisOfNone.remove();
  });
});

describe('rejections while the estimated wait is too long (thousands of calls)', () => {
  const maxCalls = 100_000;
  const cluster = ownCluster({ redis, callDeadlineMs: 2_000, maxCalls });

  it('count `wait`, and the estimate is shown', async () => {
    const account = await newAccount({}, cluster);
    await account.client.article.create({ article_title: 'known' });
    const gateway = first(cluster);
    let size = 6_000;
    const flood = () =>
      Array.from({ length: size }, () =>
        gateway.callClient.call(account.id, {
          contract: articleExists,
          input: { article_ident: 'art_unknown' },
        }),
      );
    const estimate = async () => (await Scrape.of(gateway)).sum('counterfoil_estimated_wait_seconds');

    await until(async () => {
      const calls = flood();
      const [seen] = await Promise.all([
        estimate(),
        account.send('article.create', { article_title: 'Tee' }),
      ]);
      await Promise.all(calls);
      // A faster machine needs more.
      size = Math.min(2 * size, maxCalls - 1_000);
      return seen > 0 && (await refused(gateway, 'wait')) > 0;
    });
  });
});
