import { accountEmpty } from '../../shared/contract/operations/account.empty.ts';
import { done, type Outcome, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import type { Stores } from '../stores/stores.ts';
import { nowUtc } from '../stores/time.ts';

type EmptyOutcome = Outcome<{ deleted: number; is_empty: 0 | 1 }, 'account_not_sandbox'>;

/** Customers, and articles, that one call deletes. Deleting so many takes a fraction of a second. */
const maxDeleted = 1_000;

/**
 * A call is one transaction: a killed worker leaves nothing half done, and the client sees whether to call again. Records that
 * other calls have locked are skipped, so that nobody waits.
 */
export default writes(
  accountEmpty,
  async (calls, stores) => {
    const accountOf = await stores.accounts.withIds(calls.map(({ account }) => account));
    const outcomes = new Map<number, EmptyOutcome>();
    for (const { account } of calls) {
      const { is_sandbox, number_start } = accountOf(account);
      outcomes.set(
        account,
        is_sandbox === 1 ? await empty(account, number_start, stores) : refused('account_not_sandbox'),
      );
    }
    return ({ account }) => outcomes.get(account) as EmptyOutcome;
  },
  { locksRecord: () => '', isNumbered: () => true, isExpensive: () => true },
);

async function empty(account: number, numberStart: number, stores: Stores): Promise<EmptyOutcome> {
  const { customers, articles, numbers, clock } = stores;
  const now = nowUtc(clock);
  let deleted = 0;
  for (const store of [customers, articles]) deleted += await store.removeSome(account, maxDeleted, now);
  const isEmpty = !(await customers.hasAny(account)) && !(await articles.hasAny(account));
  if (isEmpty) await numbers.restart(account, numberStart);
  return done({ deleted, is_empty: isEmpty ? 1 : 0 });
}
