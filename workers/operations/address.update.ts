import { addressUpdate } from '../../shared/contract/operations/address.update.ts';
import { changeCustomers, changeOfCustomer, prepareAddresses } from '../operationHelpers/addressChanges.ts';
import { sentFields, updateOutcomes, updatesOf, writeUpdates } from '../operationHelpers/updating.ts';
import { writes } from '../sets/implementation.ts';

export default writes(
  addressUpdate,
  async (calls, { addresses, customers, historyWriter, clock }) => {
    const columns = sentFields(calls, addresses);
    const { accepted: rows, refusals } = await prepareAddresses(calls, addresses, columns);
    const accepted = updatesOf(rows, columns, clock);
    await writeUpdates(accepted, addresses, historyWriter, changeOfCustomer);
    await changeCustomers(rows.values(), customers);
    return updateOutcomes({ accepted, refusals }, addresses);
  },
  { locksRecord: ({ address_ident }) => address_ident },
);
