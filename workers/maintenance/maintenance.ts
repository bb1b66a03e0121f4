import type { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { mastersOf, type RedisClient, serversOf } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import { connectToWait, reached } from '../../shared/runtime/redis/redis.ts';
import { readMemory, redisInfo } from '../../shared/runtime/redis/redisInfo.ts';
import { queuePrefix } from '../../shared/wire/queues.ts';
import { addStorageSample } from '../../shared/wire/status/storage.ts';
import type { ChangePurge } from '../stores/changePurge.ts';
import type { Erasures } from '../stores/erasures.ts';
import type { HistoryPurge } from '../stores/historyPurge.ts';
import type { Inbox } from '../stores/inbox.ts';
import type { TableSizes } from '../stores/tableSizes.ts';
import type { WebhookDeliveries } from '../stores/webhookDeliveries.ts';
import { Purge } from './purge.ts';
import { maxBlockMs, Schedule } from './schedule.ts';

const purgeEveryMs = 60_000;

/** Longer than the inbox stays unmeasured while each of the purges takes all of its time. */
export const inboxMeasuredMs = 300_000;

/** After a worker was killed, half a minute without a purge does no harm. */
export const maintenanceLockMs = 10_000;

/**
 * Measured with 200,000 expired rows and as many others (MariaDB 10.11 on two cores), while a writer recorded sets of 32 calls.
 * A step takes 23 ms, p99 83 ms; all steps with their pauses take 10 s. The sets take 0.9 ms, p99 5.2 ms (without a purge 0.9
 * ms, p99 4.8 ms). Steps of 200 rows take 10 ms, but twice as long in total; steps of 5,000 take 59 ms, p99 203 ms.
 */
const rowsPerStep = 1_000;

export interface MaintainedStores {
  readonly inbox: Inbox;
  readonly changes: ChangePurge;
  readonly history: HistoryPurge;
  readonly erasures: Erasures;
  readonly deliveries: WebhookDeliveries;
  readonly tableSizes: TableSizes;
}

/**
 * Starts the purge of inbox, changes, history, deliveries and Redis's append-only files, the removal of what erasures left, and
 * the measurement of the rest, and registers its stop. Throws if Redis does not answer. Must be called before jobs are taken.
 */
export async function startMaintenance(
  { inbox, changes, history, erasures, deliveries, tableSizes }: MaintainedStores,
  redisUrl: string,
  lifecycle: Lifecycle,
  emit: Emit,
): Promise<void> {
  const redis = connectToWait(redisUrl, emit, maxBlockMs);
  lifecycle.onStop('redis of maintenance', () => redis.disconnect());
  await reached(redis);
  const run = async (stop: AbortSignal) => {
    const purge = new Purge({ rowsPerStep, emit, stop });
    await purge.inbox(inbox);
    await purge.accounts('changes_purged', changes);
    await purge.accounts('history_purged', history);
    await purge.erasures(erasures);
    await purge.deliveries(deliveries);
    await rewriteAppendOnlyFiles(redis, emit);
    await publishStorage(tableSizes, redis, emit);
  };
  const task = { name: 'purge', everyMs: purgeEveryMs, lockMs: maintenanceLockMs, run };
  const schedule = new Schedule(redis, task, emit);
  lifecycle.onStop('maintenance', () => schedule.stop());
}

/**
 * Time for which an append-only file keeps the data of finished calls. A rewrite forks, which takes 10 ms for each GB of
 * memory.
 */
const rewriteEveryMs = 3_600_000;

/** Expires when the next rewrite is due. */
export const rewrittenKey = `${queuePrefix}:{rewritten}`;

/**
 * Lets Redis rewrite its append-only files, once an hour for all processes together. Until then, the files contain personal
 * data of calls and replies that Redis has deleted. Redis itself rewrites only files that have grown enough. Never rejects:
 * without the right to run BGREWRITEAOF, Redis's own rule remains.
 */
export async function rewriteAppendOnlyFiles(redis: RedisClient, emit: Emit): Promise<void> {
  try {
    if (!(await redis.set(rewrittenKey, 1, 'PX', rewriteEveryMs, 'NX'))) return;
    for (const server of serversOf(redis).filter(({ status }) => status === 'ready')) {
      const info = await redisInfo(server);
      if (info.get('aof_enabled') === '1' && info.get('aof_rewrite_in_progress') === '0')
        await server.bgrewriteaof();
    }
  } catch (error) {
    emit('rewrite_failed', { error: summarize(error) });
  }
}

/** Publishes the sizes of Redis and of the tables for `counterfoil status`. Never rejects: the next round measures again. */
export async function publishStorage(sizes: TableSizes, redis: RedisClient, emit: Emit): Promise<void> {
  try {
    const tables = await sizes.read();
    const memories = await Promise.all(mastersOf(redis).map(readMemory));
    const used = memories.flatMap((memory) => memory?.used ?? []);
    const at = Math.round(await serviceTime(redis));
    await addStorageSample(redis, { at, redis: used.length > 0 ? Math.max(...used) : undefined, tables });
  } catch (error) {
    emit('storage_not_measured', { error: summarize(error) });
  }
}
