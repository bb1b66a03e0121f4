import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { counterfoil } from '../../client/nodeClient.ts';
import { startGateway } from '../../gateway/gateway.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { resources } from '../../shared/contract/operations/operation.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { startWorker } from '../../workers/worker.ts';
import { gatewaySettings, secretKey } from '../support/cluster.ts';
import { expectError, run } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { deployRedisUser, startDeployedDatabase } from '../support/deployed.ts';
import { recordEvents } from '../support/events.ts';
import { liveOnce } from '../support/load.ts';
import type { PrivateDatabase } from '../support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';

describe('with the grants and the ACL of deploy/ (starts servers and roles)', function () {
  this.timeout(60_000);
  let database: PrivateDatabase;
  let redis: PrivateRedis;
  let redisUrl: string;
  before(async () => {
    [database, redis] = await Promise.all([startDeployedDatabase(), startPrivateRedis()]);
    redisUrl = await deployRedisUser(redis.server);
    await withPool('counterfoil_migrate', async (pool) => {
      expect(await migrateUp(pool)).not.to.be.empty;
    });
  });
  after(cleanUp);
  after(() => Promise.all([database.remove(), redis.remove()]));

  async function withPool(user: string, work: (pool: ReturnType<typeof openDatabase>) => Promise<void>) {
    const pool = openDatabase(database.urlAs(user), 2);
    try {
      await work(pool);
    } finally {
      await pool.destroy();
    }
  }

  it('a cluster does all that it has to, and nothing is refused', async () => {
    const { emit, emitted } = recordEvents();
    const settings = { redisUrl, databaseUrl: database.urlAs('counterfoil_worker'), databasePool: 10 };
    const worker = await startWorker(resources, { ...settings, concurrency: 64 }, emit);
    const gateway = await startGateway(gatewaySettings(redisUrl), emit);
    await withPool('counterfoil_admin', async (pool) => {
      const account = await createAccount(pool, {
        ...defaultSettings,
        name: 'least',
        requests_per_second: 1_000,
      });
      const { app_id: appId, api_secret: apiSecret } = await createApp(pool, account, secretKey);
      const client = counterfoil({ url: `http://127.0.0.1:${gateway.port}`, appId, apiSecret, repeats: 0 });

      const lives = await Promise.all(Array.from({ length: 20 }, () => liveOnce(client)));
      const entry = { method: 'article.create', data: { article_title: 'Tea' } };
      const batch = await client.send('batch.run', JSON.stringify({ operations: [entry, entry] }));
      await client.close();

      expect(lives.flat().filter(({ response }) => !response)).to.deep.equal([]);
      expect(batch.envelope).to.include({ response: true });
    });
    await gateway.stop();
    await worker.stop();

    for (const event of [
      'queue_failed',
      'job_failed',
      'connection_failed',
      'call_failed',
      'purge_failed',
      'rewrite_failed',
    ] as const)
      expect(emitted(event), event).to.deep.equal([]);
  });

  it('that cluster may not touch the keys of others, nor the server', async () => {
    const ours = new Redis(redisUrl);
    try {
      for (const forbidden of [
        () => ours.get('session:1'),
        () => ours.set('other', 1),
        () => ours.flushall(),
        () => ours.keys('*'),
        () => ours.config('GET', '*'),
        () => ours.acl('LIST'),
        () => ours.publish('counterfoil', 'x'),
      ])
        expect(String(await forbidden().catch((error: unknown) => error))).to.include('NOPERM');
    } finally {
      ours.disconnect();
    }
  });

  it('workers may not change tables', async () => {
    await withPool('counterfoil_worker', async (pool) => {
      const refusal = await pool.raw('DROP TABLE inbox').catch((error: unknown) => error);

      expect((refusal as { code?: string }).code).to.equal('ER_TABLEACCESS_DENIED_ERROR');
    });
    const DATABASE_URL = database.urlAs('counterfoil_worker');
    const env = { DATABASE_URL, REDIS_URL: redisUrl };
    expectError(
      await run(['migrate', 'down', '--yes'], { env }),
      /^the user of DATABASE_URL lacks the right [A-Z]+: grant it, see docs\/deploying\.md$/,
    );
  });
});
