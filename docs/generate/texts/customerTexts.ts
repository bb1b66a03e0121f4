import {
  exampleAddress,
  exampleCreation,
  exampleDay,
  exampleDelivery,
  exampleIdents,
  exampleTime,
  exampleVersion,
  importedRecords,
} from './exampleRecords.ts';
import {
  conditionalUpdate,
  findRules,
  historyRules,
  listRules,
  maxListSize,
  type OperationTexts,
  onCondition,
  putRules,
  refusedCursors,
  refusedHistory,
  repeatedImport,
  sourceRule,
  updateRules,
  validateRule,
} from './textParts.ts';

const { customer: customer_ident, address: address_ident } = exampleIdents;
const { importedCustomer, otherImportedCustomer } = exampleIdents;
const unknown = 'cus_unknown';

const exampleCustomer = {
  customer_ident,
  external_account_name: '',
  external_username: '',
  customer_type: 'native',
  customer_nr: '10001',
  is_business_client: 0,
  bill_title: -1,
  bill_firstname: '',
  bill_lastname: '',
  bill_company: 'Muster GmbH',
  bill_vat_nr: '',
  bill_street: '',
  bill_street2: '',
  bill_zipcode: '',
  bill_city: 'Berlin',
  bill_country: 'de',
  bill_phone: '',
  bill_phone_mobile: '',
  bill_email: '',
  account_bank: '',
  account_bic: '',
  account_iban: '',
  account_wallet: '',
  term_of_credit: 14,
  user_note: '',
  public_authority_id: '',
  date_created: exampleTime,
  external_ident: '',
  account_number: '',
  account_bank_code: '',
  divergent_delivery_address: 1,
  ...exampleDelivery,
  version: exampleVersion,
  date_updated: exampleTime,
  date_created_user: exampleDay,
  date_updated_user: exampleDay,
};

export const customerTexts: OperationTexts<'customer'> = {
  'customer.create': {
    rules: [
      'No field is required: `{}` creates a customer.',
      'If `divergent_delivery_address` is 1, a delivery address with the `delivery_*` fields is created too, and `address_ident` is its ident. Otherwise, these fields are ignored, and `address_ident` is null.',
      repeatedImport,
    ],
    answer: { customer_ident, address_ident },
    refused: {
      external_ident_exists: {
        request: importedRecords.importedCustomer,
        data: { customer_ident: importedCustomer },
      },
    },
  },
  'customer.read': {
    rules: [
      'Send `customer_ident`, or name another field in `customer_identifier` and send that field: `{ "customer_identifier": "customer_nr", "customer_nr": "10001" }`. If that field is missing, the message is `customer_nr not set`. For an `external_ident`, `customer.read` searches all sources and ignores `customer_type`. To search one source, use `customer.find`.',
      `Several customers may have the same value. Then the answer has the oldest one, \`customers\` (all matches, oldest first, without addresses, at most 100 and ${maxListSize} of them) and \`count\` (the number of all matches).`,
      '`customer` has the fields of the customer. Its `delivery_*` fields are those of the address that it was created with. Without such an address, they have their defaults, and `divergent_delivery_address` is 0.',
      `\`address_data\` has the delivery addresses, oldest first: at most 1,000 and ${maxListSize} of them. If there are more, \`address_count\` is the number of all addresses.`,
      'The answer is consistent: it shows the state before or after a concurrent delete, never a part of it.',
    ],
    answer: {
      customer: exampleCustomer,
      address_data: [exampleAddress],
    },
    refused: { customer_not_found: { request: { customer_ident: unknown }, data: null } },
  },
  'customer.history': {
    rules: [
      ...historyRules('customer'),
      'Changes and deletions of its addresses are entries with `address_ident`. The creation of an address is not an entry: `date_created` of the address tells it. `customer.delete` with `erase` removes the fields of all entries, and leaves who changed the customer and when.',
    ],
    answer: { entries: [{ operation: 'customer.create', ...exampleCreation }], cursor: null },
    refused: {
      customer_not_found: { request: { customer_ident: unknown }, data: null },
      ...refusedHistory({ customer_ident }),
    },
  },
  'customer.list': {
    rules: listRules({
      records: 'customers',
      compared:
        '`bill_country`, `created_from` and `created_to`, and `customer_type` and `external_account_name` without `external_ident`',
      sorts:
        '`number` is `customer_nr`; `company` and `lastname` compare the first 64 characters in lower case.',
      ignoringCase: 'company, last name or e-mail',
      letterByLetter: 'number',
      queried:
        'the company and the names, the number, `external_ident` and e-mail, or the street, zip code and city',
    }),
    answer: { customers: [exampleCustomer], cursor: null },
    refused: refusedCursors,
  },
  'customer.find': {
    rules: [
      ...findRules('customer'),
      'The `delivery_*` fields, `address_ident` and `address_version` are those of the address that the customer was created with, as in `customer.read`. Without such an address, they have their defaults or are empty. `address.update` takes `address_version` as `if_version`.',
    ],
    answer: {
      customers: [
        {
          customer_ident,
          version: exampleVersion,
          bill_company: 'Muster GmbH',
          customer_nr: '10001',
          delivery_city: 'Potsdam',
        },
      ],
    },
    refused: {},
  },
  'customer.put': {
    rules: [
      ...putRules('customer'),
      'It has no `delivery_*` fields: delivery addresses are created by `address.create`.',
    ],
    answer: { customer_ident, result: 'created' },
    refused: {
      number_repeats: { request: { customer_nr: 'K-1', bill_city: 'Hamburg' }, data: null },
      external_ident_exists: {
        request: { customer_nr: 'K-2', customer_type: 'shop' },
        data: { customer_ident: importedCustomer },
      },
    },
  },
  'customer.update': {
    rules: [
      sourceRule('customer_type'),
      ...updateRules,
      'Delivery addresses are not changed: `delivery_*` fields are ignored. `address.update` changes them.',
      conditionalUpdate,
      validateRule,
    ],
    answer: { customer_ident, bill_city: 'Hamburg' },
    refused: {
      customer_not_found: { request: { customer_ident: unknown, bill_city: 'Hamburg' }, data: null },
      record_changed: {
        request: { customer_ident, if_version: 'outdated', bill_city: 'Hamburg' },
        data: { customer_ident, version: exampleVersion },
      },
      value_exists: {
        request: { customer_ident, validate: 'customer_nr', customer_nr: 'K-1' },
        data: { customer_ident, customer_nr: 'K-1' },
      },
      external_ident_exists: {
        request: { customer_ident: otherImportedCustomer, customer_type: 'shop' },
        data: { customer_ident: importedCustomer },
      },
    },
  },
  'customer.delete': {
    rules: [
      'Deletes the delivery addresses of the customer too. Orders are not changed.',
      'With `erase`, its values also leave history, and within about two minutes the stored answers of calls with an `Idempotency-Key`: such a call, if repeated, is run again, and finds no customer. Of a history with more than 1,000 changes, the later ones leave with the answers. It also erases the history of a customer that was deleted before. What else keeps them is in docs/personal-data.md of the project.',
      onCondition,
    ],
    answer: null,
    refused: {
      customer_not_found: { request: { customer_ident: unknown }, data: null },
      record_changed: {
        request: { customer_ident, if_version: 'outdated' },
        data: { customer_ident, version: exampleVersion },
      },
    },
  },
  'customer.exists': {
    rules: [],
    answer: { customer_ident },
    refused: { customer_not_found: { request: { customer_ident: unknown }, data: null } },
  },
};
