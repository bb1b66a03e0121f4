import type { Knex } from 'knex';
import { foundDeliveryFields } from '../../shared/contract/operations/customer.find.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { ImportedTable, Row } from './recordTable.ts';
import { byIndex, maxBeside, type Scoped, unlessMany, whereAnyOf } from './scope.ts';
import { versionColumns } from './versions.ts';

export interface Search {
  readonly field: string;
  readonly wanted: readonly Scoped[];
  readonly fields: readonly string[];
  /** Values of columns that all records must have. */
  readonly source: Row;
}

/** Longer texts are read only for answers that have room for them. */
const shortTextBytes = 4_096;

/** The index is hinted: the database might otherwise count the values in it first, which takes as long as reading them. */
export function findQuery(
  database: Knex,
  { table, ident, text, indexes }: ImportedTable,
  { field, wanted, fields, source }: Search,
  { max, mayBeExpensive }: { readonly max: number; readonly mayBeExpensive: boolean },
) {
  const withDelivery = fields.some(isDelivery);
  const columns = [
    ...new Set([
      'account_id',
      ident,
      ...versionColumns,
      field,
      ...fields.filter((name) => !isDelivery(name)),
    ]),
  ].flatMap((name) => (name === text ? textColumns(table, name) : [`${table}.${name}`]));
  if (table === 'customers') columns.push(addressCount(mayBeExpensive, Math.min(max, wanted.length)));
  if (withDelivery) columns.push(...deliveryColumns);
  const query = byIndex(database, table, indexes[field])
    .select(database.raw(columns.join(', ')))
    .where(whereAnyOf(field, wanted, table))
    .where(Object.fromEntries(Object.entries(source).map(([name, value]) => [`${table}.${name}`, value])));
  if (withDelivery) query.leftJoin(database.raw(delivery), onDelivery);
  return query.limit(max);
}

const deliveryColumns = [
  'delivery.address_ident as delivery_address',
  'delivery.revision as delivery_revision',
  'delivery.date_updated as delivery_updated',
  ...Object.keys(deliveryFields).map((name) => `delivery.${name}`),
];

function isDelivery(name: string): boolean {
  return Object.hasOwn(foundDeliveryFields, name);
}

/** Returns the column of a long text, NULL unless it is short, and that of its length, `text_bytes`. */
export function textColumns(table: string, name: string): readonly [text: string, bytes: string] {
  const column = `${table}.${name}`;
  return [
    `if(length(${column}) > ${shortTextBytes}, NULL, ${column}) as ${name}`,
    `coalesce(length(${column}), 0) as text_bytes`,
  ];
}

/** The hint keeps the database from reading the rows of the account instead of the index. */
const ofCustomer = `from addresses force index (addresses_customer)
  where addresses.account_id = customers.account_id and addresses.customer_ident = customers.customer_ident`;

/** Counts the `addresses` of each customer. NULL if they are too many to be counted while other calls wait. */
export function addressCount(mayBeExpensive: boolean, customers: number): string {
  const count = `(select count(*) ${ofCustomer})`;
  return `${mayBeExpensive ? count : unlessMany(`select 1 ${ofCustomer}`, maxBeside(customers), count)} as addresses`;
}

/** The hint keeps MySQL from reading all addresses to join them by a hash. */
export const delivery = 'addresses as delivery force index (PRIMARY)';

/** Joins the address that a customer was created with. */
export function onDelivery(on: Knex.JoinClause): void {
  on.on('delivery.account_id', 'customers.account_id').on(
    'delivery.address_ident',
    'customers.delivery_address_ident',
  );
}
