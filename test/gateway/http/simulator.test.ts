import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../../client/nodeClient.ts';
import type { Simulation } from '../../../client/webClient.ts';
import { mastersOf } from '../../../shared/runtime/redis/client.ts';
import { becomesReady } from '../../../shared/runtime/redis/redis.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { upFrom } from '../../support/articles.ts';
import { type Cluster, cluster, startCluster } from '../../support/cluster.ts';
import { freshAccount, ownCluster } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { post } from '../../support/rawRequest.ts';
import { database } from '../../support/servers.ts';
import { signedV2 } from '../../support/signatures.ts';
import { storedRows } from '../../support/stored.ts';
import { until } from '../../support/until.ts';

/** Value, status, code, and how many articles there are afterwards. */
const outcomes = [
  ['rate_limited', 429, 'rate_limited', 0],
  ['unavailable', 503, 'unavailable', 0],
  ['outcome_unknown_not_done', 504, 'outcome_unknown', 0],
  ['outcome_unknown_done', 504, 'outcome_unknown', 1],
  ['slow=50', 200, '', 1],
] as const;

describe('X-Svc-Simulate', () => {
  let client: Counterfoil;
  const account = freshAccount(() => newAccount({ is_sandbox: 1 }));
  beforeEach(async () => {
    client = clientOf(account, await cluster());
  });
  afterEach(() => client.close());

  const clientOf = ({ appId, apiSecret }: TestAccount, { url }: { readonly url: string }) =>
    counterfoil({ url, appId, apiSecret, repeats: 0 });
  const body = JSON.stringify({ article_title: 'Tea' });
  const create = (simulate: Simulation, idempotencyKey?: string) =>
    client.send('article.create', body, { simulate, ...(idempotencyKey && { idempotencyKey }) });
  const articles = async () => (await storedRows('articles', account.id)).length;

  for (const [simulate, status, code, stored] of outcomes)
    it(`${simulate} answers ${status} after ${stored} effects; the repeat is answered as usual`, async () => {
      const first = await create(simulate, 'key-1');
      const storedFirst = await articles();
      const second = await create(simulate, 'key-1');

      expect(first).to.include({ status, code });
      expect(storedFirst).to.equal(stored);
      expect(second).to.include({ status: 200, code: '' });
      expect(await articles()).to.equal(1);
    });

  it('fails no read whose nonce was used before: that is rejected as any other', async () => {
    const read = { method: 'article.exists', body: '{"article_ident":"art_none"}' };
    const { headers } = signedV2(account, read);
    const simulated = { ...headers, 'X-Svc-Simulate': 'outcome_unknown_not_done' };

    const first = await post(account, { ...read, headers: simulated });
    const second = await post(account, { ...read, headers: simulated });

    expect(first.status).to.equal(504);
    expectHttpRejection(second, 'authentication_failed', read.method);
  });

  it('delays a request for as long as it says', async () => {
    const startedAt = performance.now();
    await create('slow=300');

    expect(performance.now() - startedAt).to.be.at.least(299);
  });

  it('hides also the answer of a batch', async () => {
    const operations = [{ method: 'article.create', data: { article_title: 'Tea' } }];

    const answer = await client.send('batch.run', JSON.stringify({ operations }), {
      simulate: 'outcome_unknown_done',
    });

    expect(answer).to.include({ status: 504, code: 'outcome_unknown' });
    expect(await articles()).to.equal(1);
  });

  it('lets a client of the package repeat until it is done', async () => {
    const { appId, apiSecret } = account;
    const repeating = counterfoil({ url: (await cluster()).url, appId, apiSecret });

    const made = await repeating.article.create(
      { article_title: 'Tea' },
      { simulate: 'outcome_unknown_done' },
    );
    await repeating.close();

    expect(await storedRows('articles', account.id, { ...made })).to.have.length(1);
    expect(await articles()).to.equal(1);
  });

  it('loses no answer that says why nothing could be run', async () => {
    const answer = await client.send('article.create', '{', { simulate: 'outcome_unknown_done' });

    expect(answer).to.include({ status: 400, code: 'body_malformed' });
  });

  it('delays no large body', async () => {
    const data = JSON.stringify({ article_title: 'Tea', article_description: 'x'.repeat(65_536) });

    const { status, envelope } = await client.send('article.create', data, { simulate: 'slow=1' });

    expect(status).to.equal(400);
    expect(envelope.message).to.contain('send at most 65,536 bytes with slow=MILLISECONDS');
  });

  it('counts for the rate limit', async () => {
    await database()('apps').where({ app_id: account.appId }).update({ requests_per_second: 1 });

    const answers = await Promise.all(upFrom(0, 10).map(() => create('unavailable')));

    expect(answers.map(({ status }) => status)).to.include(429);
  });

  it('refuses unknown values, and names the known ones', async () => {
    for (const value of ['', 'broken', 'slow=', 'slow=20001', 'slow=-1', 'Unavailable']) {
      const { status, code, envelope } = await create(value as Simulation);

      expect({ status, code }).to.deep.equal({ status: 400, code: 'simulation_refused' });
      expect(envelope.message).to.contain('send one of rate_limited, unavailable');
    }
    expect(await articles()).to.equal(0);
  });

  it('is refused for other accounts', async () => {
    const other = await newAccount();
    const plain = clientOf(other, await cluster());

    const { status, code, envelope } = await plain.send('article.create', body, { simulate: 'unavailable' });
    await plain.close();

    expect({ status, code }).to.deep.equal({ status: 400, code: 'simulation_refused' });
    expect(envelope.message).to.equal(
      'X-Svc-Simulate refused: the account is not a sandbox. An operator creates one with `counterfoil account create --sandbox`',
    );
    expect(await storedRows('articles', other.id)).to.have.length(0);
  });
});

describe('delayed requests of a sandbox', function () {
  // Less than the delay, after which the room would be free.
  this.timeout(15_000);
  let small: Cluster;
  let sandbox: Counterfoil;
  let account: TestAccount;
  beforeEach(async () => {
    await emptyRedis(11);
    small = await startCluster({ redis: 11, resources: ['account', 'article'] });
    account = await newAccount({ is_sandbox: 1 }, small);
    const { appId, apiSecret } = account;
    sandbox = counterfoil({ url: small.url, appId, apiSecret, repeats: 0, connections: 400 });
  });
  afterEach(async () => {
    await sandbox.close();
    await small.stop();
  });

  const delayed = (index: number, signal?: AbortSignal) =>
    sandbox.send('article.create', '{"article_title":"Tea"}', {
      simulate: 'slow=20000',
      idempotencyKey: `delayed-${index}`,
      ...(signal && { signal }),
    });
  const areDelayed = (count: number) =>
    until(async () => {
      const redis = openRedis(11);
      await becomesReady(redis);
      const keys = await Promise.all(mastersOf(redis).map((master) => master.keys('*:simulated:*')));
      redis.disconnect();
      return keys.flat().length === count;
    });

  it('take no room of calls, and none of their own after their clients have gone', async () => {
    const gone = new AbortController();
    const answered: number[] = [];
    const waiting = upFrom(0, 300).map((index) =>
      delayed(index, gone.signal).then(
        ({ status }) => answered.push(status),
        () => undefined,
      ),
    );
    await areDelayed(300);
    // A gateway delays 256 requests, and at most 205 of one account.
    await until(() => answered.length === 95);

    const { laneRoom } = small.gateways[0]?.callClient.queues.interactive.article ?? {};
    await until(async () => laneRoom?.calls.held === 0);
    gone.abort();
    await Promise.all(waiting);

    expect(answered).to.deep.equal(Array.from({ length: 95 }, () => 503));
    await until(
      async () => (await sandbox.send('article.read', '{}', { simulate: 'slow=1' })).status === 200,
    );
    expect(await storedRows('articles', account.id)).to.have.length(0);
  });

  it('are not run when their gateway stops, which they do not delay', async () => {
    const answer = delayed(0);
    await areDelayed(1);

    await small.gateways[0]?.stop();

    expect(await answer).to.include({ status: 503, code: 'unavailable' });
  });
});

describe('X-Svc-Simulate behind a load balancer', () => {
  let clients: readonly Counterfoil[];
  const both = ownCluster({ gateways: 2, redis: 11, resources: ['account', 'article'] });
  const account = freshAccount(() => newAccount({ is_sandbox: 1 }, both));
  beforeEach(async () => {
    const { appId, apiSecret } = account;
    clients = both.gateways.map(({ port }) =>
      counterfoil({ url: `http://127.0.0.1:${port}`, appId, apiSecret, repeats: 0 }),
    );
  });
  afterEach(() => Promise.all(clients.map((client) => client.close())));

  for (const [simulate, status, code, stored] of outcomes)
    it(`${simulate} answers ${status} at one gateway; the other one answers the repeat as usual`, async () => {
      const body = JSON.stringify({ article_title: 'Tea' });
      const [first, second] = clients as [Counterfoil, Counterfoil];
      const seen = [];
      for (const client of [first, second, first]) {
        const answer = await client.send('article.create', body, { simulate, idempotencyKey: 'key-1' });
        seen.push({ ...answer, stored: (await storedRows('articles', account.id)).length });
      }

      expect(seen[0]).to.include({ status, code, stored });
      for (const answer of seen.slice(1)) expect(answer).to.include({ status: 200, code: '', stored: 1 });
      expect(seen[2]?.envelope).to.deep.equal(seen[1]?.envelope);
    });
});
