import { accountKeys } from '../../shared/contract/operations/account.keys.ts';
import { done } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';

export default reads(accountKeys, async (_, { secretKeys }) => {
  const keys = await secretKeys.list();
  return () => done({ keys: [...keys] });
});
