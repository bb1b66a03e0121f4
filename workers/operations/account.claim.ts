import { accountClaim } from '../../shared/operations/account.claim.ts';
import { writes } from '../sets/implementation.ts';
import { done } from '../sets/outcome.ts';

/** The inbox remembers the key, as that of every write: there is nothing else to do. */
export default writes(accountClaim, async (calls) => calls.map(() => done(null)));
