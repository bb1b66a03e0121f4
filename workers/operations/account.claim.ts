import { accountClaim } from '../../shared/operations/account.claim.ts';
import { writes } from '../sets/implementation.ts';
import { done } from '../sets/outcome.ts';

/** The inbox records the key, as for every write: there is nothing else to do. */
export default writes(accountClaim, async () => () => done(null));
