import { accountRead } from '../../shared/contract/operations/account.read.ts';
import { done } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import type { Account } from '../stores/accounts.ts';

export default reads(accountRead, async (calls, { accounts }) => {
  const found = await accounts.withIds(calls.map(({ account }) => account));
  return ({ account }) => {
    // Accounts are never deleted, and an app of this account has signed the call.
    const { account_ident, name, currency, time_zone, term_of_credit } = found.get(account) as Account;
    return done({ account_ident, account_name: name, currency, time_zone, term_of_credit });
  };
});
