import { accountClaimed } from '../../shared/contract/operations/account.claimed.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';

export default reads(accountClaimed, async (calls, { inbox }) => {
  const claims = new Map(calls.map((call) => [call, { ...call, ...call.input }]));
  const found = await inbox.find([...claims.values()]);
  return (call) => {
    const claim = claims.get(call);
    const isReused = claim && found.get(claim)?.code === 'idempotency_key_reused';
    return isReused ? refused('key_used') : done(null);
  };
});
