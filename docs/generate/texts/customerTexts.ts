import {
  exampleAddress,
  exampleDay,
  exampleDelivery,
  exampleIdents,
  exampleTime,
  exampleVersion,
  importedRecords,
} from './exampleRecords.ts';
import { listRules, refusedCursors } from './listText.ts';
import type { OperationTexts } from './operationText.ts';

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
      'The `delivery_*` fields are used only if `divergent_delivery_address` is 1. Then a delivery address is created too, and `address_ident` is its ident; otherwise `address_ident` is null.',
      'A create with an `external_ident` that exists at this source creates no second record. It is refused with the ident of the existing record, so an import may run twice.',
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
      'Send `customer_ident`; or `customer_identifier` with the name of a field and that field: `{ "customer_identifier": "customer_nr", "customer_nr": "10001" }`. When that field is missing: `customer_nr not set`. `customer.read` searches all sources for an `external_ident` and ignores `customer_type`. To search one source, use `customer.find`.',
      'Several customers may have the same value. Then the answer is the oldest one, `customers` (all matches, oldest first, without addresses, at most 100 and 512 KiB of them) and `count` (the number of all matches).',
      '`customer` has the fields of the customer. Its `delivery_*` fields are those of the address that it was created with; without one, they hold their defaults and `divergent_delivery_address` is 0.',
      '`address_data` has the delivery addresses, oldest first: at most 1,000 and 512 KiB of them. When there are more, `address_count` is the number of all addresses.',
      'The answer is consistent: it shows the state before or after a concurrent delete, never a part of it.',
    ],
    answer: {
      customer: exampleCustomer,
      address_data: [exampleAddress],
    },
    refused: { customer_not_found: { request: { customer_ident: unknown }, data: null } },
  },
  'customer.list': {
    rules: listRules({
      records: 'customers',
      filters:
        '`customer_type` and `external_account_name` beside `external_ident` name its source. They are refused without it: you cannot list a source alone.',
      ignoringCase: 'company, last name or e-mail',
      letterByLetter: 'number',
    }),
    answer: { customers: [exampleCustomer], cursor: null },
    refused: refusedCursors,
  },
  'customer.find': {
    rules: [
      'Made for programs that synchronize or import: one request looks for up to 1,000 values, in one field, and reads a few fields of what it finds. Values are cleaned like the field (see [Fields](#fields)) and then compared byte for byte, as in `customer.read`; `customer_ident` is compared as it was sent.',
      'The records are in the order of the values, the oldest one of a value first. Values that no record has are not mentioned. With `customer_type` or `external_account_name`, only records of that source are found; an empty `external_account_name` stands for the source without a name. An `external_ident` is unique only within its source: without both, records of all sources are found.',
      'A value may have several records. The answer has at most 10 of each value; `exceeded` has the values with more records than the answer shows, each with the number of all.',
      'When not all records fit into 512 KiB, or values have thousands of records, the answer covers the first values only. Then `next` is the index of the first value in `values` that is not covered: send the values from there on again.',
      'The `delivery_*` fields, `address_ident` and `address_version` are those of the address that the customer was created with, as in `customer.read`; without one, they hold their defaults or are empty. `address_version` is what `address.update` takes as `if_version`.',
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
  'customer.update': {
    rules: [
      "A new `customer_type` changes the source of the record's `external_ident`. If another record of that source has it, the update is refused with `external_ident_exists`.",
      'Only the fields that are sent are changed. When two updates send the same field, the last one wins.',
      '`data` has the ident and every written field with its stored value, after cleaning.',
      'Delivery addresses are not changed: `delivery_*` fields are ignored. `address.update` changes them.',
      'With `if_version`, nothing is done if the record has another version, see [conditional changes](#conditional-changes). Otherwise `data` has the new `version` too. A `version` that is sent is ignored.',
      'With `validate`, nothing is written if another record of the account has the same value in the field that `validate` names. Of two such updates at the same time, only one can write the value. If the named field is not sent, `validate` has no effect.',
    ],
    answer: { customer_ident, bill_city: 'Hamburg' },
    refused: {
      customer_not_found: { request: { customer_ident: unknown, bill_city: 'Hamburg' }, data: null },
      record_changed: {
        request: { customer_ident, if_version: 'outdated', bill_city: 'Hamburg' },
        data: { customer_ident, version: exampleVersion },
      },
      value_exists: {
        request: { customer_ident, validate: 'customer_nr', customer_nr: '10002' },
        data: { customer_ident, customer_nr: '10002' },
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
      'With `if_version`, nothing is done if the record has another version, see [conditional changes](#conditional-changes).',
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
