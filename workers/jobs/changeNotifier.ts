import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import {
  maxNotifications,
  notificationOf,
  notificationStream,
} from '../../shared/wire/changeNotifications.ts';

/**
 * Returns a function that tells gateways which accounts have changed, after COMMIT. It sends one command for each set, which
 * does nothing while no reader waits. A notification may get lost; its reader then finds the change when its wait ends.
 */
export function changeNotifier(redis: RedisClient): (accounts: readonly number[]) => void {
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
