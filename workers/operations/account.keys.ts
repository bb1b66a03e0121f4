import { accountKeys } from '../../shared/operations/account.keys.ts';
import { reads } from '../implementation.ts';
import { done } from '../outcome.ts';

export default reads(accountKeys, async (calls, { secretKeys }) => {
  const { keys, secrets } = await secretKeys.proofs();
  return calls.map(() => done({ keys: [...keys], secrets: [...secrets] }));
});
