import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { customerFields } from '../../shared/contract/resources/customer.ts';
import { defaultsOf } from '../../shared/contract/resources/field.ts';
import type { CustomerRecord } from '../../shared/contract/resources/records.ts';
import type { Row } from '../stores/recordTable.ts';
import { userDate } from '../stores/time.ts';
import { versionOf } from '../stores/versions.ts';
import { pick } from './pick.ts';

const deliveryColumns = Object.keys(deliveryFields);
const columns = [
  'customer_ident',
  'external_account_name',
  'external_username',
  ...Object.keys(customerFields),
];
const noDelivery = defaultsOf(deliveryFields);

/**
 * Builds the `customer` of customer.read. The row also needs `time_zone`. The delivery_* fields are those of the address that
 * the customer was created with, if there is one.
 */
export function customerRecord(row: Row): CustomerRecord {
  const hasDelivery = row.delivery_address !== null;
  const timeZone = row.time_zone as string;
  return {
    ...pick(row, columns),
    external_ident: row.external_ident ?? '',
    user_note: row.user_note ?? '',
    account_number: '',
    account_bank_code: '',
    divergent_delivery_address: hasDelivery ? 1 : 0,
    ...(hasDelivery ? pick(row, deliveryColumns) : noDelivery),
    version: versionOf(row),
    date_updated: row.date_updated,
    date_created_user: userDate(row.date_created as string, timeZone),
    date_updated_user: userDate(row.date_updated as string, timeZone),
  } as CustomerRecord;
}
