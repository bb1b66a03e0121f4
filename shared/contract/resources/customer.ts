import {
  country,
  dateTime,
  emptyIsDefault,
  flag,
  ident,
  integer,
  leitwegId,
  line,
  type Meanings,
  note,
  optional,
  version,
} from './field.ts';
import { type importSource, importSourceMeanings } from './importSource.ts';
import { title } from './titleCodes.ts';

/** First part of the fields that a client may set. On create, the delivery address follows it. */
export const customerBilling = {
  customer_type: emptyIsDefault(line(128, 'native')),
  customer_nr: line(128),
  is_business_client: flag(),
  bill_title: title(),
  bill_firstname: line(255),
  bill_lastname: line(255),
  bill_company: line(255),
  bill_vat_nr: line(64),
  bill_street: line(255),
  bill_street2: line(255),
  bill_zipcode: line(32),
  bill_city: line(255),
  bill_country: country(),
  bill_phone: line(64),
  bill_phone_mobile: line(64),
  bill_email: line(254),
};

export const customerTerms = {
  account_bank: line(64),
  account_bic: line(64),
  account_iban: line(42),
  account_wallet: line(255),
  /** Days. The default is the account's, which only the workers know. */
  term_of_credit: optional(integer(0, 2_147_483_647, 0)),
  user_note: note(),
  public_authority_id: leitwegId(),
  date_created: dateTime(),
};

export const customerFields = { ...customerBilling, ...customerTerms };

/** Fields that the service sets itself, or creates only from other fields. */
export const customerReadOnly = {
  customer_ident: ident(),
  external_username: line(128),
  divergent_delivery_address: flag(),
  account_number: line(64),
  account_bank_code: line(64),
  version: version(),
  date_updated: dateTime(),
  date_created_user: line(10),
  date_updated_user: line(10),
};

export const customerMeanings: Meanings<
  typeof importSource & typeof customerFields & typeof customerReadOnly
> = {
  ...importSourceMeanings('customer'),
  customer_type: 'Source of the customer, such as the name of a marketplace; `csv` for CSV imports.',
  customer_nr: {
    always: 'Customer number. May repeat, unless it was generated.',
    create: 'Generated when it is empty or not sent.',
  },
  is_business_client: '1 for a business customer.',
  bill_title: 'Title, see [title codes](#title-codes).',
  bill_firstname: 'First name.',
  bill_lastname: 'Last name.',
  bill_company: 'Company.',
  bill_vat_nr: 'VAT number. Stored as sent, not checked.',
  bill_street: 'Street and number.',
  bill_street2: 'Second line of the address.',
  bill_zipcode: 'Zip code.',
  bill_city: 'City.',
  bill_country: 'Billing country.',
  bill_phone: 'Phone number.',
  bill_phone_mobile: 'Mobile phone number.',
  bill_email: 'E-mail address. Stored as sent, not checked.',
  account_bank: 'Name of the bank.',
  account_bic: 'BIC. Stored as sent, not checked.',
  account_iban: 'IBAN. Stored as sent, not checked.',
  account_wallet: "The customer's account at a payment service.",
  term_of_credit: 'Days until an invoice is due.',
  user_note: 'Internal note.',
  public_authority_id: 'Leitweg-ID of a public authority. New orders of the customer take it over.',
  date_created: 'When the customer was created, in UTC. May be set and changed.',
  customer_ident: 'The customer.',
  external_username: 'Name of the user at the source.',
  divergent_delivery_address: {
    create: '1 also creates a delivery address from the `delivery_*` fields. Ignored on update.',
    read: '1 if the customer was created with a delivery address.',
  },
  account_number: 'Always empty.',
  account_bank_code: 'Always empty.',
  version:
    'Changes with every change of the customer or of one of its delivery addresses, see [conditional changes](#conditional-changes).',
  date_updated: 'When the customer was last changed, in UTC.',
  date_created_user: "Day of `date_created` in the account's time zone.",
  date_updated_user: "Day of `date_updated` in the account's time zone.",
};
