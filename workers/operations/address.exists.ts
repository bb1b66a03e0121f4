import { addressExists } from '../../shared/contract/operations/address.exists.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default reads(addressExists, async (calls, { addresses }) => {
  const existing = await addresses.existing(scopedBy(calls, 'address_ident'));
  return ({ account, input: { address_ident } }) =>
    existing.has(recordKey(account, address_ident))
      ? done({ address_ident })
      : refused('address_not_found', { address_ident });
});
