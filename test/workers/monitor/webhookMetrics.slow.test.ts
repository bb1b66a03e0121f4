import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { KeyRing } from '../../../shared/secrets/keyRing.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { AnsweringServer, page } from '../../support/answeringServer.ts';
import { secretKey, workerSettings } from '../../support/cluster.ts';
import { Scrape } from '../../support/metrics.ts';
import { emptyRedis } from '../../support/openRedis.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { newReceivedWebhook } from '../../support/ownWebhook.ts';
import { until } from '../../support/until.ts';

const redis = 12;
const ageSeconds = 1_000;

/** Answers of receivers, and how many webhooks each has; each webhook has two changes, which are one delivery. */
const receivers = [
  [page(204), 3],
  [page(500), 2],
  [page(410), 1],
] as const;

/** Uses its own database, so that no other worker makes deliveries. */
describe('metrics of a worker of webhooks', () => {
  let own: OwnDatabase;
  let worker: Worker;
  let servers: readonly AnsweringServer[];
  before(async () => {
    own = await newDatabase('webhook_metrics');
    await migrateUp(own.pool);
    await emptyRedis(redis);
    servers = await Promise.all(receivers.map(([answer]) => AnsweringServer.listen(answer)));
    for (const [index, [, count]] of receivers.entries())
      for (let nr = 0; nr < count; nr += 1)
        await newReceivedWebhook(own.pool, new KeyRing(secretKey), servers[index]?.url ?? '');
    const date_created = own.pool.raw('UTC_TIMESTAMP() - INTERVAL ? SECOND', [ageSeconds]);
    await own.pool('changes').update({ date_created });
    worker = await startWorker(['webhook'], { ...workerSettings(redis), databaseUrl: own.url }, ignoreEvents);
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await worker.stop();
    await own.drop();
  });

  async function numbers() {
    const seen = await Scrape.of(worker);
    const attempts = (outcome: string) =>
      seen.sum('counterfoil_webhook_attempt_duration_seconds_count', { outcome });
    const webhooks = (state: string) => seen.sum('counterfoil_webhooks', { state });
    const oldest = seen.sum('counterfoil_webhook_oldest_change_seconds');
    return {
      delivered: attempts('delivered'),
      failed: attempts('failed'),
      changes: seen.sum('counterfoil_webhook_changes_delivered_total'),
      enabled: webhooks('enabled'),
      failing: webhooks('failing'),
      disabled: webhooks('disabled'),
      inFlight: seen.sum('counterfoil_webhook_attempts_in_flight'),
      overdue: seen.sum('counterfoil_webhook_overdue_seconds'),
      isOld: oldest >= ageSeconds && oldest < 2 * ageSeconds,
    };
  }

  it('count deliveries, failures and what waits (webhooks are counted every five seconds)', async () => {
    const expected = () => ({
      delivered: 3,
      // Receivers that answer 500 may have been tried again.
      failed: (servers[1]?.seen ?? 0) + 1,
      changes: 6,
      enabled: 5,
      failing: 2,
      disabled: 1,
      inFlight: 0,
      overdue: 0,
      isOld: true,
    });
    const isReached = async () => isDeepStrictEqual(await numbers(), expected());
    await until(isReached, 30_000).catch(() => {});

    expect(await numbers()).to.deep.equal(expected());
    expect(servers[1]?.seen).to.be.at.least(2);
  });
});
