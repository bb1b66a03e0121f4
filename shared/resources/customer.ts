import { country, dateTime, flag, ident, integer, leitwegId, line, note, optional, title } from './field.ts';

/** Where a customer was imported from; write protected on update (spec section 2.1). */
export const customerSource = {
  external_ident: line(128),
  external_account_name: line(128),
};

/** The first part of what a client may set. On create the delivery address stands behind it. */
export const customerBilling = {
  customer_type: line(128, 'native'),
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

/** The last part of what a client may set. */
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

/** What a client may set on create and on update (spec section 2.1). */
export const customerFields = { ...customerBilling, ...customerTerms };

/** What the service sets by itself, or creates only through other fields. */
export const customerReadOnly = {
  customer_ident: ident(),
  external_username: line(128),
  divergent_delivery_address: flag(),
  account_number: line(64),
  account_bank_code: line(64),
  date_updated: dateTime(),
  date_created_user: line(10),
  date_updated_user: line(10),
};
