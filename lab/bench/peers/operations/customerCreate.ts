import { customerCreate } from '../../../../shared/contract/operations/customer.create.ts';
import type { InputOf } from '../../../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../../../shared/contract/resources/address.ts';
import { customerFields } from '../../../../shared/contract/resources/customer.ts';
import { refusalReply, successReply } from '../../../../shared/wire/envelope.ts';
import type { Database } from '../../../../workers/database/database.ts';
import { nowUtc } from '../../../../workers/stores/time.ts';
import type { PeerCall } from './call.ts';
import { imported } from './imported.ts';
import { numberedInsert } from './numbers.ts';
import type { Write } from './writing.ts';

type Customer = InputOf<typeof customerCreate>;

const own = ['account_id', 'customer_ident', 'external_ident', 'external_account_name', 'date_updated'];
const insert = numberedInsert('customer', [
  ...own,
  'created_by',
  'delivery_address_ident',
  ...Object.keys(customerFields),
]);

const addressColumns = [
  'account_id',
  'address_ident',
  'customer_ident',
  'date_created',
  'date_updated',
].concat(Object.keys(deliveryFields));
const insertAddress = `INSERT INTO addresses (${addressColumns.join(', ')}) VALUES (${addressColumns.map(() => '?').join(', ')})`;

export function createCustomer(call: PeerCall): Write {
  const { account } = call;
  const customer: Customer = call.input;
  const { customer_ident, divergent_delivery_address } = customer;
  const address_ident = divergent_delivery_address === 1 ? customer.address_ident : null;
  return {
    reply: successReply(customerCreate, { customer_ident, address_ident }),
    effect: async (transaction) => {
      const existing = await imported(transaction, 'customer', account, customer.customer_type, customer);
      if (existing)
        return {
          refusal: refusalReply(customerCreate, 'external_ident_exists', { customer_ident: existing }),
        };
      const now = nowUtc(Date);
      await insert(transaction, customerRow(transaction, call, address_ident, now));
      const address: Record<string, unknown> = {
        ...customer,
        account_id: account,
        date_created: now,
        date_updated: now,
      };
      const values = addressColumns.map((column) => address[column] as never);
      const changes = [`created customer ${customer_ident}`];
      if (address_ident === null) return { changes };
      await transaction.raw(insertAddress, values);
      return { changes: [...changes, `created address ${address_ident}`] };
    },
  };
}

/** Takes the account's default term of credit within the insert, without a statement of its own. */
function customerRow(
  transaction: Database,
  call: PeerCall,
  delivery_address_ident: string | null,
  now: string,
) {
  const { account, app, method } = call;
  const customer: Customer = call.input;
  const defaults = () => transaction.raw('(SELECT term_of_credit FROM accounts WHERE id = ?)', [account]);
  return {
    ...customer,
    account_id: account,
    external_ident: customer.external_ident || null,
    delivery_address_ident,
    term_of_credit: customer.term_of_credit ?? defaults(),
    date_created: customer.date_created ?? now,
    date_updated: now,
    created_by: `${method} ${app}`,
  };
}
