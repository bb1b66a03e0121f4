import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Field, Fields } from '../../shared/contract/resources/field.ts';
import type { Values } from './drawnFaults.ts';
import { isDecimal } from './fieldValues.ts';

/** A record as it is read. Values that the service generates are missing until the first read. */
export type Held = Record<string, string | number>;

/** The defaults of a field table, as they are read. */
function defaultsIn(fields: Fields): Held {
  const defaulted = Object.entries<Field>(fields).filter(([, { presence }]) => presence === 'defaulted');
  return Object.fromEntries(
    defaulted.map(([name, field]) => {
      const { default: value } = field.schema as { default?: string | number };
      return [name, isDecimal(field) ? Number(value) : (value as string | number)];
    }),
  );
}

const inputOf = (name: keyof typeof publicOperations) =>
  (publicOperations[name] as AnyOperation).input as Fields;
export const without = (values: Values, ...names: readonly string[]): Held =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Held;
export const deliveryNames = Object.keys(deliveryFields);
export const noDelivery = defaultsIn(deliveryFields);
export const newCustomer = without(
  defaultsIn(inputOf('customer.create')),
  'divergent_delivery_address',
  'customer_nr',
  ...deliveryNames,
);
export const newArticle: Held = {
  ...without(defaultsIn(inputOf('article.create')), 'article_nr'),
  external_ident: '',
  external_account_name: '',
};
/** Settings of the test's accounts. */
export const defaultTermOfCredit = 14;

/** Another record with the same external ident of the same source (docs/api.md#fields, `external_ident`). */
export function imported(
  record: Held,
  resource: 'customer' | 'article',
  others: ReadonlyMap<string, Held>,
): string | undefined {
  if (record.external_ident === '') return undefined;
  const key = ['external_ident', 'external_account_name', `${resource}_type`];
  return [...others].find(([, other]) => key.every((name) => other[name] === record[name]))?.[0];
}
