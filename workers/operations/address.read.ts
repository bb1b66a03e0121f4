import { addressRead } from '../../shared/contract/operations/address.read.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import { recordKey, scopedBy } from '../stores/scope.ts';

export default reads(addressRead, async (calls, { addresses }) => {
  const found = await addresses.read(scopedBy(calls, 'address_ident'));
  return ({ account, input }) => {
    const address = found.get(recordKey(account, input.address_ident));
    return address ? done({ address }) : refused('address_not_found');
  };
});
