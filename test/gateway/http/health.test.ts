import { expect } from 'chai';
import { Redis } from 'ioredis';
import { storeKey } from '../../../admin/keys/activeKey.ts';
import { resources } from '../../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { startWorker } from '../../../workers/worker.ts';
import { type Cluster, secretKey, startCluster, workerSettings } from '../../support/cluster.ts';
import { startPrivateRedis } from '../../support/privateRedis.ts';
import { type RawAnswer, RawConnection } from '../../support/rawConnection.ts';
import { exchange } from '../../support/rawRequest.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

const redis = 6;
const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n`;

async function ask(path: string, cluster?: Cluster) {
  return emitted(await exchange(request(path), cluster?.gateways[0]?.port));
}

function emitted({ status, headers, body }: RawAnswer) {
  expect(headers['x-request-id']).to.match(/^\S+$/);
  return { status, ...JSON.parse(body) };
}

async function isReady(cluster?: Cluster): Promise<boolean> {
  return (await ask('/readyz', cluster)).ready;
}

describe('gateway', () => {
  it('is ready when Redis answers and the key is right', async () => {
    await storeKey(database(), new KeyRing(secretKey));
    const cluster = await startCluster({ redis });
    const serves = async () => (await ask('/readyz', cluster)).bulk_workers.changes === 'present';
    await until(async () => (await isReady(cluster)) && serves());

    const workers = Object.fromEntries(resources.map((resource) => [resource, 'present']));
    expect(await ask('/readyz', cluster)).to.deep.equal({
      status: 200,
      ready: true,
      stopping: false,
      redis: true,
      key: 'proven',
      workers,
      bulk_workers: { customer: 'present', address: 'present', article: 'present', changes: 'present' },
    });
    expect(await cluster.gateways[0]?.monitor.readiness()).to.include({ ready: true, key: 'proven' });
    await cluster.stop();
  });

  it('is ready without a worker of a resource or of batches, whose calls wait, and reports it', async () => {
    const others = resources.filter((resource) => resource !== 'article');
    const { server, remove } = await startPrivateRedis();
    const cluster = await startCluster({ redis: server.url, resources: others, lanes: ['interactive'] });
    await until(() => isReady(cluster));

    const { status, ready, workers, bulk_workers } = await ask('/readyz', cluster);

    expect({ status, ready }).to.deep.equal({ status: 200, ready: true });
    expect(resources.filter((resource) => workers[resource] === 'missing')).to.deep.equal(['article']);
    expect(new Set(Object.values(bulk_workers))).to.deep.equal(new Set(['missing']));
    await cluster.stop();
    await remove();
  });

  it('is not ready before a worker of accounts has answered for the key', async () => {
    const cluster = await startCluster({ redis, workers: 0 });
    await until(async () => (await ask('/readyz', cluster)).workers.account === 'missing');

    expect(await ask('/readyz', cluster)).to.include({
      status: 503,
      ready: false,
      key: 'unknown',
      redis: true,
    });
    expect(await ask('/healthz', cluster)).to.include({ status: 200 });

    const worker = await startWorker(['account'], workerSettings(redis), ignoreEvents);
    await until(() => isReady(cluster));
    await worker.stop();
    await cluster.stop();
  });

  it('notices at once that a worker has stopped, and that another one runs', async () => {
    const cluster = await startCluster({ redis });
    const second = await startWorker(['article'], workerSettings(redis), ignoreEvents);
    await until(() => isReady(cluster));

    await cluster.workers[0]?.stop();
    const { workers } = await ask('/readyz', cluster);
    await second.stop();
    const after = (await ask('/readyz', cluster)).workers;

    expect([workers.customer, workers.article, after.article]).to.deep.equal([
      'missing',
      'present',
      'missing',
    ]);
    await cluster.stop();
  });

  it('asks Redis once for all who ask at the same time whether it is ready', async () => {
    const { server, remove } = await startPrivateRedis();
    const cluster = await startCluster({ redis: server.url });
    await until(() => isReady(cluster));
    const client = new Redis(server.url);
    const connection = await RawConnection.open(cluster.gateways[0]?.port as number);
    const looks = async () =>
      Number(/cmdstat_zrangebyscore:calls=(\d+)/.exec(await client.info('commandstats'))?.[1]);
    const before = await looks();

    await connection.send(Buffer.from(request('/readyz').repeat(50)));
    for (let answer = 0; answer < 50; answer += 1) expect((await connection.answer()).status).to.equal(200);

    expect((await looks()) - before).to.be.below(150);
    client.disconnect();
    await connection.cut();
    await cluster.stop();
    await remove();
  });

  it('is not ready while Redis is away, but alive', async () => {
    const { server, remove } = await startPrivateRedis();
    const cluster = await startCluster({ redis: server.url });
    await until(() => isReady(cluster));

    await server.stop();

    await until(async () => !(await isReady(cluster)));
    expect(await ask('/readyz', cluster)).to.include({
      status: 503,
      ready: false,
      redis: false,
      stopping: false,
    });
    expect(await ask('/healthz', cluster)).to.include({ status: 200 });
    await server.start();
    await until(() => isReady(cluster));
    await cluster.stop();
    await remove();
  });

  it('is not ready while it stops', async () => {
    const cluster = await startCluster({ redis });
    const connection = await RawConnection.open(cluster.gateways[0]?.port ?? 0);
    await connection.send(request('/healthz') + request('/readyz').slice(0, -2));
    await connection.answer();

    const stopped = cluster.stop();
    await connection.send('\r\n');

    expect(emitted(await connection.answer())).to.include({ status: 503, ready: false, stopping: true });
    await stopped;
    connection.close();
  });
});
