import { type Emit, summarize } from '../../shared/runtime/process/log.ts';
import { queuePrefix } from '../../shared/runtime/queueNames.ts';
import { type RedisClient, serversOf } from '../../shared/runtime/redis/client.ts';
import { redisInfo } from '../../shared/runtime/redis/redisRequirements.ts';

/**
 * The time for which an append-only file keeps the data of finished calls. A rewrite forks, which takes 10 ms for each GB of
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
