import { type AppRefusalReason, accountApp } from '../../shared/contract/operations/account.app.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import type { AppWithAccount } from '../stores/apps.ts';

/** Finds the account of an app. It is the one operation that needs no account. */
export default reads(accountApp, async (calls, { apps }) => {
  const found = await apps.withAccounts(calls.map(({ input }) => input.app_id));
  return ({ input }) => {
    const app = found.get(input.app_id);
    if (!app) return refused('app_not_found');
    const reason = obstacleOf(app);
    if (reason) return refused('app_not_found', { reason });
    return done({
      account_id: app.account_id,
      account_ident: app.account_ident,
      secrets: [app.secret, ...(app.former_secret ? [app.former_secret] : [])],
      requests_per_second: app.requests_per_second,
      account_requests_per_second: app.account_requests_per_second,
      signature: app.signature,
      is_sandbox: app.is_sandbox,
      history_days: app.history_days,
    });
  };
});

function obstacleOf(app: AppWithAccount): AppRefusalReason | undefined {
  if (app.date_revoked) return 'app_revoked';
  if (app.account_date_disabled) return 'account_disabled';
  return app.date_disabled ? 'app_disabled' : undefined;
}
