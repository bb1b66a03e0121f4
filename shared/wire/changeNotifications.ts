import type { RedisClient } from '../runtime/redis/client.ts';
import { queuePrefix } from './queues.ts';

/**
 * Stream of the accounts whose records were changed. Gateways with readers that wait for changes create it; workers append
 * to it only while it exists. Each entry has the accounts of one set, by `accounts.id`.
 */
export const notificationStream = `${queuePrefix}:{notifications}:changes`;

/** Approximate number of entries that are kept. Gateways read them within milliseconds. */
export const maxNotifications = 1_000;

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

export function notificationOf(accounts: readonly number[]): readonly string[] {
  return ['accounts', accounts.join(' ')];
}

export function accountsIn([, accounts = '']: readonly string[]): readonly number[] {
  return accounts === '' ? [] : accounts.split(' ').map(Number);
}
