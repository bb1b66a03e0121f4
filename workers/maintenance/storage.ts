import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import { memoryOf } from '../../shared/runtime/redis/redisMemory.ts';
import { addStorageSample } from '../../shared/wire/status/storage.ts';
import type { TableSizes } from '../stores/tableSizes.ts';

/** Publishes the sizes of Redis and of the tables for `counterfoil status`. Never rejects: the next round measures again. */
export async function publishStorage(sizes: TableSizes, redis: RedisClient, emit: Emit): Promise<void> {
  try {
    const tables = await sizes.read();
    const memories = await Promise.all(mastersOf(redis).map(memoryOf));
    const used = memories.flatMap((memory) => memory?.used ?? []);
    const at = Math.round(await serviceTime(redis));
    await addStorageSample(redis, { at, redis: used.length > 0 ? Math.max(...used) : undefined, tables });
  } catch (error) {
    emit('storage_not_measured', { error: summarize(error) });
  }
}
