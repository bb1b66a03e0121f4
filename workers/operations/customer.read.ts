import { customerRead } from '../../shared/operations/customer.read.ts';
import { deliveryFields } from '../../shared/resources/address.ts';
import { customerFields } from '../../shared/resources/customer.ts';
import { defaultsOf } from '../../shared/resources/field.ts';
import type { AddressRecord, CustomerRecord } from '../../shared/resources/records.ts';
import { reads } from '../implementation.ts';
import { done, refused } from '../outcome.ts';
import { pick } from '../records/pick.ts';
import type { Row } from '../stores/records.ts';
import { recordKey } from '../stores/scope.ts';
import { userDate } from '../time.ts';

const deliveryColumns = Object.keys(deliveryFields);
const columns = [
  'customer_ident',
  'external_account_name',
  'external_username',
  ...Object.keys(customerFields),
];
const noDelivery = defaultsOf(deliveryFields);

export default reads(customerRead, async (calls, { customers, addresses }) => {
  const wanted = calls.map(({ account, input }) => ({ account, value: input.customer_ident }));
  const rows = await customers.read(wanted);
  const addressesOf = await addresses.ofCustomers(
    wanted.filter(({ account, value }) => rows.has(recordKey(account, value))),
  );
  return calls.map(({ account, input }) => {
    const key = recordKey(account, input.customer_ident);
    const row = rows.get(key);
    const address_data = addressesOf.get(key) ?? [];
    return row
      ? done({ customer: customerRecord(row, address_data), address_data })
      : refused('customer_not_found');
  });
});

/** The delivery_* fields are those of the address that the customer was created with (contract.md, "customer.read"). */
function customerRecord(row: Row, addresses: readonly AddressRecord[]): CustomerRecord {
  const delivery = addresses.find(({ address_ident }) => address_ident === row.delivery_address_ident);
  const timeZone = row.time_zone as string;
  return {
    ...pick(row, columns),
    external_ident: row.external_ident ?? '',
    user_note: row.user_note ?? '',
    account_number: '',
    account_bank_code: '',
    divergent_delivery_address: delivery ? 1 : 0,
    ...(delivery ? pick(delivery, deliveryColumns) : noDelivery),
    date_updated: row.date_updated,
    date_created_user: userDate(row.date_created as string, timeZone),
    date_updated_user: userDate(row.date_updated as string, timeZone),
  } as CustomerRecord;
}
