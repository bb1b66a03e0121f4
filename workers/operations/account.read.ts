import { accountRead } from '../../shared/contract/operations/account.read.ts';
import { done } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';

export default reads(accountRead, async (calls, { accounts }) => {
  const accountOf = await accounts.withIds(calls.map(({ account }) => account));
  return ({ account }) => {
    const { account_ident, name, currency, time_zone, term_of_credit } = accountOf(account);
    return done({ account_ident, account_name: name, currency, time_zone, term_of_credit });
  };
});
