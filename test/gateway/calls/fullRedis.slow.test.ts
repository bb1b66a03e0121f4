// @alone: floods a gateway, and counts what others are refused.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { resources } from '../../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { startWorker } from '../../../workers/worker.ts';
import { newAccount } from '../../support/account.ts';
import { startCluster, workerSettings } from '../../support/cluster.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { until } from '../../support/until.ts';

const callDeadlineMs = 2_000;
const megabyte = 1024 * 1024;

/** One resource has no workers, and its calls take a lot of memory. */
describe('a Redis whose memory one queue could fill (fills Redis)', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let url: string;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    server = await startPrivateRedis();
    url = server.server.url;
    redis = new Redis(url);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    redis.disconnect();
    await server.remove();
  });

  const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  const limit = (bytes: number) => redis.config('SET', 'maxmemory', `${bytes}`);
  const note = 'x'.repeat(60_000);
  const waiting = () => redis.llen('counterfoil:{article}:wait');

  it('goes on for the other resources, and takes calls again when workers are back [no-workers]', async () => {
    const cluster = await startCluster({ redis: url, callDeadlineMs, resources: ['account', 'customer'] });
    stops.push(() => cluster.stop());
    const account = await newAccount({}, cluster);
    await account.client.customer.create({});
    await limit((await memory()) + 10 * megabyte);
    const flooding = new AbortController();
    const flood = Array.from({ length: 120 }, async () => {
      const article = { article_title: 'Tea', article_description: note };
      // A refusal is immediate, and the processor is for those that go on.
      while (!flooding.signal.aborted)
        if ((await account.send('article.create', article)).status === 503) await delay(300);
    });
    const answers: string[] = [];
    const end = performance.now() + 3 * callDeadlineMs;

    while (performance.now() < end) {
      const { status, code, envelope } = await account.send('customer.create', {});
      answers.push(`${status} ${code} ${envelope.message}`);
    }
    flooding.abort();
    await Promise.all(flood);
    const worker = await startWorker(['article'], workerSettings(url), ignoreEvents);
    stops.push(() => worker.stop());
    await until(async () => (await account.send('article.create', { article_title: 'Tea' })).status === 200);

    // A machine that is busy with the flood may refuse a single one; before, all of them waited and failed.
    const others = answers.filter((answer) => answer !== '200  customer created');
    expect(others.length, [...new Set(others)].join()).to.be.at.most(answers.length / 50);
    expect(answers.length).to.be.above(20);
  });

  it('is cleared of the jobs of a killed gateway, by one that starts while it is full', async () => {
    const queue = new TestQueue('article', url);
    const pipeline = redis.pipeline();
    for (let index = 0; index < 100; index += 1) {
      const id = `01ABC${index}-${Date.now() - 60_000}`;
      pipeline.hset(`counterfoil:{article}:${id}`, { name: 'calls', data: note });
      pipeline.lpush('counterfoil:{article}:wait', id);
    }
    await pipeline.exec();
    await limit((await memory()) - megabyte);

    stops.push(() => queue.close());
    const cluster = await startCluster({ redis: url, callDeadlineMs, workers: 0 });
    stops.push(() => cluster.stop());
    const worker = await startWorker(resources, workerSettings(url), ignoreEvents);
    stops.push(() => worker.stop());

    await until(async () => (await waiting()) === 0);
    const account = await newAccount({}, cluster);
    await until(async () => (await account.send('article.create', { article_title: 'Tea' })).status === 200);
    expect(await redis.keys('counterfoil:{article}:01ABC*')).to.deep.equal([]);
  });

  it('keeps no jobs whose calls nobody waits for', async () => {
    const cluster = await startCluster({ redis: url, callDeadlineMs, resources: ['account'] });
    stops.push(() => cluster.stop());
    const account = await newAccount({}, cluster);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.send('article.create', { article_title: 'Tea' })),
    );

    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([504]));
    await until(async () => (await waiting()) === 0);
  });
});
