import { expect } from 'chai';
import { Redis } from 'ioredis';
import { pauseQueues, resumeQueues } from '../../admin/queues.ts';
import {
  AuthenticationError,
  type Counterfoil,
  type CounterfoilError,
  counterfoil,
  RefusedError,
  UnavailableError,
} from '../../client/webClient.ts';
import type { QueueId } from '../../shared/wire/queues.ts';
import { newAccount } from '../support/account.ts';
import { AnsweringServer, cutOff, envelope, page, silence } from '../support/answeringServer.ts';
import { revoke } from '../support/apps.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { freshAccount } from '../support/fixtures.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import { newLimitedApp, stretchSecond } from '../support/rateLimits.ts';
import { post, type Signer } from '../support/rawRequest.ts';
import { storedRows } from '../support/stored.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { thrown } from '../support/thrown.ts';
import { until } from '../support/until.ts';

const articleQueues: readonly QueueId[] = [
  { resource: 'article', lane: 'interactive' },
  { resource: 'article', lane: 'bulk' },
];

/** The last answer before the client gives up is definite of its own attempt only: the write ran at the first one. */
describe('client, after an attempt whose answer was lost (waits for revocations)', () => {
  let privateRedis: PrivateRedis;
  let redis: Redis;
  let cluster: Cluster;
  let proxy: TcpProxy;
  const clients: Counterfoil[] = [];
  before(async () => {
    privateRedis = await startPrivateRedis();
    redis = new Redis(privateRedis.server.url);
    cluster = await startCluster({ redis: privateRedis.server.url });
  });
  const account = freshAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    await untilStatus(account, 200);
    proxy = await TcpProxy.listen(cluster.gateways[0]?.port ?? 0);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await proxy.close();
    await resumeQueues(redis, articleQueues);
  });
  after(async () => {
    redis.disconnect();
    await cluster.stop();
    await privateRedis.remove();
  });

  const open = ({ appId, apiSecret }: Signer) => {
    const client = counterfoil({ url: `http://127.0.0.1:${proxy.port}`, appId, apiSecret, repeats: 1 });
    clients.push(client);
    return client;
  };
  /** Loses the first answer, and holds the second attempt back until the gateway will refuse it. */
  const loseAnswer = async <T>(
    call: () => Promise<T>,
    refuseNext: () => Promise<unknown>,
  ): Promise<unknown> => {
    proxy.onDrop = () => proxy.pause();
    proxy.dropAnswers(1);
    const failing = thrown(call);
    await until(() => proxy.dropped === 1);
    await refuseNext();
    proxy.resume();
    return failing;
  };
  const pauseArticles = async (signer: Signer) => {
    await pauseQueues(redis, articleQueues, { reason: 'index is rebuilt', forMs: undefined });
    await untilStatus(signer, 503);
  };
  const untilStatus = (signer: Signer, status: number) => {
    const exists = { method: 'article.exists', body: '{"article_ident":"art_0"}' };
    return until(async () => (await post(signer, exists, cluster.gateways[0]?.port)).status === status);
  };
  const expectUnknown = async (error: unknown, status: number) => {
    expect(error).to.be.instanceOf(UnavailableError);
    expect(error).to.include({ code: 'outcome_unknown', status, attempts: 2 });
    expect(error)
      .to.have.property('message')
      .that.matches(/^outcome unknown: .*\(2 attempts\)$/);
    expect((error as UnavailableError).idempotencyKey).to.match(/^[\w-]{36}$/);
    expect(await storedRows('articles', account.id)).to.have.length(1);
  };

  it('calls the outcome unknown when the repeat gets 503', async () => {
    const client = open(account);
    const error = await loseAnswer(
      () => client.article.create({ article_title: 'Tea' }),
      () => pauseArticles(account),
    );

    await expectUnknown(error, 503);
    expect((error as Error).cause).to.include({ code: 'paused' });
    expect((error as UnavailableError).retryAfterMs).to.equal(30_000);
  });

  it('calls the outcome unknown when the repeat gets 429', async () => {
    const app = await newLimitedApp(account.id, 1);
    await stretchSecond(cluster, app.appId);
    proxy.dropAnswers(1);

    const error = await thrown(() => open(app).article.create({ article_title: 'Tea' }));

    await expectUnknown(error, 429);
    expect((error as Error).cause).to.include({ code: 'rate_limited' });
  });

  it('calls the outcome unknown when the app is revoked before the repeat', async () => {
    const client = open(account);
    const error = await loseAnswer(
      () => client.article.create({ article_title: 'Tea' }),
      async () => {
        await revoke(account);
        await untilStatus(account, 401);
      },
    );

    await expectUnknown(error, 401);
    expect((error as Error).cause).to.be.instanceOf(AuthenticationError);
  }).timeout(60_000);

  it('takes a refusal by the operation as definite', async () => {
    proxy.dropAnswers(1);

    const error = await thrown(() => open(account).article.delete({ article_ident: 'art_unknown' }));

    expect(error).to.be.instanceOf(RefusedError).and.to.include({ code: 'article_not_found', attempts: 2 });
  });

  it('takes 409 as definite: the key belongs to another request', async () => {
    const client = open(account);
    await client.article.create({ article_title: 'Tea' }, { idempotencyKey: 'once' });
    proxy.dropAnswers(1);

    const error = await thrown(() =>
      client.article.create({ article_title: 'Coffee' }, { idempotencyKey: 'once' }),
    );

    expect(error).to.include({ code: 'idempotency_key_reused', attempts: 2 });
  });
});

describe('client', () => {
  let server: AnsweringServer;
  afterEach(() => server.close());
  const unavailable = envelope(null, 503, { 'X-Svc-Error': 'unavailable' });
  const unsigned = envelope(null, 401, { 'X-Svc-Error': 'authentication_failed' });

  const failure = async (call: (client: Counterfoil) => Promise<unknown>, options: object = {}) => {
    const client = counterfoil({
      url: server.url,
      appId: 'app_1',
      apiSecret: 'secret',
      repeats: 1,
      ...options,
    });
    const error = await thrown(() => call(client));
    await client.close();
    return error as CounterfoilError;
  };
  const create = (client: Counterfoil) => client.article.create({ article_title: 'Tea' });
  const read = (client: Counterfoil) => client.article.exists({ article_ident: 'art_0' });

  it('calls the outcome unknown after 500 or 504 and a definite refusal of the repeat', async () => {
    for (const status of [500, 504])
      for (const last of [unavailable, unsigned, page(404), envelope(null, 408)]) {
        server = await AnsweringServer.listen(envelope(null, status), last);
        expect(await failure(create)).to.include({ code: 'outcome_unknown', attempts: 2 });
        await server.close();
      }
    server = await AnsweringServer.listen(silence);
  });

  it('remembers an attempt without an answer over any number of refused ones', async () => {
    server = await AnsweringServer.listen(cutOff, unavailable);

    expect(await failure(create, { repeats: 4 })).to.include({ code: 'outcome_unknown', attempts: 5 });
  });

  it('calls the outcome of an entry unknown that the repeated batch did not accept', async () => {
    const done = {
      response: true,
      data: { customer_ident: 'cus_1' },
      method: 'customer.create',
      message: 'done',
    };
    const refused = { response: false, data: null, method: 'article.create', message: 'service unavailable' };
    const answer = { results: [refused, done], codes: ['unavailable', ''] };
    server = await AnsweringServer.listen(cutOff, envelope(answer), envelope(answer));
    const run = (client: Counterfoil) =>
      client.batch([
        { method: 'article.create', data: { article_title: 'Tea' } },
        { method: 'customer.create', data: {} },
      ]);
    const client = counterfoil({ url: server.url, appId: 'app_1', apiSecret: 'secret' });

    const [lost, known] = [await run(client), await run(client)];
    await client.close();

    expect(lost[0].error).to.be.instanceOf(UnavailableError);
    expect(lost[0].error).to.include({
      code: 'outcome_unknown',
      status: 504,
      message: 'outcome unknown: an attempt got no answer, and the last one: service unavailable',
    });
    expect(lost[1].data).to.deep.equal(done.data);
    expect(known[0].error).to.include({ code: 'unavailable', status: 503 });
  });

  it('says that no call was accepted when each attempt was refused', async () => {
    server = await AnsweringServer.listen(unavailable);

    expect(await failure(create)).to.include({ code: 'unavailable', status: 503, attempts: 2 });
  });

  it('reports the error of a read, since a read has no effect', async () => {
    server = await AnsweringServer.listen(cutOff, unsigned);

    expect(await failure(read)).to.be.instanceOf(AuthenticationError);
  });

  it('does not let an attempt that the deadline cut short hide the reason of the one before', async () => {
    server = await AnsweringServer.listen(page(502), silence);

    const { message, attempts } = await failure(create, { deadlineMs: 1_000, repeats: 9 });

    expect(attempts).to.equal(2);
    expect(message).to.match(
      /^no answer: .* answered 502 text\/html; then no answer within \d+ ms \(2 attempts\)$/,
    );
  });

  it('begins no repeat that has less than 100 ms before the deadline', async () => {
    const second = envelope(null, 503, { 'Retry-After': '1' });
    server = await AnsweringServer.listen(second);

    expect(await failure(create, { deadlineMs: 1_090, repeats: 9 })).to.include({ attempts: 1 });
  });
});
