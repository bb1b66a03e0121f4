import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { UIConfig } from '@bull-board/api/dist/types.js';
import type Router from '@koa/router';
import { Queue } from 'bullmq';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { serviceTime } from '../../shared/runtime/redis/clock.ts';
import { partitionsServed } from '../../shared/wire/heartbeats.ts';
import { partitionName, type QueueId, queueLabel, queuePrefix, queuesOf } from '../../shared/wire/queues.ts';
import { BoardRoutes } from './boardRoutes.ts';

/** The package with bull-board's browser files, which stays in node_modules when the program is bundled. */
const filesFolder = path.dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));

const uiConfig: UIConfig = {
  boardTitle: 'Counterfoil queues',
  hideDocsLink: true,
  // This needs CLIENT LIST, for which the users of deploy/redis have no right. The status page shows the workers.
  showWorkers: false,
};

/** Returns read-only routes without the data of calls. Rejects if bull-board's files are missing. */
export async function bullBoard(redis: RedisClient): Promise<Router> {
  const template = await readFile(path.join(filesFolder, 'dist/index.ejs'), 'utf8');
  const routes = new BoardRoutes(template);
  const queues = (await partitionsOfAll(redis)).map(([id, partition]) => {
    // Without `skipMetasUpdate`, BullMQ writes its version into Redis.
    const queue = new Queue(partitionName(id, partition, redis), {
      connection: redis,
      prefix: queuePrefix,
      skipMetasUpdate: true,
    });
    // The connection emits the same error.
    queue.on('error', () => {});
    return readOnly(queue, partition === 0 ? queueLabel(id) : `${queueLabel(id)}.${partition}`);
  });
  createBullBoard({ queues, serverAdapter: routes, options: { uiBasePath: filesFolder, uiConfig } });
  return routes.router;
}

/** Lists every queue with its first partition and those that workers serve now. */
async function partitionsOfAll(redis: RedisClient): Promise<readonly (readonly [QueueId, number])[]> {
  const now = await serviceTime(redis);
  const all = queuesOf().map(async (queue) => {
    const served = (await partitionsServed(redis, queue, now)) ?? 1;
    return Array.from({ length: served }, (_, partition) => [queue, partition] as const);
  });
  return (await Promise.all(all)).flat();
}

function readOnly(queue: Queue, label: string): BullMQAdapter {
  const adapter = new BullMQAdapter(queue, { readOnlyMode: true, displayName: label });
  for (const field of ['data', 'returnValue', 'progress'] as const)
    adapter.setFormatter(field, (value) => (value ? 'hidden' : value));
  return adapter;
}
