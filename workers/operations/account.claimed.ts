import { accountClaimed } from '../../shared/operations/account.claimed.ts';
import { reads } from '../sets/implementation.ts';
import { done, refused } from '../sets/outcome.ts';

export default reads(accountClaimed, async (calls, { inbox }) => {
  const asked = calls.map((call) => ({ ...call, ...call.input }));
  const found = await inbox.find(asked);
  return asked.map((call) =>
    found.get(call)?.code === 'idempotency_key_reused' ? refused('key_used') : done(null),
  );
});
