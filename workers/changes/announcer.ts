import { hintOf, hintStream, maxHints } from '../../shared/calls/changeHints.ts';
import type { RedisClient } from '../../shared/redis/client.ts';

/**
 * Tells gateways which accounts have changed, after COMMIT: one command for each set, which does nothing while no reader waits.
 * A hint may get lost; then its reader finds the change when its time to wait is over.
 */
export function announcer(redis: RedisClient): (accounts: readonly number[]) => void {
  return (accounts) => {
    redis.xadd(hintStream, 'NOMKSTREAM', 'MAXLEN', '~', maxHints, '*', ...hintOf(accounts)).catch(() => {});
  };
}
