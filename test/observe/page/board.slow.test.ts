import { Queue } from 'bullmq';
import { expect } from 'chai';
import { mastersOf, type RedisClient } from '../../../shared/runtime/redis/client.ts';
import { becomesReady } from '../../../shared/runtime/redis/redis.ts';
import { queueName, queuePrefix } from '../../../shared/wire/queues.ts';
import { emptyRedis, openRedis } from '../../support/openRedis.ts';
import { redisUrl } from '../../support/servers.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

const hidden = 'a secret of a call';

describe('bull-board of the status page', () => {
  let redis: RedisClient;
  const nameOf = (lane: 'interactive' | 'bulk') => queueName({ resource: 'article', lane }, redis);
  let page: PageServer;
  let api: (path: string) => ReturnType<PageServer['get']>;
  let jobId: string;
  let keysBefore: readonly string[];
  before(async () => {
    redis = openRedis(6);
    await Promise.all([becomesReady(redis), emptyRedis(6)]);
    const name = nameOf('interactive');
    const queue = new Queue(name, { connection: redis, prefix: queuePrefix, skipMetasUpdate: true });
    const job = await queue.add('calls', { body: hidden });
    jobId = job.id as string;
    await redis.hset(`${queuePrefix}:${name}:${jobId}`, {
      returnvalue: JSON.stringify(hidden),
      failedReason: hidden,
      progress: JSON.stringify(hidden),
      stacktrace: JSON.stringify([hidden]),
    });
    keysBefore = await allKeys(redis);
    page = await startPageServer(redisUrl(6));
    api = (path) => page.get(`/${page.token}/queues/${path}`);
  });
  after(async () => {
    await page.stop();
    redis.disconnect();
  });

  it('shows the jobs of a queue, without the data of their calls', async () => {
    const name = encodeURIComponent(nameOf('interactive'));
    const list = await api(`api/queues?activeQueue=${name}&status=waiting&page=1&jobsPerPage=10`);
    const one = await api(`api/queues/${name}/${jobId}`);

    expect(list.status).to.equal(200);
    expect(one.status).to.equal(200);
    expect(list.body).to.include(`"id":"${jobId}"`).and.include('"data":"hidden"');
    for (const { body } of [list, one]) expect(body).not.to.include('secret');
    expect(one.body).to.include('"failedReason":"hidden"');
  });

  it('lists every queue as read only', async () => {
    const { queues } = JSON.parse((await api('api/queues')).body);

    expect(queues.map(({ name }: { name: string }) => name)).to.include.members([
      nameOf('interactive'),
      nameOf('bulk'),
    ]);
    for (const queue of queues) expect(queue).to.include({ readOnlyMode: true, allowRetries: false });
  });

  it('writes nothing into Redis', async () => {
    await api('api/queues');
    await api('api/redis/stats');

    expect(await allKeys(redis)).to.have.members(keysBefore);
  });

  it('loads nothing from elsewhere', async () => {
    const { status, body, headers } = await api('');

    expect(status).to.equal(200);
    expect(body)
      .not.to.match(/(?:href|src)="https?:/)
      .and.not.include('<%');
    expect(body).to.include(`<base href="/${page.token}/queues/"`);
    expect(headers['content-security-policy'])
      .to.include(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'",
      )
      .and.include("base-uri 'self'; form-action 'none'; frame-ancestors 'none'");
    for (const [, file = ''] of body.matchAll(/(?:href|src)="(static\/[^"]+)"/g))
      expect((await api(file)).status, file).to.equal(200);
  });

  it('sends files of its own folder only', async () => {
    for (const path of ['static/../index.ejs', 'static/..%2f..%2fpackage.json', 'static/%2e%2e/index.ejs'])
      expect((await api(path)).status, path).to.equal(404);
  });

  it('is redirected to its slash', async () => {
    expect((await page.get(`/${page.token}/queues`)).headers.location).to.equal(`/${page.token}/queues/`);
  });
});

async function allKeys(redis: RedisClient): Promise<readonly string[]> {
  return (await Promise.all(mastersOf(redis).map((master) => master.keys('*')))).flat();
}
