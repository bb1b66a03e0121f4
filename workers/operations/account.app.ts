import { accountApp } from '../../shared/operations/account.app.ts';
import { reads } from '../sets/implementation.ts';
import { done, refused } from '../sets/outcome.ts';

/** The one operation without an account of its own: it finds the account that an app belongs to. */
export default reads(accountApp, async (calls, { apps }) => {
  const active = await apps.active(calls.map(({ input }) => input.app_id));
  return ({ input }) => {
    const app = active.get(input.app_id);
    if (!app) return refused('app_not_found');
    return done({
      account_id: app.account_id,
      account_ident: app.account_ident,
      secrets: [app.secret, ...(app.former_secret ? [app.former_secret] : [])],
      requests_per_second: app.requests_per_second,
      account_requests_per_second: app.account_requests_per_second,
      signature: app.signature,
    });
  };
});
