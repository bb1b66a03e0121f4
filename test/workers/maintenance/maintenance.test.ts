import { expect } from 'chai';
import { Redis } from 'ioredis';
import { migrateUp } from '../../../migrations/migrations.ts';
import type { Resource } from '../../../shared/contract/operations/operation.ts';
import { readStorageSamples, type StorageSamples } from '../../../shared/wire/status/storage.ts';
import { rewriteAppendOnlyFiles } from '../../../workers/maintenance/maintenance.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { workerSettings } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { addInboxRows, countInboxRows, farOff, longAgo } from '../../support/inboxRows.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

describe('maintenance', () => {
  let own: OwnDatabase;
  let redis: PrivateRedis;
  let workers: Worker[];
  beforeEach(async () => {
    workers = [];
    own = await newDatabase('maintenance');
    await migrateUp(own.pool);
    redis = await startPrivateRedis();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await redis.remove();
    await own.drop();
  });

  const start = async (...served: readonly Resource[]) => {
    const { emit, emitted } = recordEvents();
    const settings = { ...workerSettings(redis.server.url), databaseUrl: own.url };
    const worker = await startWorker(served, settings, emit);
    workers.push(worker);
    return { worker, emitted };
  };

  it('runs in one of the workers of accounts', async () => {
    await addInboxRows(own.pool, 3_500, longAgo);
    await addInboxRows(own.pool, 7, farOff);

    const started = [await start('account', 'article'), await start('account'), await start('article')];
    const purged = () => started.flatMap(({ emitted }) => emitted('inbox_purged').map(({ rows }) => rows));
    await until(() => purged().length > 0);

    expect(purged()).to.deep.equal([3_500]);
    expect(await countInboxRows(own.pool, longAgo)).to.equal(0);
    expect(await countInboxRows(own.pool, farOff)).to.equal(7);
    expect(started.flatMap(({ emitted }) => emitted('queue_failed'))).to.deep.equal([]);
  });

  it('goes on if Redis does not let it rewrite the append-only files', async () => {
    const client = new Redis(redis.server.url);
    await client.acl('SETUSER', 'reader', 'on', 'nopass', '~*', '+@all', '-bgrewriteaof');
    await client.auth('reader', '');
    const { emit, emitted } = recordEvents();

    await rewriteAppendOnlyFiles(client, emit);

    expect(emitted('rewrite_failed').map(({ error }) => error.code)).to.deep.equal(['NOPERM']);
    client.disconnect();
  });

  it('publishes the sizes of Redis and of the tables', async () => {
    await addInboxRows(own.pool, 2_000, farOff);
    await own.pool.raw('ANALYZE TABLE inbox');
    const client = new Redis(redis.server.url);
    await start('account');

    await until(async () => (await readStorageSamples(client)) !== undefined);
    const { last } = (await readStorageSamples(client)) as StorageSamples;
    client.disconnect();

    expect(last.redis).to.be.greaterThan(500_000);
    expect(last.tables).to.include.keys('inbox', 'changes', 'customers', 'articles');
    expect(last.tables.inbox).to.be.greaterThan(100_000);
  });

  it('rewrites the append-only file of Redis', async () => {
    await start('account');
    const client = new Redis(redis.server.url);

    await until(async () => /^aof_rewrites:[1-9]/m.test(await client.info('persistence')));

    client.disconnect();
  });

  it('does not keep a worker from stopping while a step waits for a lock', async () => {
    await addInboxRows(own.pool, 5, longAgo);

    const other = await own.pool.transaction();
    await other('inbox').forUpdate();
    const { worker, emitted } = await start('account');
    await until(() => isStatementRunning('DELETE%FROM inbox%'));
    await worker.stop();

    await other.rollback();
    expect(emitted('stop_overran')).to.deep.equal([]);
    expect(emitted('purge_failed')).to.have.length(1);
  });
});
