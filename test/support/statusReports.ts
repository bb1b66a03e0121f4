import { newId } from '../../shared/contract/values/idents.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  type ProcessStatus,
  statusExpiryKey,
  statusReportsKey,
} from '../../shared/wire/status/processStatus.ts';

/** Publishes the status of an idle worker, for a minute, as its process would. */
export async function publishStatus(redis: RedisClient, changes: Partial<ProcessStatus>): Promise<void> {
  const now = Date.now();
  const status: ProcessStatus = {
    id: newId(),
    role: 'worker',
    title: 'worker article',
    host: 'here',
    pid: 1,
    version: '1.0.0',
    startedAt: now - 60_000,
    reportedAt: now,
    windowMs: 10_000,
    load: { busy: 0, processor: 0, residentBytes: 0, hostProcessors: 1 },
    worker: { callsPerSecond: 0, queues: [], lanes: [] },
    ...changes,
  };
  await redis.hset(statusReportsKey, status.id, JSON.stringify(status));
  await redis.zadd(statusExpiryKey, now + 60_000, status.id);
}
