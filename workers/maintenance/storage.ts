import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { mastersOf, type RedisClient } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import { memoryOf } from '../../shared/runtime/redis/redisMemory.ts';
import { addStorageSample } from '../../shared/wire/status/storage.ts';
import type { Database } from '../database/database.ts';

/** Publishes the sizes of Redis and of the tables for `counterfoil status`. Never rejects: the next round measures again. */
export async function publishStorage(database: Database, redis: RedisClient, emit: Emit): Promise<void> {
  try {
    const tables = await tableBytes(database);
    const memories = await Promise.all(mastersOf(redis).map(memoryOf));
    const used = memories.flatMap((memory) => memory?.used ?? []);
    const at = Math.round(await serviceTime(redis));
    await addStorageSample(redis, { at, redis: used.length > 0 ? Math.max(...used) : undefined, tables });
  } catch (error) {
    emit('storage_not_measured', { error: summarize(error) });
  }
}

interface TableSize {
  readonly name: string;
  readonly bytes: number | string;
}

const statement = `SELECT table_name AS name, data_length + index_length AS bytes
  FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`;

/** Bytes by table. MySQL would report sizes that are up to a day old. */
async function tableBytes(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.transaction(async (session): Promise<readonly TableSize[]> => {
    const [[{ version }]] = await session.raw('SELECT VERSION() AS version');
    if (!version.includes('MariaDB')) await session.raw('SET SESSION information_schema_stats_expiry = 0');
    const [sizes] = await session.raw(statement);
    return sizes;
  });
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}
