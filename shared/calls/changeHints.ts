import { queuePrefix } from './queues.ts';

/**
 * A stream of the accounts whose records were changed, for gateways with readers that wait for changes. It exists only while
 * there are such gateways: workers append to it if it exists. An entry has the accounts of one set, by `accounts.id`.
 */
export const hintStream = `${queuePrefix}:{hints}:changes`;

/** Entries that are kept, about: gateways read them within milliseconds. */
export const maxHints = 1_000;

/** The fields of an entry. */
export function hintOf(accounts: readonly number[]): readonly string[] {
  return ['accounts', accounts.join(' ')];
}

/** The accounts of an entry. */
export function accountsIn([, accounts = '']: readonly string[]): readonly number[] {
  return accounts === '' ? [] : accounts.split(' ').map(Number);
}
