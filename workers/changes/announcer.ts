import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  maxNotifications,
  notificationOf,
  notificationStream,
} from '../../shared/wire/changeNotifications.ts';

/**
 * Tells gateways which accounts have changed, after COMMIT. It takes one command for each set, which does nothing while no
 * reader waits. A hint may get lost; its reader then finds the change when its wait ends.
 */
export function announcer(redis: RedisClient): (accounts: readonly number[]) => void {
  return (accounts) => {
    redis
      .xadd(
        notificationStream,
        'NOMKSTREAM',
        'MAXLEN',
        '~',
        maxNotifications,
        '*',
        ...notificationOf(accounts),
      )
      .catch(() => {});
  };
}
