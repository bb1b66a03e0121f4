import type { Operations, PublicOperationName } from '../../../shared/operations/index.ts';
import type { customerFilter } from '../../../shared/resources/list.ts';
import {
  exampleCursor,
  exampleDay,
  exampleIdents,
  exampleTime,
  exampleVersion,
} from '../texts/exampleRecords.ts';

type InputField =
  | { [Name in PublicOperationName]: keyof Operations[Name]['input'] }[PublicOperationName]
  | keyof typeof customerFilter;

/** An example of each field that a client may send: a new one does not compile without it. */
const ofInputs: Readonly<Record<InputField, unknown>> = {
  customer_ident: exampleIdents.customer,
  delivery_title: 3,
  delivery_firstname: 'Erika',
  delivery_lastname: 'Muster',
  delivery_company: 'Muster GmbH',
  delivery_street: 'Am Kanal 5',
  delivery_street2: 'Hinterhaus',
  delivery_zipcode: '14467',
  delivery_city: 'Potsdam',
  delivery_phone: '+49 331 1234567',
  delivery_phone_mobile: '+49 170 1234567',
  delivery_country: 'de',
  address_ident: exampleIdents.address,
  if_version: exampleVersion,
  external_ident: '4711',
  external_account_name: 'my-shop',
  article_title: 'Coffee beans',
  article_subtitle: 'Dark roast',
  article_description: 'From Ethiopia.\nStore in a dry place.',
  article_nr: '10001',
  article_sku: 'COFFEE-1',
  article_ean: '4006381333931',
  article_unit: 'unit_kg',
  article_type: 'native',
  article_price: 12,
  article_tax_rate: 19,
  article_purchase_price: 7.5,
  date_created: exampleTime,
  article_ident: exampleIdents.article,
  by: 'external_ident',
  values: ['10001', '10009'],
  fields: ['date_updated'],
  article_identifier: 'sku',
  validate: 'date_created',
  customer_type: 'native',
  customer_nr: '10001',
  is_business_client: 1,
  bill_title: -1,
  bill_firstname: 'Max',
  bill_lastname: 'Muster',
  bill_company: 'Muster GmbH',
  bill_vat_nr: 'DE123456789',
  bill_street: 'Hauptstraße 1',
  bill_street2: '2nd floor',
  bill_zipcode: '10115',
  bill_city: 'Berlin',
  bill_country: 'de',
  bill_phone: '+49 30 1234567',
  bill_phone_mobile: '+49 170 1234567',
  bill_email: 'max@example.com',
  divergent_delivery_address: 1,
  account_bank: 'Musterbank',
  account_bic: 'MARKDEF1100',
  account_iban: 'DE02120300000000202051',
  account_wallet: 'max@example.com',
  term_of_credit: 14,
  user_note: 'Calls back on Mondays.',
  public_authority_id: '04011000-1234512345-06',
  customer_identifier: 'customer_nr',
  filter: undefined,
  updated_from: exampleTime,
  updated_to: exampleTime,
  search: 'mus',
  limit: 50,
  after: exampleCursor,
  wait_ms: 5000,
  cursor: exampleCursor,
};

/** Fields that only answers have. */
const ofAnswers: Readonly<Record<string, unknown>> = {
  version: exampleVersion,
  address_version: exampleVersion,
  date_updated: exampleTime,
  date_created_user: exampleDay,
  date_updated_user: exampleDay,
  article_price_total: 14.28,
  external_username: '',
  account_number: '',
  account_bank_code: '',
  value: '10001',
  next: 500,
  count: 12,
  address_count: 1200,
  price: 24,
  price_total: 28.56,
};

/** An example of a field, if it holds a single value. */
export function exampleOf(name: string): unknown {
  return (ofInputs as Readonly<Record<string, unknown>>)[name] ?? ofAnswers[name];
}
