import { accountClaim } from '../../shared/contract/operations/account.claim.ts';
import { done } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';

/** Does nothing: the inbox records the key, as for every write. */
export default writes(accountClaim, async () => () => done(null));
