import { addressUpdate } from '../../shared/contract/operations/address.update.ts';
import type { InputOf } from '../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Call } from '../../shared/wire/call.ts';
import { changeCustomers, noteAddressChange, prepareAddresses } from '../operationHelpers/addressChanges.ts';
import { isConditional } from '../operationHelpers/ifVersion.ts';
import { fieldChanges, pick } from '../operationHelpers/storedValues.ts';
import { differingFields } from '../operationHelpers/updateRules.ts';
import { done, refused } from '../sets/callOutcome.ts';
import { writes } from '../sets/implementation.ts';
import type { LockedAddress } from '../stores/addresses.ts';
import type { Row } from '../stores/recordTable.ts';
import { laterOf, nowUtc } from '../stores/time.ts';
import { versionOf } from '../stores/versions.ts';

type UpdateCall = Call<InputOf<typeof addressUpdate>>;

export default writes(
  addressUpdate,
  async (calls, { addresses, customers, historyWriter, clock }) => {
    const columns = Object.keys(deliveryFields).filter((name) =>
      calls.some(({ input }) => Object.hasOwn(input, name)),
    );
    const { accepted, refusals } = await prepareAddresses(calls, addresses, columns);
    const now = nowUtc(clock);
    const after = (row: LockedAddress) => ({
      revision: row.revision + 1,
      date_updated: laterOf(row.date_updated, now),
    });
    const key = ['account_id', 'address_ident', 'customer_ident', ...columns];
    const differing = [...accepted].map(([call, before]) =>
      differingFields({ before, changedFields: changedFieldsOf(call) }, deliveryFields),
    );
    await addresses.overwrite(
      [...accepted].map(([call, row]) => ({ ...pick(row, key), ...changedFieldsOf(call), ...after(row) })),
      (index) => differing[index] ?? [],
    );
    await changeCustomers(accepted.values(), customers);
    for (const [index, [call, row]] of [...accepted].entries()) {
      const changes = fieldChanges(differing[index] ?? [], row, changedFieldsOf(call), deliveryFields);
      noteAddressChange(call, row, historyWriter, changes);
    }

    return (call) => {
      const row = accepted.get(call);
      if (!row) return refusals.get(call) ?? refused('address_not_found');
      const version = isConditional(call.input) ? { version: versionOf(after(row)) } : {};
      return done({ address_ident: call.input.address_ident, ...version, ...changedFieldsOf(call) });
    };
  },
  { locksRecord: ({ address_ident }) => address_ident },
);

function changedFieldsOf({ input }: UpdateCall): Row {
  const sent = Object.keys(deliveryFields).filter((name) => Object.hasOwn(input, name));
  return pick(input, sent);
}
