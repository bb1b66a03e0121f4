import { addressDelete } from '../../shared/contract/operations/address.delete.ts';
import { changeCustomers, changeOfCustomer, prepareAddresses } from '../operationHelpers/addressChanges.ts';
import { done } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import { scopedBy } from '../stores/scope.ts';

export default writes(
  addressDelete,
  async (calls, { addresses, customers, historyWriter }) => {
    const { accepted, refusals } = await prepareAddresses(calls, addresses);
    const removed = new Set(accepted.values());
    await addresses.remove(scopedBy([...accepted.keys()], 'address_ident'));
    await changeCustomers(removed, customers, removed);
    for (const [call, row] of accepted) historyWriter.note(call, changeOfCustomer(row));
    return (call) => refusals.get(call) ?? done(null);
  },
  { locksRecord: ({ address_ident }) => address_ident },
);
