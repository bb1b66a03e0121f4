import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { Counterfoil } from '../../client/nodeClient.ts';
import { rewriteAppendOnlyFiles, rewrittenKey } from '../../workers/maintenance/maintenance.ts';
import { recordEvents } from '../support/events.ts';
import { freePort } from '../support/ports.ts';
import { type Difference, post } from '../support/rawRequest.ts';
import { TraceReceiver } from '../support/traceReceiver.ts';
import { until } from '../support/until.ts';
import { Canaries } from './canaries.ts';
import { LoudService } from './loudService.ts';
import { contentsOf } from './redisContents.ts';

/** Milliseconds within which replies that were read are gone, with time to spare. */
const soonMs = 10_000;
const pollMs = 50;

/** The contents of all files of a folder that exist until they are read. */
async function filesIn(folder: string): Promise<readonly Buffer[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(path.join(folder, name)).catch(() => Buffer.alloc(0))));
}

/** Sends secrets and personal data as values that can be recognized, on all ways through gateway and workers. */
describe('secrets and personal data (starts and crashes processes)', () => {
  const canaries = new Canaries();
  let service: LoudService;
  let receiver: TraceReceiver;
  let redis: Redis;
  let client: Counterfoil;
  let inWaitingJob: readonly string[];

  before(async () => {
    service = await LoudService.prepare(canaries);
    client = service.client;
    receiver = await TraceReceiver.listen();
    const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_MAX_QUEUE_SIZE: '20000' };
    redis = new Redis(service.redis.server.url);
    service.settings = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...json };
    await Promise.all([service.role('gateway'), service.role('worker', 'account')]);
    const creating = client.customer.create(canaries.customer());
    await until(async () => (inWaitingJob = await inRedis()).length > 0);
    await service.role('worker', 'customer', 'address', 'article', 'order');
    await creating;
  });
  after(async () => {
    redis.disconnect();
    await service.remove();
    await receiver.close();
  });

  const inRedis = async () => canaries.foundIn(...(await contentsOf(redis)));
  const codeOf = async (method: string, fields: object) =>
    (await client.send(method, JSON.stringify(fields))).code;

  /**
   * Expects that no canary is left once everything is answered; replies stay until the next trim of their
   * stream.
   */
  async function expectNothingInRedis(): Promise<void> {
    const end = Date.now() + soonMs;
    let found = await inRedis();
    while (found.length > 0 && Date.now() < end) {
      await delay(pollMs);
      found = await inRedis();
    }
    expect(found).to.deep.equal([]);
  }

  it('are found by this test where they have to be: in a waiting job and in the database', async () => {
    expect(inWaitingJob).to.include.members(['bill_email', 'account_iban', 'user_note']);

    const rows = JSON.stringify(await service.database.pool('customers'));
    expect(canaries.foundIn(rows)).to.include.members(['bill_email', 'bill_lastname', 'user_note']);
    await expectNothingInRedis();
  });

  for (const [type, write] of Object.entries<(client: Redis, value: string) => Promise<unknown>>({
    string: (to, value) => to.set('kept', value),
    list: (to, value) => to.rpush('kept', 'x', value),
    set: (to, value) => to.sadd('kept', value),
    zset: (to, value) => to.zadd('kept', 1, value),
    hash: (to, value) => to.hset('kept', 'x', value),
    'field of a hash': (to, value) => to.hset('kept', value, 'x'),
    stream: (to, value) => to.xadd('kept', '*', 'x', `{"a":"${value}"}`),
    key: (to, value) => to.set(`kept:${value}`, 'x'),
  })) {
    it(`would be found by this test in another database of Redis, in a ${type}`, async () => {
      const other = new Redis(`${service.redis.server.url}/7`);
      await write(other, canaries.word('what was put there'));

      expect(await inRedis()).to.deep.equal(['what was put there']);
      await other.flushdb();
      other.disconnect();
    });
  }

  it('are gone from Redis after creates, updates, reads and deletes [secrets-hidden]', async () => {
    const { customer_ident } = await client.customer.create(canaries.customer());
    await client.customer.update({ customer_ident, ...canaries.customer() });
    await client.address.create({ customer_ident, delivery_lastname: canaries.word('delivery_lastname') });
    await client.customer.read({ customer_ident });
    const article = canaries.article();
    const { article_ident } = await client.article.create(article);
    await client.article.update({ article_ident, ...canaries.article() });
    await client.article.read({ article_ident });
    await client.customer.delete({ customer_ident });

    await expectNothingInRedis();
  });

  it('are gone from the append-only file of Redis with its next rewrite [secrets-hidden]', async () => {
    await client.customer.create(canaries.customer());
    const folder = path.join(service.redis.folder, 'redis/appendonlydir');
    const inFiles = async () => canaries.foundIn(...(await filesIn(folder)));
    expect(await inFiles()).to.include.members(['bill_email', 'account_iban']);
    await expectNothingInRedis();
    const { emit, emitted } = recordEvents();
    const redis = new Redis(service.redis.server.url);

    await redis.del(rewrittenKey);
    await rewriteAppendOnlyFiles(redis, emit);
    await rewriteAppendOnlyFiles(redis, emit); // not due yet

    redis.disconnect();
    await until(async () => (await inFiles()).length === 0);
    expect(emitted('rewrite_failed')).to.deep.equal([]);
  });

  it('are gone from Redis after refusals', async () => {
    const [customer, other] = [canaries.customer(), canaries.customer()];
    await client.customer.create(customer);
    const { customer_ident } = await client.customer.create(other);
    const email = { bill_email: customer.bill_email, validate: 'bill_email' };

    expect(await codeOf('customer.create', customer)).to.equal('external_ident_exists');
    expect(await codeOf('customer.update', { customer_ident, ...email })).to.equal('value_exists');
    expect(await codeOf('customer.update', { customer_ident: canaries.word('ident') })).to.equal(
      'customer_not_found',
    );
    expect(await codeOf('customer.create', { bill_country: canaries.word('country') })).to.equal(
      'field_invalid',
    );
    expect(await codeOf('customer.create', { [canaries.word('field')]: 1 })).to.equal('field_unknown');
    expect(await codeOf('article.create', { ...canaries.article(), article_title: '' })).to.equal(
      'field_required',
    );
    await expectNothingInRedis();
  });

  it('are gone from Redis after requests that are not run', async () => {
    const body = JSON.stringify(canaries.customer());
    const key = { 'Idempotency-Key': canaries.digits('key', 'key-') };
    const emitted = { 'User-Agent': canaries.word('agent'), Cookie: canaries.word('cookie') };
    const { port, signer } = service;
    const sent: readonly Difference[] = [
      { body, headers: { ...key, ...emitted } },
      { body: JSON.stringify(canaries.customer()), headers: key },
      { body, path: `/api/v1?${canaries.digits('query', 'q=')}` },
      { body: body.slice(1) },
      { body, headers: { 'Content-Type': 'text/plain' } },
      { body, headers: { 'X-Svc-Hmac': `${signer.appId}:${signer.apiSecret}` } },
      { body, headers: { 'X-Svc-Hmac': undefined }, path: `/${canaries.digits('path', '')}` },
    ];

    const statuses: number[] = [];
    for (const difference of sent)
      statuses.push((await post(signer, { method: 'customer.create', ...difference }, port)).status);

    expect(statuses).to.deep.equal([200, 409, 404, 400, 415, 401, 404]);
    await expectNothingInRedis();
  });

  it('are gone from Redis after calls that crash inside a set, beside others', async () => {
    await service.database.pool.raw('ALTER TABLE customers ADD UNIQUE KEY canary (bill_email)');
    await service.database.pool.raw('ALTER TABLE articles RENAME COLUMN article_description TO renamed');
    const bill_email = canaries.keep('bill_email', 'twice@canary.example');
    const customers = Array.from({ length: 10 }, (_, index) => ({
      ...canaries.customer(),
      ...(index < 2 ? { bill_email } : {}),
    }));

    const codes = await Promise.all([
      ...customers.map((customer) => codeOf('customer.create', customer)),
      codeOf('article.create', canaries.article()),
    ]);

    expect(codes.filter((code) => code === 'internal_error')).to.have.length(2);
    expect(codes.filter((code) => code === '')).to.have.length(9);
    await expectNothingInRedis();
  });

  it('are in no line of what processes print, not even of those that do not get to run [secrets-hidden]', async () => {
    const wrong = (url: string) => url.replace(/:[^:@]*@/, `:${canaries.digits('wrong password', '')}@`);
    const { database, redis } = service;
    const worker = await service.launch({ DATABASE_URL: wrong(database.url) }, 'worker', 'all');
    const elsewhere = { REDIS_URL: wrong(redis.server.url), PORT: `${await freePort()}` };
    const gateway = await service.launch(elsewhere, 'gateway');
    await Promise.all([worker.ended, gateway.prints(/"event":"connection_failed"/)]);

    const printed = await service.printed();

    for (const code of ['ER_DUP_ENTRY', 'ER_BAD_FIELD_ERROR']) expect(printed).to.include(`"code":"${code}"`);
    for (const event of ['call_failed', 'set', 'request']) expect(printed).to.include(`"event":"${event}"`);
    for (const code of ['external_ident_exists', 'field_unknown', 'body_malformed', 'authentication_failed'])
      expect(printed).to.include(`"code":"${code}"`);
    expect(canaries.foundIn(printed)).to.deep.equal([]);
  });

  it('are in no span, also of calls and statements that failed [secrets-hidden]', () => {
    const sent = receiver.requests.map(({ body }) => body.toString()).join('\n');

    const names = new Set(receiver.spans.map(({ name }) => name));
    for (const name of ['POST /api/v1', 'process customer', 'wait article', 'INSERT customers'])
      expect(
        [...names].some((given) => given.startsWith(name)),
        `${name} in ${[...names].join()}`,
      ).to.equal(true);
    const errors = receiver.spans.map(({ attributes }) => attributes['error.type']);
    expect(errors).to.include.members(['ER_DUP_ENTRY', 'ER_BAD_FIELD_ERROR', 'internal_error']);
    expect(canaries.foundIn(sent)).to.deep.equal([]);
  });
}).timeout(60_000);
