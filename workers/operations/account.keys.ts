import { accountKeys } from '../../shared/contract/operations/account.keys.ts';
import { reads } from '../sets/implementation.ts';
import { done } from '../sets/outcome.ts';

export default reads(accountKeys, async (_, { secretKeys }) => {
  const keys = await secretKeys.list();
  return () => done({ keys: [...keys] });
});
