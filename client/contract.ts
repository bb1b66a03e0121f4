// Written by `npm run docs`; a test compares them.

/** The request of `customer.create`. */
export interface CustomerCreateRequest {
  /**
   * Identifier of the customer at its source. When not empty, unique in the account together with `customer_type` and
   * `external_account_name`. Ignored on update. At most 128 characters. Default: `""`.
   */
  external_ident?: string;
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. Ignored on update. At
   * most 128 characters. Default: `""`.
   */
  external_account_name?: string;
  /**
   * Source of the customer, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters.
   * Default: `"native"`.
   */
  customer_type?: string;
  /**
   * Customer number. May repeat, unless it was generated. Generated when it is empty or not sent. At most 128
   * characters. Default: the next number.
   */
  customer_nr?: string;
  /** 1 for a business customer. Default: `0`. */
  is_business_client?: 0 | 1;
  /**
   * Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. Default:
   * `-1`.
   */
  bill_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. Default: `""`. */
  bill_firstname?: string;
  /** Last name. At most 255 characters. Default: `""`. */
  bill_lastname?: string;
  /** Company. At most 255 characters. Default: `""`. */
  bill_company?: string;
  /** VAT number. Stored as sent, not checked. At most 64 characters. Default: `""`. */
  bill_vat_nr?: string;
  /** Street and number. At most 255 characters. Default: `""`. */
  bill_street?: string;
  /** Second line of the address. At most 255 characters. Default: `""`. */
  bill_street2?: string;
  /** Zip code. At most 32 characters. Default: `""`. */
  bill_zipcode?: string;
  /** City. At most 255 characters. Default: `""`. */
  bill_city?: string;
  /** Billing country. ISO 3166-1 alpha-2, or empty. Default: `""`. */
  bill_country?: string;
  /** Phone number. At most 64 characters. Default: `""`. */
  bill_phone?: string;
  /** Mobile phone number. At most 64 characters. Default: `""`. */
  bill_phone_mobile?: string;
  /** E-mail address. Stored as sent, not checked. At most 254 characters. Default: `""`. */
  bill_email?: string;
  /** 1 also creates a delivery address from the `delivery_*` fields. Ignored on update. Default: `0`. */
  divergent_delivery_address?: 0 | 1;
  /**
   * Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. Default:
   * `-1`.
   */
  delivery_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. Default: `""`. */
  delivery_firstname?: string;
  /** Last name. At most 255 characters. Default: `""`. */
  delivery_lastname?: string;
  /** Company. At most 255 characters. Default: `""`. */
  delivery_company?: string;
  /** Street and number. At most 255 characters. Default: `""`. */
  delivery_street?: string;
  /** Second line of the address. At most 255 characters. Default: `""`. */
  delivery_street2?: string;
  /** Zip code. At most 32 characters. Default: `""`. */
  delivery_zipcode?: string;
  /** City. At most 255 characters. Default: `""`. */
  delivery_city?: string;
  /** Phone number. At most 64 characters. Default: `""`. */
  delivery_phone?: string;
  /** Mobile phone number. At most 64 characters. Default: `""`. */
  delivery_phone_mobile?: string;
  /** Country of delivery. ISO 3166-1 alpha-2, or empty. Default: `"de"`. */
  delivery_country?: string;
  /** Name of the bank. At most 64 characters. Default: `""`. */
  account_bank?: string;
  /** BIC. Stored as sent, not checked. At most 64 characters. Default: `""`. */
  account_bic?: string;
  /** IBAN. Stored as sent, not checked. At most 42 characters. Default: `""`. */
  account_iban?: string;
  /** The customer's account at a payment service. At most 255 characters. Default: `""`. */
  account_wallet?: string;
  /** Days until an invoice is due. 0 to 2,147,483,647. Default: the account's. */
  term_of_credit?: number;
  /** Internal note. At most 65,535 bytes of UTF-8, several lines. Default: `""`. */
  user_note?: string;
  /**
   * Leitweg-ID of a public authority. New orders of the customer take it over. Leitweg-ID, at most 46 characters, or
   * empty. Default: `""`.
   */
  public_authority_id?: string;
  /**
   * When the customer was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   * Default: now.
   */
  date_created?: string;
}

/** The answer of `customer.create`. */
export type CustomerCreateAnswer = {
  /** The customer. */
  customer_ident: string;
  /** The delivery address; null if none was created. */
  address_ident: string | null;
};

/** All fields of `customer.read`. Each request needs those that name the record. */
export interface CustomerReadFields {
  /** The customer. At most 64 characters. */
  customer_ident?: string;
  /** The field to look for, unless `customer_ident` is sent. */
  customer_identifier?: "customer_nr" | "external_ident" | "bill_email";
  /** Customer number. May repeat, unless it was generated. At most 128 characters. */
  customer_nr?: string;
  /** Identifier of the customer at its source. At most 128 characters. */
  external_ident?: string;
  /** E-mail address. Stored as sent, not checked. At most 254 characters. */
  bill_email?: string;
}

/** `customer.read` by `customer_ident`. */
export interface CustomerReadByIdent extends CustomerReadFields {
  customer_ident: string;
}

/** `customer.read` by `customer_nr`. */
export interface CustomerReadByNr extends CustomerReadFields {
  customer_identifier: "customer_nr";
  customer_nr: string;
}

/** `customer.read` by `external_ident`. */
export interface CustomerReadByExternalIdent extends CustomerReadFields {
  customer_identifier: "external_ident";
  external_ident: string;
}

/** `customer.read` by `bill_email`. */
export interface CustomerReadByBillEmail extends CustomerReadFields {
  customer_identifier: "bill_email";
  bill_email: string;
}

/** The request of `customer.read`. */
export type CustomerReadRequest = CustomerReadByIdent | CustomerReadByNr | CustomerReadByExternalIdent | CustomerReadByBillEmail;

/** The answer of `customer.read`. */
export type CustomerReadAnswer = {
  /** The customer. */
  customer: CustomerRecord;
  /** Delivery addresses, the oldest first: at most 1,000, and 512 KiB of them. */
  address_data: AddressRecord[];
  /** The number of delivery addresses; only when `address_data` has not all of them. */
  address_count?: number;
  /**
   * All customers with the value, if there are several: the oldest first, without addresses, at most 100 and 512 KiB.
   */
  customers?: CustomerRecord[];
  /** The number of customers with the value, if there are several. */
  count?: number;
};

/** The request of `customer.find`. */
export interface CustomerFindRequest {
  /** The field to search. */
  by: "customer_nr" | "bill_email" | "external_ident" | "customer_ident";
  /** The values to look for; repeated ones count once. 1 to 1,000 strings of 1 to 255 characters. */
  values: readonly (string | number)[];
  /** The fields that the answer has beside the ident, `version` and the field that is searched. */
  fields?: readonly ("external_ident" | "external_account_name" | "customer_type" | "customer_nr" | "is_business_client" | "bill_title" | "bill_firstname" | "bill_lastname" | "bill_company" | "bill_vat_nr" | "bill_street" | "bill_street2" | "bill_zipcode" | "bill_city" | "bill_country" | "bill_phone" | "bill_phone_mobile" | "bill_email" | "account_bank" | "account_bic" | "account_iban" | "account_wallet" | "term_of_credit" | "user_note" | "public_authority_id" | "date_created" | "date_updated" | "divergent_delivery_address" | "delivery_title" | "delivery_firstname" | "delivery_lastname" | "delivery_company" | "delivery_street" | "delivery_street2" | "delivery_zipcode" | "delivery_city" | "delivery_phone" | "delivery_phone_mobile" | "delivery_country" | "address_ident" | "address_version")[];
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. At most 128 characters.
   */
  external_account_name?: string;
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  customer_type?: string;
}

/** A part of `CustomerFindAnswer`. */
export type CustomerFindCustomer = {
  /** The customer. */
  customer_ident: string;
  /** Changes with every change of the customer or of one of its delivery addresses. */
  version: string;
  /** Identifier of the customer at its source. */
  external_ident?: string;
  /** Name of the account at the source; for CSV imports, the program that the file comes from. */
  external_account_name?: string;
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. */
  customer_type?: string;
  /** Customer number. May repeat, unless it was generated. */
  customer_nr?: string;
  /** 1 for a business customer. */
  is_business_client?: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  bill_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  bill_firstname?: string;
  /** Last name. */
  bill_lastname?: string;
  /** Company. */
  bill_company?: string;
  /** VAT number. Stored as sent, not checked. */
  bill_vat_nr?: string;
  /** Street and number. */
  bill_street?: string;
  /** Second line of the address. */
  bill_street2?: string;
  /** Zip code. */
  bill_zipcode?: string;
  /** City. */
  bill_city?: string;
  /** Billing country. */
  bill_country?: string;
  /** Phone number. */
  bill_phone?: string;
  /** Mobile phone number. */
  bill_phone_mobile?: string;
  /** E-mail address. Stored as sent, not checked. */
  bill_email?: string;
  /** Name of the bank. */
  account_bank?: string;
  /** BIC. Stored as sent, not checked. */
  account_bic?: string;
  /** IBAN. Stored as sent, not checked. */
  account_iban?: string;
  /** The customer's account at a payment service. */
  account_wallet?: string;
  /** Days until an invoice is due. */
  term_of_credit?: number;
  /** Internal note. */
  user_note?: string;
  /** Leitweg-ID of a public authority. New orders of the customer take it over. */
  public_authority_id?: string;
  /** When the customer was created, in UTC. May be set and changed. */
  date_created?: string;
  /** When the customer was last changed, in UTC. */
  date_updated?: string;
  /** 1 if the customer was created with a delivery address. */
  divergent_delivery_address?: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  delivery_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  delivery_firstname?: string;
  /** Last name. */
  delivery_lastname?: string;
  /** Company. */
  delivery_company?: string;
  /** Street and number. */
  delivery_street?: string;
  /** Second line of the address. */
  delivery_street2?: string;
  /** Zip code. */
  delivery_zipcode?: string;
  /** City. */
  delivery_city?: string;
  /** Phone number. */
  delivery_phone?: string;
  /** Mobile phone number. */
  delivery_phone_mobile?: string;
  /** Country of delivery. */
  delivery_country?: string;
  /** The delivery address. */
  address_ident?: string;
  /** The version of the delivery address. */
  address_version?: string;
};

/** A part of `CustomerFindAnswer`. */
export type CustomerFindExceeded = {
  /** The value. */
  value: string;
  /** The number of customers with the value. */
  count: number;
};

/** The answer of `customer.find`. */
export type CustomerFindAnswer = {
  /** Customers. */
  customers: CustomerFindCustomer[];
  /** The values that have more records than are answered. */
  exceeded?: CustomerFindExceeded[];
  /** The index in `values` from which on to ask again, since not all records fit into an answer. */
  next?: number;
};

/** The request of `customer.update`. */
export interface CustomerUpdateRequest {
  /** The customer. At most 64 characters. */
  customer_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
  /** The name of a field whose value must be unique in the account. */
  validate?: "customer_type" | "customer_nr" | "is_business_client" | "bill_title" | "bill_firstname" | "bill_lastname" | "bill_company" | "bill_vat_nr" | "bill_street" | "bill_street2" | "bill_zipcode" | "bill_city" | "bill_country" | "bill_phone" | "bill_phone_mobile" | "bill_email" | "account_bank" | "account_bic" | "account_iban" | "account_wallet" | "term_of_credit" | "user_note" | "public_authority_id" | "date_created";
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  customer_type?: string;
  /** Customer number. May repeat, unless it was generated. At most 128 characters, not empty. */
  customer_nr?: string;
  /** 1 for a business customer. */
  is_business_client?: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  bill_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. */
  bill_firstname?: string;
  /** Last name. At most 255 characters. */
  bill_lastname?: string;
  /** Company. At most 255 characters. */
  bill_company?: string;
  /** VAT number. Stored as sent, not checked. At most 64 characters. */
  bill_vat_nr?: string;
  /** Street and number. At most 255 characters. */
  bill_street?: string;
  /** Second line of the address. At most 255 characters. */
  bill_street2?: string;
  /** Zip code. At most 32 characters. */
  bill_zipcode?: string;
  /** City. At most 255 characters. */
  bill_city?: string;
  /** Billing country. ISO 3166-1 alpha-2, or empty. */
  bill_country?: string;
  /** Phone number. At most 64 characters. */
  bill_phone?: string;
  /** Mobile phone number. At most 64 characters. */
  bill_phone_mobile?: string;
  /** E-mail address. Stored as sent, not checked. At most 254 characters. */
  bill_email?: string;
  /** Name of the bank. At most 64 characters. */
  account_bank?: string;
  /** BIC. Stored as sent, not checked. At most 64 characters. */
  account_bic?: string;
  /** IBAN. Stored as sent, not checked. At most 42 characters. */
  account_iban?: string;
  /** The customer's account at a payment service. At most 255 characters. */
  account_wallet?: string;
  /** Days until an invoice is due. 0 to 2,147,483,647. */
  term_of_credit?: number;
  /** Internal note. At most 65,535 bytes of UTF-8, several lines. */
  user_note?: string;
  /**
   * Leitweg-ID of a public authority. New orders of the customer take it over. Leitweg-ID, at most 46 characters, or
   * empty.
   */
  public_authority_id?: string;
  /**
   * When the customer was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   */
  date_created?: string;
}

/** The answer of `customer.update`. */
export type CustomerUpdateAnswer = {
  /** The customer. */
  customer_ident: string;
  /** Changes with every change of the customer or of one of its delivery addresses. */
  version?: string;
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. */
  customer_type?: string;
  /** Customer number. May repeat, unless it was generated. */
  customer_nr?: string;
  /** 1 for a business customer. */
  is_business_client?: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  bill_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  bill_firstname?: string;
  /** Last name. */
  bill_lastname?: string;
  /** Company. */
  bill_company?: string;
  /** VAT number. Stored as sent, not checked. */
  bill_vat_nr?: string;
  /** Street and number. */
  bill_street?: string;
  /** Second line of the address. */
  bill_street2?: string;
  /** Zip code. */
  bill_zipcode?: string;
  /** City. */
  bill_city?: string;
  /** Billing country. */
  bill_country?: string;
  /** Phone number. */
  bill_phone?: string;
  /** Mobile phone number. */
  bill_phone_mobile?: string;
  /** E-mail address. Stored as sent, not checked. */
  bill_email?: string;
  /** Name of the bank. */
  account_bank?: string;
  /** BIC. Stored as sent, not checked. */
  account_bic?: string;
  /** IBAN. Stored as sent, not checked. */
  account_iban?: string;
  /** The customer's account at a payment service. */
  account_wallet?: string;
  /** Days until an invoice is due. */
  term_of_credit?: number;
  /** Internal note. */
  user_note?: string;
  /** Leitweg-ID of a public authority. New orders of the customer take it over. */
  public_authority_id?: string;
  /** When the customer was created, in UTC. May be set and changed. */
  date_created?: string;
};

/** The request of `customer.delete`. */
export interface CustomerDeleteRequest {
  /** The customer. At most 64 characters. */
  customer_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
  /** 1 also removes the values of the customer and its addresses from history and from stored answers. */
  erase?: 0 | 1;
}

/** The answer of `customer.delete`. */
export type CustomerDeleteAnswer = null;

/** The request of `customer.exists`. */
export interface CustomerExistsRequest {
  /** The customer. At most 64 characters. */
  customer_ident: string;
}

/** The request of `customer.history`. */
export interface CustomerHistoryRequest {
  /** The customer. At most 64 characters. */
  customer_ident: string;
  /** Records of a page, at most. 1 to 100. Default: `100`. */
  limit?: number;
  /** The `cursor` of the page before. Omit it for the first page. At most 1024 characters. */
  cursor?: string;
}

/** A part of `CustomerHistoryEntry`. */
export type CustomerHistoryEntryField = {
  /** The name of the field. */
  field: string;
  /** The value before the change. */
  old: string | number;
  /** The value after the change. */
  new: string | number;
};

/** A part of `CustomerHistoryAnswer`. */
export type CustomerHistoryEntry = {
  /** The operation that made the change. */
  operation: string;
  /** The app that sent the request. */
  app_id: string;
  /** The time of the change, in UTC. */
  date: string;
  /** The address of the customer that was changed, if it was one. */
  address_ident?: string;
  /** The fields that got another value. */
  fields: CustomerHistoryEntryField[];
};

/** The answer of `customer.history`. */
export type CustomerHistoryAnswer = {
  /** Changes of the record, the newest first. */
  entries: CustomerHistoryEntry[];
  /** The beginning of the next page; null on the last one. */
  cursor: string | null;
  /** 1 to get the number of all records of the list in `total`, see below. */
  total?: number | null;
};

/** The request of `customer.list`. */
export interface CustomerListRequest {
  /**
   * Fields and the values that all records of the list have. An object with any of these: `customer_nr`,
   * `bill_email`, `bill_zipcode`, `bill_country`, `external_ident`, `customer_type`, `external_account_name`,
   * `updated_from`, `updated_to`, `created_from`, `created_to`.
   */
  filter?: { customer_nr?: string; bill_email?: string; bill_zipcode?: string; bill_country?: string; external_ident?: string; customer_type?: string; external_account_name?: string; updated_from?: string; updated_to?: string; created_from?: string; created_to?: string };
  /** The beginning of a company, last name, e-mail, title, number, SKU or EAN. At most 255 characters. */
  search?: string;
  /** The order of the records. With a minus, it is reversed, so `-created` begins with the newest. */
  sort?: "created" | "-created" | "updated" | "-updated" | "number" | "-number" | "company" | "-company" | "lastname" | "-lastname";
  /** 1 to get the number of all records of the list in `total`. */
  total?: 0 | 1;
  /** Records of a page, at most. 1 to 1,000. Default: `100`. */
  limit?: number;
  /** The `cursor` of the page before. Omit it for the first page. At most 1024 characters. */
  cursor?: string;
  /** Words to search for, as people type them. Not with `search` or `sort`. At most 255 characters. */
  query?: string;
}

/** The answer of `customer.list`. */
export type CustomerListAnswer = {
  /** Customers. */
  customers: CustomerRecord[];
  /** The beginning of the next page; null on the last one. */
  cursor: string | null;
  /** 1 to get the number of all records of the list in `total`, see below. */
  total?: number | null;
};

/** The request of `customer.put`. */
export interface CustomerPutRequest {
  /** Identifier of the customer at its source. At most 128 characters. Default: `""`. */
  external_ident?: string;
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. At most 128 characters.
   * Default: `""`.
   */
  external_account_name?: string;
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  customer_type?: string;
  /**
   * Customer number. May repeat, unless it was generated. At most 128 characters, not empty. Default: the next
   * number.
   */
  customer_nr?: string;
  /** 1 for a business customer. */
  is_business_client?: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  bill_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. */
  bill_firstname?: string;
  /** Last name. At most 255 characters. */
  bill_lastname?: string;
  /** Company. At most 255 characters. */
  bill_company?: string;
  /** VAT number. Stored as sent, not checked. At most 64 characters. */
  bill_vat_nr?: string;
  /** Street and number. At most 255 characters. */
  bill_street?: string;
  /** Second line of the address. At most 255 characters. */
  bill_street2?: string;
  /** Zip code. At most 32 characters. */
  bill_zipcode?: string;
  /** City. At most 255 characters. */
  bill_city?: string;
  /** Billing country. ISO 3166-1 alpha-2, or empty. */
  bill_country?: string;
  /** Phone number. At most 64 characters. */
  bill_phone?: string;
  /** Mobile phone number. At most 64 characters. */
  bill_phone_mobile?: string;
  /** E-mail address. Stored as sent, not checked. At most 254 characters. */
  bill_email?: string;
  /** Name of the bank. At most 64 characters. */
  account_bank?: string;
  /** BIC. Stored as sent, not checked. At most 64 characters. */
  account_bic?: string;
  /** IBAN. Stored as sent, not checked. At most 42 characters. */
  account_iban?: string;
  /** The customer's account at a payment service. At most 255 characters. */
  account_wallet?: string;
  /** Days until an invoice is due. 0 to 2,147,483,647. Default: the account's. */
  term_of_credit?: number;
  /** Internal note. At most 65,535 bytes of UTF-8, several lines. */
  user_note?: string;
  /**
   * Leitweg-ID of a public authority. New orders of the customer take it over. Leitweg-ID, at most 46 characters, or
   * empty.
   */
  public_authority_id?: string;
  /**
   * When the customer was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   * Default: now.
   */
  date_created?: string;
}

/** The answer of `customer.put`. */
export type CustomerPutAnswer = {
  /** The customer. */
  customer_ident: string;
  /** The effect: `created`, `updated`, or `unchanged` if the record had all the sent values. */
  result: "created" | "updated" | "unchanged";
};

/** The request of `address.create`. */
export interface AddressCreateRequest {
  /** The customer that the address belongs to. At most 64 characters. */
  customer_ident: string;
  /**
   * Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. Default:
   * `-1`.
   */
  delivery_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. Default: `""`. */
  delivery_firstname?: string;
  /** Last name. At most 255 characters. Default: `""`. */
  delivery_lastname?: string;
  /** Company. At most 255 characters. Default: `""`. */
  delivery_company?: string;
  /** Street and number. At most 255 characters. Default: `""`. */
  delivery_street?: string;
  /** Second line of the address. At most 255 characters. Default: `""`. */
  delivery_street2?: string;
  /** Zip code. At most 32 characters. Default: `""`. */
  delivery_zipcode?: string;
  /** City. At most 255 characters. Default: `""`. */
  delivery_city?: string;
  /** Phone number. At most 64 characters. Default: `""`. */
  delivery_phone?: string;
  /** Mobile phone number. At most 64 characters. Default: `""`. */
  delivery_phone_mobile?: string;
  /** Country of delivery. ISO 3166-1 alpha-2, or empty. Default: `"de"`. */
  delivery_country?: string;
}

/** The answer of `address.create`. */
export type AddressCreateAnswer = {
  /** The delivery address. */
  address_ident: string;
  /** The customer that the address belongs to. */
  customer_ident: string;
};

/** The request of `address.read`. */
export interface AddressReadRequest {
  /** The delivery address. At most 64 characters. */
  address_ident: string;
}

/** The answer of `address.read`. */
export type AddressReadAnswer = {
  /** The delivery address. */
  address: AddressRecord;
};

/** The request of `address.update`. */
export interface AddressUpdateRequest {
  /** The delivery address. At most 64 characters. */
  address_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  delivery_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. At most 255 characters. */
  delivery_firstname?: string;
  /** Last name. At most 255 characters. */
  delivery_lastname?: string;
  /** Company. At most 255 characters. */
  delivery_company?: string;
  /** Street and number. At most 255 characters. */
  delivery_street?: string;
  /** Second line of the address. At most 255 characters. */
  delivery_street2?: string;
  /** Zip code. At most 32 characters. */
  delivery_zipcode?: string;
  /** City. At most 255 characters. */
  delivery_city?: string;
  /** Phone number. At most 64 characters. */
  delivery_phone?: string;
  /** Mobile phone number. At most 64 characters. */
  delivery_phone_mobile?: string;
  /** Country of delivery. ISO 3166-1 alpha-2, or empty. */
  delivery_country?: string;
}

/** The answer of `address.update`. */
export type AddressUpdateAnswer = {
  /** The delivery address. */
  address_ident: string;
  /** Changes with every change of the address. */
  version?: string;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  delivery_title?: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  delivery_firstname?: string;
  /** Last name. */
  delivery_lastname?: string;
  /** Company. */
  delivery_company?: string;
  /** Street and number. */
  delivery_street?: string;
  /** Second line of the address. */
  delivery_street2?: string;
  /** Zip code. */
  delivery_zipcode?: string;
  /** City. */
  delivery_city?: string;
  /** Phone number. */
  delivery_phone?: string;
  /** Mobile phone number. */
  delivery_phone_mobile?: string;
  /** Country of delivery. */
  delivery_country?: string;
};

/** The request of `address.delete`. */
export interface AddressDeleteRequest {
  /** The delivery address. At most 64 characters. */
  address_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
}

/** The answer of `address.delete`. */
export type AddressDeleteAnswer = null;

/** The request of `address.exists`. */
export interface AddressExistsRequest {
  /** The delivery address. At most 64 characters. */
  address_ident: string;
}

/** The request of `address.list`. */
export interface AddressListRequest {
  /**
   * Fields and the values that all records of the list have. An object with any of these: `customer_ident`,
   * `delivery_zipcode`, `delivery_country`, `updated_from`, `updated_to`, `created_from`, `created_to`.
   */
  filter?: { customer_ident?: string; delivery_zipcode?: string; delivery_country?: string; updated_from?: string; updated_to?: string; created_from?: string; created_to?: string };
  /** The beginning of a company, last name, e-mail, title, number, SKU or EAN. At most 255 characters. */
  search?: string;
  /** The order of the records. With a minus, it is reversed, so `-created` begins with the newest. */
  sort?: "created" | "-created" | "updated" | "-updated" | "company" | "-company" | "lastname" | "-lastname";
  /** 1 to get the number of all records of the list in `total`. */
  total?: 0 | 1;
  /** Records of a page, at most. 1 to 1,000. Default: `100`. */
  limit?: number;
  /** The `cursor` of the page before. Omit it for the first page. At most 1024 characters. */
  cursor?: string;
}

/** The answer of `address.list`. */
export type AddressListAnswer = {
  /** Delivery addresses. */
  addresses: AddressRecord[];
  /** The beginning of the next page; null on the last one. */
  cursor: string | null;
  /** 1 to get the number of all records of the list in `total`, see below. */
  total?: number | null;
};

/** The request of `article.create`. */
export interface ArticleCreateRequest {
  /**
   * Identifier of the article at its source. When not empty, unique in the account together with `article_type` and
   * `external_account_name`. Ignored on update. At most 128 characters. Default: `""`.
   */
  external_ident?: string;
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. Ignored on update. At
   * most 128 characters. Default: `""`.
   */
  external_account_name?: string;
  /** Title. At most 255 characters. */
  article_title: string;
  /** Subtitle. At most 255 characters. Default: `""`. */
  article_subtitle?: string;
  /** Description. At most 65,535 bytes of UTF-8, several lines. Default: `""`. */
  article_description?: string;
  /**
   * Article number. May repeat, unless it was generated. Generated when it is empty or not sent. At most 128
   * characters. Default: the next number.
   */
  article_nr?: string;
  /** SKU. May repeat. At most 128 characters. Default: `""`. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. At most 128 characters. Default: `""`. */
  article_ean?: string;
  /**
   * Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms.
   * Default: `"unit_ppu"`.
   */
  article_unit?: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /**
   * Source of the article, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. Default:
   * `"native"`.
   */
  article_type?: string;
  /**
   * Net price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point. Default: `0`.
   */
  article_price?: number | string;
  /** Tax rate in percent. 0 to 100, at most 4 decimals. Default: `0`. */
  article_tax_rate?: number | string;
  /**
   * Purchase price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point. Default: `0`.
   */
  article_purchase_price?: number | string;
  /**
   * When the article was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   * Default: now.
   */
  date_created?: string;
}

/** The answer of `article.create`. */
export type ArticleCreateAnswer = {
  /** The article. */
  article_ident: string;
};

/** All fields of `article.read`. Each request needs those that name the record. */
export interface ArticleReadFields {
  /** The article. At most 64 characters. */
  article_ident?: string;
  /** The field that is compared, unless `article_ident` is sent. */
  article_identifier?: "sku" | "ean";
  /** SKU. May repeat. At most 128 characters. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. At most 128 characters. */
  article_ean?: string;
}

/** `article.read` by `article_ident`. */
export interface ArticleReadByIdent extends ArticleReadFields {
  article_ident: string;
}

/** `article.read` by `article_sku`. */
export interface ArticleReadBySku extends ArticleReadFields {
  article_identifier: "sku";
  article_sku: string;
}

/** `article.read` by `article_ean`. */
export interface ArticleReadByEan extends ArticleReadFields {
  article_identifier: "ean";
  article_ean: string;
}

/** The request of `article.read`. */
export type ArticleReadRequest = ArticleReadByIdent | ArticleReadBySku | ArticleReadByEan;

/** The answer of `article.read`. */
export type ArticleReadAnswer = {
  /** The article. */
  article_ident: string;
  /**
   * Gross price, in the currency of the account (`account.read`): net price × (100 + tax rate) / 100, in decimal
   * arithmetic, rounded half up to 4 decimals.
   */
  article_price_total: number;
  /** Changes with every change of the article. Sales do not change it. */
  version: string;
  /** Day of `date_created` in the account's time zone. */
  date_created_user: string;
  /** Title. */
  article_title: string;
  /** Subtitle. */
  article_subtitle: string;
  /** Description. */
  article_description: string;
  /** Article number. May repeat, unless it was generated. */
  article_nr: string;
  /** SKU. May repeat. */
  article_sku: string;
  /** EAN. May repeat. Stored as sent, not checked. */
  article_ean: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. */
  article_type: string;
  /** Net price, in the currency of the account (`account.read`). */
  article_price: number;
  /** Tax rate in percent. */
  article_tax_rate: number;
  /** Purchase price, in the currency of the account (`account.read`). */
  article_purchase_price: number;
  /** When the article was created, in UTC. May be set and changed. */
  date_created: string;
  /** The quantity and the prices that were sold. */
  sales: ArticleRecordSales;
  /** All articles with the SKU or EAN, if there are several: the oldest first, at most 100 and 512 KiB. */
  articles?: ArticleRecord[];
  /** The number of articles with the SKU or EAN, if there are several. */
  count?: number;
};

/** The request of `article.find`. */
export interface ArticleFindRequest {
  /** The field to search. */
  by: "article_nr" | "article_sku" | "article_ean" | "external_ident" | "article_ident";
  /** The values to look for; repeated ones count once. 1 to 1,000 strings of 1 to 255 characters. */
  values: readonly (string | number)[];
  /** The fields that the answer has beside the ident, `version` and the field that is searched. */
  fields?: readonly ("external_ident" | "external_account_name" | "article_title" | "article_subtitle" | "article_description" | "article_nr" | "article_sku" | "article_ean" | "article_unit" | "article_type" | "article_price" | "article_tax_rate" | "article_purchase_price" | "date_created" | "date_updated")[];
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. At most 128 characters.
   */
  external_account_name?: string;
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  article_type?: string;
}

/** A part of `ArticleFindAnswer`. */
export type ArticleFindArticle = {
  /** The article. */
  article_ident: string;
  /** Changes with every change of the article. Sales do not change it. */
  version: string;
  /** Identifier of the article at its source. */
  external_ident?: string;
  /** Name of the account at the source; for CSV imports, the program that the file comes from. */
  external_account_name?: string;
  /** Title. */
  article_title?: string;
  /** Subtitle. */
  article_subtitle?: string;
  /** Description. */
  article_description?: string;
  /** Article number. May repeat, unless it was generated. */
  article_nr?: string;
  /** SKU. May repeat. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. */
  article_ean?: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit?: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. */
  article_type?: string;
  /** Net price, in the currency of the account (`account.read`). */
  article_price?: number;
  /** Tax rate in percent. */
  article_tax_rate?: number;
  /** Purchase price, in the currency of the account (`account.read`). */
  article_purchase_price?: number;
  /** When the article was created, in UTC. May be set and changed. */
  date_created?: string;
  /** When the article was last changed, in UTC. */
  date_updated?: string;
};

/** A part of `ArticleFindAnswer`. */
export type ArticleFindExceeded = {
  /** The value. */
  value: string;
  /** The number of articles with the value. */
  count: number;
};

/** The answer of `article.find`. */
export type ArticleFindAnswer = {
  /** Articles. */
  articles: ArticleFindArticle[];
  /** The values that have more records than are answered. */
  exceeded?: ArticleFindExceeded[];
  /** The index in `values` from which on to ask again, since not all records fit into an answer. */
  next?: number;
};

/** The request of `article.update`. */
export interface ArticleUpdateRequest {
  /** The article. At most 64 characters. */
  article_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
  /** The name of a field whose value must be unique in the account. */
  validate?: "article_title" | "article_subtitle" | "article_description" | "article_nr" | "article_sku" | "article_ean" | "article_unit" | "article_type" | "article_price" | "article_tax_rate" | "article_purchase_price" | "date_created";
  /** Title. At most 255 characters, not empty. */
  article_title?: string;
  /** Subtitle. At most 255 characters. */
  article_subtitle?: string;
  /** Description. At most 65,535 bytes of UTF-8, several lines. */
  article_description?: string;
  /** Article number. May repeat, unless it was generated. At most 128 characters, not empty. */
  article_nr?: string;
  /** SKU. May repeat. At most 128 characters. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. At most 128 characters. */
  article_ean?: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit?: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  article_type?: string;
  /**
   * Net price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point.
   */
  article_price?: number | string;
  /** Tax rate in percent. 0 to 100, at most 4 decimals. */
  article_tax_rate?: number | string;
  /**
   * Purchase price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point.
   */
  article_purchase_price?: number | string;
  /**
   * When the article was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   */
  date_created?: string;
}

/** The answer of `article.update`. */
export type ArticleUpdateAnswer = {
  /** The article. */
  article_ident: string;
  /** Changes with every change of the article. Sales do not change it. */
  version?: string;
  /** Title. */
  article_title?: string;
  /** Subtitle. */
  article_subtitle?: string;
  /** Description. */
  article_description?: string;
  /** Article number. May repeat, unless it was generated. */
  article_nr?: string;
  /** SKU. May repeat. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. */
  article_ean?: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit?: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. */
  article_type?: string;
  /** Net price, in the currency of the account (`account.read`). */
  article_price?: number;
  /** Tax rate in percent. */
  article_tax_rate?: number;
  /** Purchase price, in the currency of the account (`account.read`). */
  article_purchase_price?: number;
  /** When the article was created, in UTC. May be set and changed. */
  date_created?: string;
};

/** The request of `article.delete`. */
export interface ArticleDeleteRequest {
  /** The article. At most 64 characters. */
  article_ident: string;
  /** The version that the record must have; otherwise nothing is changed. At most 64 characters, not empty. */
  if_version?: string;
}

/** The answer of `article.delete`. */
export type ArticleDeleteAnswer = null;

/** The request of `article.exists`. */
export interface ArticleExistsRequest {
  /** The article. At most 64 characters. */
  article_ident: string;
}

/** The request of `article.history`. */
export interface ArticleHistoryRequest {
  /** The article. At most 64 characters. */
  article_ident: string;
  /** Records of a page, at most. 1 to 100. Default: `100`. */
  limit?: number;
  /** The `cursor` of the page before. Omit it for the first page. At most 1024 characters. */
  cursor?: string;
}

/** A part of `ArticleHistoryEntry`. */
export type ArticleHistoryEntryField = {
  /** The name of the field. */
  field: string;
  /** The value before the change. */
  old: string | number;
  /** The value after the change. */
  new: string | number;
};

/** A part of `ArticleHistoryAnswer`. */
export type ArticleHistoryEntry = {
  /** The operation that made the change. */
  operation: string;
  /** The app that sent the request. */
  app_id: string;
  /** The time of the change, in UTC. */
  date: string;
  /** The address of the customer that was changed, if it was one. */
  address_ident?: string;
  /** The fields that got another value. */
  fields: ArticleHistoryEntryField[];
};

/** The answer of `article.history`. */
export type ArticleHistoryAnswer = {
  /** Changes of the record, the newest first. */
  entries: ArticleHistoryEntry[];
  /** The beginning of the next page; null on the last one. */
  cursor: string | null;
  /** 1 to get the number of all records of the list in `total`, see below. */
  total?: number | null;
};

/** The request of `article.list`. */
export interface ArticleListRequest {
  /**
   * Fields and the values that all records of the list have. An object with any of these: `article_nr`,
   * `article_sku`, `article_ean`, `external_ident`, `article_type`, `external_account_name`, `price_from`,
   * `price_to`, `updated_from`, `updated_to`, `created_from`, `created_to`.
   */
  filter?: { article_nr?: string; article_sku?: string; article_ean?: string; external_ident?: string; article_type?: string; external_account_name?: string; price_from?: number | string; price_to?: number | string; updated_from?: string; updated_to?: string; created_from?: string; created_to?: string };
  /** The beginning of a company, last name, e-mail, title, number, SKU or EAN. At most 255 characters. */
  search?: string;
  /** The order of the records. With a minus, it is reversed, so `-created` begins with the newest. */
  sort?: "created" | "-created" | "updated" | "-updated" | "number" | "-number" | "title" | "-title";
  /** 1 to get the number of all records of the list in `total`. */
  total?: 0 | 1;
  /** Records of a page, at most. 1 to 1,000. Default: `100`. */
  limit?: number;
  /** The `cursor` of the page before. Omit it for the first page. At most 1024 characters. */
  cursor?: string;
  /** Words to search for, as people type them. Not with `search` or `sort`. At most 255 characters. */
  query?: string;
}

/** A part of `ArticleListAnswer`. */
export type ArticleListArticle = {
  /** The article. */
  article_ident: string;
  /**
   * Gross price, in the currency of the account (`account.read`): net price × (100 + tax rate) / 100, in decimal
   * arithmetic, rounded half up to 4 decimals.
   */
  article_price_total: number;
  /** Changes with every change of the article. Sales do not change it. */
  version: string;
  /** Day of `date_created` in the account's time zone. */
  date_created_user: string;
  /** Title. */
  article_title: string;
  /** Subtitle. */
  article_subtitle: string;
  /** Description. */
  article_description: string;
  /** Article number. May repeat, unless it was generated. */
  article_nr: string;
  /** SKU. May repeat. */
  article_sku: string;
  /** EAN. May repeat. Stored as sent, not checked. */
  article_ean: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. */
  article_type: string;
  /** Net price, in the currency of the account (`account.read`). */
  article_price: number;
  /** Tax rate in percent. */
  article_tax_rate: number;
  /** Purchase price, in the currency of the account (`account.read`). */
  article_purchase_price: number;
  /** When the article was created, in UTC. May be set and changed. */
  date_created: string;
  /** The quantity and the prices that were sold. */
  sales: ArticleRecordSales;
  /** Identifier of the article at its source. */
  external_ident: string;
  /** Name of the account at the source; for CSV imports, the program that the file comes from. */
  external_account_name: string;
  /** When the article was last changed, in UTC. */
  date_updated: string;
};

/** The answer of `article.list`. */
export type ArticleListAnswer = {
  /** Articles. */
  articles: ArticleListArticle[];
  /** The beginning of the next page; null on the last one. */
  cursor: string | null;
  /** 1 to get the number of all records of the list in `total`, see below. */
  total?: number | null;
};

/** The request of `article.put`. */
export interface ArticlePutRequest {
  /** Identifier of the article at its source. At most 128 characters. Default: `""`. */
  external_ident?: string;
  /**
   * Name of the account at the source; for CSV imports, the program that the file comes from. At most 128 characters.
   * Default: `""`.
   */
  external_account_name?: string;
  /** Title. At most 255 characters, not empty. */
  article_title?: string;
  /** Subtitle. At most 255 characters. */
  article_subtitle?: string;
  /** Description. At most 65,535 bytes of UTF-8, several lines. */
  article_description?: string;
  /**
   * Article number. May repeat, unless it was generated. At most 128 characters, not empty. Default: the next number.
   */
  article_nr?: string;
  /** SKU. May repeat. At most 128 characters. */
  article_sku?: string;
  /** EAN. May repeat. Stored as sent, not checked. At most 128 characters. */
  article_ean?: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit?: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. At most 128 characters. */
  article_type?: string;
  /**
   * Net price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point.
   */
  article_price?: number | string;
  /** Tax rate in percent. 0 to 100, at most 4 decimals. */
  article_tax_rate?: number | string;
  /**
   * Purchase price, in the currency of the account (`account.read`). At most 11 digits before and 4 after the decimal
   * point.
   */
  article_purchase_price?: number | string;
  /**
   * When the article was created, in UTC. May be set and changed. `YYYY-MM-DD HH:MM:SS`, 1900-01-01 to 9998-12-31.
   * Default: now.
   */
  date_created?: string;
}

/** The answer of `article.put`. */
export type ArticlePutAnswer = {
  /** The article. */
  article_ident: string;
  /** The effect: `created`, `updated`, or `unchanged` if the record had all the sent values. */
  result: "created" | "updated" | "unchanged";
};

/** The request of `changes.list`. */
export interface ChangesListRequest {
  /** The cursor of an earlier answer. Without it, the answer is empty and its cursor means "from now on". */
  after?: string;
  /** Only changes of records of these resources. Without it, those of all. */
  resources?: readonly ("customer" | "address" | "article" | "webhook")[];
  /** Only changes of these kinds. Without it, all. */
  kinds?: readonly ("created" | "updated" | "deleted")[];
  /** Changes that the answer has at most. 1 to 1,000. Default: `100`. */
  limit?: number;
  /** Milliseconds to wait for a change if there is none yet. 0 to 20,000. Default: `0`. */
  wait_ms?: number;
}

/** A part of `ChangesListAnswer`. */
export type ChangesListChange = {
  /** The resource of the record. */
  resource: "customer" | "address" | "article" | "webhook";
  /** The record. */
  ident: string;
  /** The kind of the change. */
  kind: "created" | "updated" | "deleted";
  /** The time of the change, in UTC. */
  date: string;
  /** The fields that an update has changed. Other kinds of changes do not have it. */
  fields?: string[];
};

/** The answer of `changes.list`. */
export type ChangesListAnswer = {
  /** Changes, in the order in which they were made. */
  changes: ChangesListChange[];
  /** Send it as `after` in the next request. It is never null, since changes have no end. */
  cursor: string;
};

/** The request of `webhook.create`. */
export interface WebhookCreateRequest {
  /**
   * The address that changes are sent to: https. A sandbox may also send to http at a loopback address, such as
   * `http://localhost:9000/`. At most 2048 characters.
   */
  url: string;
  /** Only changes of records of these resources. Without it, those of all. */
  resources?: readonly ("customer" | "address" | "article" | "webhook")[];
  /** Only changes of these kinds. Without it, all. */
  kinds?: readonly ("created" | "updated" | "deleted")[];
  /** 0: no changes are sent. 1 again: sending continues after the last change that was delivered. Default: `1`. */
  enabled?: 0 | 1;
  /** The key of the signatures: `whsec_` and 24 to 64 bytes in base64. */
  secret?: string;
}

/** The answer of `webhook.create`. */
export type WebhookCreateAnswer = {
  /** The webhook. */
  webhook_ident: string;
  /** The key of the signatures. Only this answer has it. */
  secret: string;
};

/** The request of `webhook.read`. */
export interface WebhookReadRequest {
  /** The webhook. At most 64 characters. */
  webhook_ident: string;
}

/** The answer of `webhook.read`. */
export type WebhookReadAnswer = {
  /** The webhook. */
  webhook_ident: string;
  /**
   * The address that changes are sent to: https. A sandbox may also send to http at a loopback address, such as
   * `http://localhost:9000/`.
   */
  url: string;
  /** Only changes of records of these resources. Without it, those of all. */
  resources: ("customer" | "address" | "article" | "webhook")[];
  /** Only changes of these kinds. Without it, all. */
  kinds: ("created" | "updated" | "deleted")[];
  /** 0: no changes are sent. 1 again: sending continues after the last change that was delivered. */
  enabled: 0 | 1;
  /** Why the webhook is disabled; empty while it is enabled. */
  disabled_reason: "" | "client" | "operator" | "failing" | "gone" | "changes_purged";
  /** Failed attempts since the last success. */
  failures: number;
  /** Changes that were not delivered yet. */
  waiting: number;
  /** The time of its creation, in UTC. */
  date_created: string;
  /** Deliveries of the last days, the latest first. */
  deliveries: DeliveryRecord[];
};

/** The request of `webhook.update`. */
export interface WebhookUpdateRequest {
  /** The webhook. At most 64 characters. */
  webhook_ident: string;
  /**
   * The address that changes are sent to: https. A sandbox may also send to http at a loopback address, such as
   * `http://localhost:9000/`. At most 2048 characters, not empty.
   */
  url?: string;
  /** Only changes of records of these resources. Without it, those of all. */
  resources?: readonly ("customer" | "address" | "article" | "webhook")[];
  /** Only changes of these kinds. Without it, all. */
  kinds?: readonly ("created" | "updated" | "deleted")[];
  /** 0: no changes are sent. 1 again: sending continues after the last change that was delivered. */
  enabled?: 0 | 1;
  /** The key of the signatures: `whsec_` and 24 to 64 bytes in base64. */
  secret?: string;
}

/** The answer of `webhook.update`. */
export type WebhookUpdateAnswer = {
  /** The webhook. */
  webhook_ident: string;
};

/** The request of `webhook.delete`. */
export interface WebhookDeleteRequest {
  /** The webhook. At most 64 characters. */
  webhook_ident: string;
}

/** The answer of `webhook.delete`. */
export type WebhookDeleteAnswer = null;

/** The request of `webhook.list`. */
export type WebhookListRequest = Record<string, never>;

/** The answer of `webhook.list`. */
export type WebhookListAnswer = {
  /** Webhooks, the oldest first. */
  webhooks: WebhookRecord[];
};

/** The request of `webhook.test`. */
export interface WebhookTestRequest {
  /** The webhook. At most 64 characters. */
  webhook_ident: string;
}

/** The answer of `webhook.test`. */
export type WebhookTestAnswer = {
  /** The `webhook-id` of the delivery. */
  delivery_id: string;
};

/** The request of `account.read`. */
export type AccountReadRequest = Record<string, never>;

/** The answer of `account.read`. */
export type AccountReadAnswer = {
  /** The account. */
  account_ident: string;
  /** The name that the operator gave the account. */
  account_name: string;
  /** The currency of all prices of the account, a code of ISO 4217. */
  currency: string;
  /** The time zone of the `*_user` dates, an IANA name. */
  time_zone: string;
  /** The term of credit of new customers, in days, unless they are sent one. */
  term_of_credit: number;
};

/** The request of `account.empty`. */
export type AccountEmptyRequest = Record<string, never>;

/** The answer of `account.empty`. */
export type AccountEmptyAnswer = {
  /** The number of customers and articles that were deleted. */
  deleted: number;
  /** 1 if nothing is left; otherwise, call again. */
  is_empty: 0 | 1;
};

/** A delivery address, as it is read. */
export type AddressRecord = {
  /** The delivery address. */
  address_ident: string;
  /** The customer that the address belongs to. */
  customer_ident: string;
  /** Changes with every change of the address. */
  version: string;
  /** When the address was created, in UTC. */
  date_created: string;
  /** When the address was last changed, in UTC. */
  date_updated: string;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  delivery_title: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  delivery_firstname: string;
  /** Last name. */
  delivery_lastname: string;
  /** Company. */
  delivery_company: string;
  /** Street and number. */
  delivery_street: string;
  /** Second line of the address. */
  delivery_street2: string;
  /** Zip code. */
  delivery_zipcode: string;
  /** City. */
  delivery_city: string;
  /** Phone number. */
  delivery_phone: string;
  /** Mobile phone number. */
  delivery_phone_mobile: string;
  /** Country of delivery. */
  delivery_country: string;
};

/** A customer, as it is read. */
export type CustomerRecord = {
  /** The customer. */
  customer_ident: string;
  /** Name of the user at the source. */
  external_username: string;
  /** 1 if the customer was created with a delivery address. */
  divergent_delivery_address: 0 | 1;
  /** Always empty. */
  account_number: string;
  /** Always empty. */
  account_bank_code: string;
  /** Changes with every change of the customer or of one of its delivery addresses. */
  version: string;
  /** When the customer was last changed, in UTC. */
  date_updated: string;
  /** Day of `date_created` in the account's time zone. */
  date_created_user: string;
  /** Day of `date_updated` in the account's time zone. */
  date_updated_user: string;
  /** Identifier of the customer at its source. */
  external_ident: string;
  /** Name of the account at the source; for CSV imports, the program that the file comes from. */
  external_account_name: string;
  /** Source of the customer, such as the name of a marketplace; `csv` for CSV imports. */
  customer_type: string;
  /** Customer number. May repeat, unless it was generated. */
  customer_nr: string;
  /** 1 for a business customer. */
  is_business_client: 0 | 1;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  bill_title: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  bill_firstname: string;
  /** Last name. */
  bill_lastname: string;
  /** Company. */
  bill_company: string;
  /** VAT number. Stored as sent, not checked. */
  bill_vat_nr: string;
  /** Street and number. */
  bill_street: string;
  /** Second line of the address. */
  bill_street2: string;
  /** Zip code. */
  bill_zipcode: string;
  /** City. */
  bill_city: string;
  /** Billing country. */
  bill_country: string;
  /** Phone number. */
  bill_phone: string;
  /** Mobile phone number. */
  bill_phone_mobile: string;
  /** E-mail address. Stored as sent, not checked. */
  bill_email: string;
  /** Name of the bank. */
  account_bank: string;
  /** BIC. Stored as sent, not checked. */
  account_bic: string;
  /** IBAN. Stored as sent, not checked. */
  account_iban: string;
  /** The customer's account at a payment service. */
  account_wallet: string;
  /** Days until an invoice is due. */
  term_of_credit: number;
  /** Internal note. */
  user_note: string;
  /** Leitweg-ID of a public authority. New orders of the customer take it over. */
  public_authority_id: string;
  /** When the customer was created, in UTC. May be set and changed. */
  date_created: string;
  /** Title: -1 Company, 0 Mister, 1 Miss, 2 Diverse, 3 No title, 4 Family, 5 Couple, 6 Doctor, 7 Professor. */
  delivery_title: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** First name. */
  delivery_firstname: string;
  /** Last name. */
  delivery_lastname: string;
  /** Company. */
  delivery_company: string;
  /** Street and number. */
  delivery_street: string;
  /** Second line of the address. */
  delivery_street2: string;
  /** Zip code. */
  delivery_zipcode: string;
  /** City. */
  delivery_city: string;
  /** Phone number. */
  delivery_phone: string;
  /** Mobile phone number. */
  delivery_phone_mobile: string;
  /** Country of delivery. */
  delivery_country: string;
};

/** A part of `ArticleRecord`. */
export type ArticleRecordSales = {
  /** The sum of the quantities in orders. */
  count: number;
  /** Count × net price, in the currency of the account (`account.read`). */
  price: number;
  /** Count × gross price, in the currency of the account (`account.read`). */
  price_total: number;
};

/** An article, as it is read. */
export type ArticleRecord = {
  /** The article. */
  article_ident: string;
  /**
   * Gross price, in the currency of the account (`account.read`): net price × (100 + tax rate) / 100, in decimal
   * arithmetic, rounded half up to 4 decimals.
   */
  article_price_total: number;
  /** Changes with every change of the article. Sales do not change it. */
  version: string;
  /** Day of `date_created` in the account's time zone. */
  date_created_user: string;
  /** Title. */
  article_title: string;
  /** Subtitle. */
  article_subtitle: string;
  /** Description. */
  article_description: string;
  /** Article number. May repeat, unless it was generated. */
  article_nr: string;
  /** SKU. May repeat. */
  article_sku: string;
  /** EAN. May repeat. Stored as sent, not checked. */
  article_ean: string;
  /** Unit of the price: `unit_ppu` price per unit, `unit_hour` hours, `unit_lump` lump sum, `unit_kg` kilograms. */
  article_unit: "unit_ppu" | "unit_hour" | "unit_lump" | "unit_kg";
  /** Source of the article, such as the name of a marketplace; `csv` for CSV imports. */
  article_type: string;
  /** Net price, in the currency of the account (`account.read`). */
  article_price: number;
  /** Tax rate in percent. */
  article_tax_rate: number;
  /** Purchase price, in the currency of the account (`account.read`). */
  article_purchase_price: number;
  /** When the article was created, in UTC. May be set and changed. */
  date_created: string;
  /** The quantity and the prices that were sold. */
  sales: ArticleRecordSales;
};

/** A webhook, as it is listed. */
export type WebhookRecord = {
  /** The webhook. */
  webhook_ident: string;
  /**
   * The address that changes are sent to: https. A sandbox may also send to http at a loopback address, such as
   * `http://localhost:9000/`.
   */
  url: string;
  /** Only changes of records of these resources. Without it, those of all. */
  resources: ("customer" | "address" | "article" | "webhook")[];
  /** Only changes of these kinds. Without it, all. */
  kinds: ("created" | "updated" | "deleted")[];
  /** 0: no changes are sent. 1 again: sending continues after the last change that was delivered. */
  enabled: 0 | 1;
  /** Why the webhook is disabled; empty while it is enabled. */
  disabled_reason: "" | "client" | "operator" | "failing" | "gone" | "changes_purged";
  /** Failed attempts since the last success. */
  failures: number;
  /** Changes that were not delivered yet. */
  waiting: number;
  /** The time of its creation, in UTC. */
  date_created: string;
};

/** A delivery of a webhook, and its last attempt. */
export type DeliveryRecord = {
  /** The `webhook-id` of the delivery. */
  delivery_id: string;
  /** `changes` or `test`. */
  delivery_kind: "changes" | "test";
  /** 1 if the receiver answered 2xx, 0 otherwise. */
  delivered: 0 | 1;
  /** How often it was tried. */
  attempts: number;
  /** The status of the last answer; 0 without one. */
  status: number;
  /** Why there was no answer that counts; empty otherwise. */
  error: string;
  /** The beginning of the last answer. */
  answer: string;
  /** Milliseconds until the last answer began. */
  duration_ms: number;
  /** The time of the last attempt, in UTC. */
  date_attempted: string;
};

/** The names that requests of `customer` may have: those of the fields, and of everything else that reads answer. */
export type CustomerName = "customer_ident" | "external_username" | "divergent_delivery_address" | "account_number" | "account_bank_code" | "version" | "date_updated" | "date_created_user" | "date_updated_user" | "external_ident" | "external_account_name" | "customer_type" | "customer_nr" | "is_business_client" | "bill_title" | "bill_firstname" | "bill_lastname" | "bill_company" | "bill_vat_nr" | "bill_street" | "bill_street2" | "bill_zipcode" | "bill_city" | "bill_country" | "bill_phone" | "bill_phone_mobile" | "bill_email" | "account_bank" | "account_bic" | "account_iban" | "account_wallet" | "term_of_credit" | "user_note" | "public_authority_id" | "date_created" | "address_ident" | "delivery_title" | "delivery_firstname" | "delivery_lastname" | "delivery_company" | "delivery_street" | "delivery_street2" | "delivery_zipcode" | "delivery_city" | "delivery_phone" | "delivery_phone_mobile" | "delivery_country" | "address_data" | "address_count" | "address_version" | "customers" | "count";

/** The names that requests of `address` may have: those of the fields, and of everything else that reads answer. */
export type AddressName = "customer_ident" | "external_username" | "divergent_delivery_address" | "account_number" | "account_bank_code" | "version" | "date_updated" | "date_created_user" | "date_updated_user" | "external_ident" | "external_account_name" | "customer_type" | "customer_nr" | "is_business_client" | "bill_title" | "bill_firstname" | "bill_lastname" | "bill_company" | "bill_vat_nr" | "bill_street" | "bill_street2" | "bill_zipcode" | "bill_city" | "bill_country" | "bill_phone" | "bill_phone_mobile" | "bill_email" | "account_bank" | "account_bic" | "account_iban" | "account_wallet" | "term_of_credit" | "user_note" | "public_authority_id" | "date_created" | "address_ident" | "delivery_title" | "delivery_firstname" | "delivery_lastname" | "delivery_company" | "delivery_street" | "delivery_street2" | "delivery_zipcode" | "delivery_city" | "delivery_phone" | "delivery_phone_mobile" | "delivery_country" | "address_data" | "address_count" | "address_version" | "customers" | "count";

/** The names that requests of `article` may have: those of the fields, and of everything else that reads answer. */
export type ArticleName = "article_ident" | "article_price_total" | "version" | "date_updated" | "date_created_user" | "date_updated_user" | "external_ident" | "external_account_name" | "article_title" | "article_subtitle" | "article_description" | "article_nr" | "article_sku" | "article_ean" | "article_unit" | "article_type" | "article_price" | "article_tax_rate" | "article_purchase_price" | "date_created" | "address_ident" | "sales" | "articles" | "count";

/** The names that requests of `webhook` may have: those of the fields, and of everything else that reads answer. */
export type WebhookName = "webhook_ident" | "url" | "resources" | "kinds" | "enabled" | "secret" | "disabled_reason" | "failures" | "waiting" | "date_created" | "deliveries";

/** The request and the answer of each operation, the codes of its own refusals, and the names that it ignores. */
export interface Operations {
  readonly 'customer.create': { readonly request: CustomerCreateRequest; readonly answer: CustomerCreateAnswer; readonly refusal: "external_ident_exists"; readonly ignored: CustomerName; readonly onlyWith: { readonly flag: 'divergent_delivery_address'; readonly fields: "delivery_title" | "delivery_firstname" | "delivery_lastname" | "delivery_company" | "delivery_street" | "delivery_street2" | "delivery_zipcode" | "delivery_city" | "delivery_phone" | "delivery_phone_mobile" | "delivery_country" }; };
  readonly 'customer.read': { readonly request: CustomerReadRequest; readonly answer: CustomerReadAnswer; readonly refusal: "customer_not_found"; readonly ignored: CustomerName; };
  readonly 'customer.find': { readonly request: CustomerFindRequest; readonly answer: CustomerFindAnswer; readonly refusal: never; readonly ignored: CustomerName; };
  readonly 'customer.update': { readonly request: CustomerUpdateRequest; readonly answer: CustomerUpdateAnswer; readonly refusal: "customer_not_found" | "record_changed" | "value_exists" | "external_ident_exists"; readonly ignored: CustomerName; };
  readonly 'customer.delete': { readonly request: CustomerDeleteRequest; readonly answer: CustomerDeleteAnswer; readonly refusal: "customer_not_found" | "record_changed"; readonly ignored: CustomerName; };
  readonly 'customer.exists': { readonly request: CustomerExistsRequest; readonly answer: boolean; readonly refusal: "customer_not_found"; readonly ignored: CustomerName; };
  readonly 'customer.history': { readonly request: CustomerHistoryRequest; readonly answer: CustomerHistoryAnswer; readonly refusal: "customer_not_found" | "cursor_invalid" | "cursor_expired"; readonly ignored: never; };
  readonly 'customer.list': { readonly request: CustomerListRequest; readonly answer: CustomerListAnswer; readonly refusal: "cursor_invalid" | "cursor_expired"; readonly ignored: never; };
  readonly 'customer.put': { readonly request: CustomerPutRequest; readonly answer: CustomerPutAnswer; readonly refusal: "number_repeats" | "external_ident_exists"; readonly ignored: never; };
  readonly 'address.create': { readonly request: AddressCreateRequest; readonly answer: AddressCreateAnswer; readonly refusal: "customer_not_found"; readonly ignored: AddressName; };
  readonly 'address.read': { readonly request: AddressReadRequest; readonly answer: AddressReadAnswer; readonly refusal: "address_not_found"; readonly ignored: AddressName; };
  readonly 'address.update': { readonly request: AddressUpdateRequest; readonly answer: AddressUpdateAnswer; readonly refusal: "address_not_found" | "record_changed"; readonly ignored: AddressName; };
  readonly 'address.delete': { readonly request: AddressDeleteRequest; readonly answer: AddressDeleteAnswer; readonly refusal: "address_not_found" | "record_changed"; readonly ignored: AddressName; };
  readonly 'address.exists': { readonly request: AddressExistsRequest; readonly answer: boolean; readonly refusal: "address_not_found"; readonly ignored: AddressName; };
  readonly 'address.list': { readonly request: AddressListRequest; readonly answer: AddressListAnswer; readonly refusal: "cursor_invalid" | "cursor_expired"; readonly ignored: never; };
  readonly 'article.create': { readonly request: ArticleCreateRequest; readonly answer: ArticleCreateAnswer; readonly refusal: "external_ident_exists"; readonly ignored: ArticleName; };
  readonly 'article.read': { readonly request: ArticleReadRequest; readonly answer: ArticleReadAnswer; readonly refusal: "article_not_found"; readonly ignored: ArticleName; };
  readonly 'article.find': { readonly request: ArticleFindRequest; readonly answer: ArticleFindAnswer; readonly refusal: never; readonly ignored: ArticleName; };
  readonly 'article.update': { readonly request: ArticleUpdateRequest; readonly answer: ArticleUpdateAnswer; readonly refusal: "article_not_found" | "record_changed" | "value_exists" | "external_ident_exists"; readonly ignored: ArticleName; };
  readonly 'article.delete': { readonly request: ArticleDeleteRequest; readonly answer: ArticleDeleteAnswer; readonly refusal: "article_not_found" | "record_changed"; readonly ignored: ArticleName; };
  readonly 'article.exists': { readonly request: ArticleExistsRequest; readonly answer: boolean; readonly refusal: "article_not_found"; readonly ignored: ArticleName; };
  readonly 'article.history': { readonly request: ArticleHistoryRequest; readonly answer: ArticleHistoryAnswer; readonly refusal: "article_not_found" | "cursor_invalid" | "cursor_expired"; readonly ignored: never; };
  readonly 'article.list': { readonly request: ArticleListRequest; readonly answer: ArticleListAnswer; readonly refusal: "cursor_invalid" | "cursor_expired"; readonly ignored: never; };
  readonly 'article.put': { readonly request: ArticlePutRequest; readonly answer: ArticlePutAnswer; readonly refusal: "article_not_found" | "number_repeats" | "external_ident_exists"; readonly ignored: never; };
  readonly 'changes.list': { readonly request: ChangesListRequest; readonly answer: ChangesListAnswer; readonly refusal: "cursor_expired" | "field_invalid"; readonly ignored: never; };
  readonly 'webhook.create': { readonly request: WebhookCreateRequest; readonly answer: WebhookCreateAnswer; readonly refusal: "webhook_url_refused" | "too_many_webhooks"; readonly ignored: never; };
  readonly 'webhook.read': { readonly request: WebhookReadRequest; readonly answer: WebhookReadAnswer; readonly refusal: "webhook_not_found"; readonly ignored: WebhookName; };
  readonly 'webhook.update': { readonly request: WebhookUpdateRequest; readonly answer: WebhookUpdateAnswer; readonly refusal: "webhook_not_found" | "webhook_held" | "webhook_url_refused"; readonly ignored: WebhookName; };
  readonly 'webhook.delete': { readonly request: WebhookDeleteRequest; readonly answer: WebhookDeleteAnswer; readonly refusal: "webhook_not_found"; readonly ignored: WebhookName; };
  readonly 'webhook.list': { readonly request: WebhookListRequest; readonly answer: WebhookListAnswer; readonly refusal: never; readonly ignored: never; };
  readonly 'webhook.test': { readonly request: WebhookTestRequest; readonly answer: WebhookTestAnswer; readonly refusal: "webhook_not_found" | "webhook_held"; readonly ignored: WebhookName; };
  readonly 'account.read': { readonly request: AccountReadRequest; readonly answer: AccountReadAnswer; readonly refusal: never; readonly ignored: never; };
  readonly 'account.empty': { readonly request: AccountEmptyRequest; readonly answer: AccountEmptyAnswer; readonly refusal: "account_not_sandbox"; readonly ignored: never; };
}

/** The name of an operation. */
export type OperationName = keyof Operations;

/** The name of an operation that a batch may contain. */
export type BatchedOperationName = Exclude<OperationName, 'webhook.create' | 'webhook.read' | 'webhook.update' | 'webhook.delete' | 'webhook.list' | 'webhook.test' | 'account.read' | 'account.empty'>;

/** The name of an operation that an atomic batch may contain. */
export type AtomicOperationName = 'customer.create' | 'customer.update' | 'customer.delete' | 'customer.put' | 'address.create' | 'address.update' | 'address.delete' | 'article.create' | 'article.update' | 'article.delete' | 'article.put';

/** @internal */
export const operationTraits = {
  'customer.create': { isWriting: true },
  'customer.read': { isWriting: false },
  'customer.find': { isWriting: false },
  'customer.update': { isWriting: true },
  'customer.delete': { isWriting: true },
  'customer.exists': { isWriting: false, absent: 'customer_not_found' },
  'customer.history': { isWriting: false },
  'customer.list': { isWriting: false },
  'customer.put': { isWriting: true },
  'address.create': { isWriting: true },
  'address.read': { isWriting: false },
  'address.update': { isWriting: true },
  'address.delete': { isWriting: true },
  'address.exists': { isWriting: false, absent: 'address_not_found' },
  'address.list': { isWriting: false },
  'article.create': { isWriting: true },
  'article.read': { isWriting: false },
  'article.find': { isWriting: false },
  'article.update': { isWriting: true },
  'article.delete': { isWriting: true },
  'article.exists': { isWriting: false, absent: 'article_not_found' },
  'article.history': { isWriting: false },
  'article.list': { isWriting: false },
  'article.put': { isWriting: true },
  'changes.list': { isWriting: false },
  'webhook.create': { isWriting: true },
  'webhook.read': { isWriting: false },
  'webhook.update': { isWriting: true },
  'webhook.delete': { isWriting: true },
  'webhook.list': { isWriting: false },
  'webhook.test': { isWriting: true },
  'account.read': { isWriting: false },
  'account.empty': { isWriting: true },
} as const;

/** @internal */
export const batchMethod = 'batch.run';

/**
 * Codes of errors of a field.
 *
 * - `field_required`: A required field is missing, `null` or empty. Only missing fields are reported, without other
 *   errors; unknown fields come before them. Send the field that the message names.
 * - `field_invalid`: The value of a field has the wrong type, is too long, or is not one of the allowed values.
 *   Correct every field in `data.errors`; each message lists what is allowed.
 * - `field_unknown`: The request has a field that the operation's resource does not have, such as a misspelled name.
 *   Correct the name or omit the field.
 * - `public_authority_id_invalid`: The value of `public_authority_id` is not a Leitweg-ID: its format or its check
 *   digits are wrong. Ask the public authority for its Leitweg-ID. Send an empty string if there is none.
 */
export type FieldErrorCode = "field_required" | "field_invalid" | "field_unknown" | "public_authority_id_invalid";

/** One field that was refused. */
export interface FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

/**
 * The code of an `AuthenticationError`.
 *
 * - `authentication_failed`: The app is unknown, revoked or disabled, its account is disabled, or a signature is
 *   missing, malformed, wrong, too old or used before. The answer is the same for all of these and takes equally
 *   long. Sign the exact bytes that are sent, with the present secret. The log of the service has the reason, under
 *   the `X-Request-Id` of the answer.
 */
export type AuthenticationCode = "authentication_failed";

/**
 * Why there was no definite answer, said by the service.
 *
 * - `request_timeout`: The request took too long to arrive. Repeat it on a new connection. Send smaller requests if
 *   the connection is slow.
 * - `rate_limited`: The app or its account has sent more requests in this second than its limit allows. Wait as many
 *   seconds as `Retry-After` says, then repeat the request.
 * - `internal_error`: The service failed. The call may have been run. Repeat it with the same `Idempotency-Key`: a
 *   call that was run is not run again. If the error persists, report the `X-Request-Id` to the operator.
 * - `unavailable`: The service is overloaded, or a part of it is not available. The call was not accepted. Wait as
 *   many seconds as `Retry-After` says, then repeat the request.
 * - `paused`: The operator has paused the calls of this resource, such as for maintenance. The call was not accepted.
 *   This is not an error. Wait as many seconds as `Retry-After` says, 30 at most, then repeat the request. A pause
 *   without a planned end may last longer.
 * - `outcome_unknown`: The call was accepted, but was not answered before the deadline. It may have been run, or may
 *   still run. Repeat it with the same `Idempotency-Key`: a call that was run is not run again.
 */
export type HttpUnavailableCode = "request_timeout" | "rate_limited" | "internal_error" | "unavailable" | "paused" | "outcome_unknown";

/**
 * Codes of errors of a request as a whole.
 *
 * - `request_malformed`: What arrived is not a valid HTTP request, or an HTTP/1.1 request has no `Host`. Send the
 *   request with an ordinary HTTP library.
 * - `method_missing`: The path is `/api/v1`, and the header `X-Svc-Method` is missing or empty. Name the operation in
 *   the path (`/api/v1/article.create`) or in `X-Svc-Method`.
 * - `method_unknown`: No operation has the name in the path or in `X-Svc-Method`. Names are case-sensitive. Use the
 *   name of an operation, such as `article.create`.
 * - `method_mismatch`: The path names an operation, and the header `X-Svc-Method` names another one. Leave the header
 *   out, or name the same operation in both.
 * - `body_malformed`: The body is not a JSON object in UTF-8, is empty or incomplete, begins with a byte order mark,
 *   has a key `__proto__`, or has a number beyond the range of a 64-bit float. Correct the body. The message ends
 *   with the reason.
 * - `idempotency_key_malformed`: The `Idempotency-Key` is empty, longer than 255 characters, or has characters other
 *   than visible ASCII. Send 1 to 255 visible ASCII characters without spaces, such as a UUID.
 * - `simulation_refused`: The account is not a sandbox, or the value of `X-Svc-Simulate` is unknown. Send the header
 *   only in tests, for an account that was created with `counterfoil account create --sandbox`, with a value of this
 *   page.
 * - `not_found`: The path is neither `/api/v1` nor `/api/v1/` and a name such as `article.create`: a further slash, a
 *   query or an escaped character counts as another path. Send the request to `/api/v1` or to the path of its
 *   operation.
 * - `verb_not_allowed`: The HTTP verb is not `POST`. The answer has `Allow: POST`. Send a `POST`.
 * - `idempotency_key_reused`: The app has used this `Idempotency-Key` with another operation or other data. Use a new
 *   key for each new call, and the same key only to repeat a call unchanged.
 * - `body_too_large`: The body is larger than 1 MiB (`batch.run` that is not atomic: 8 MiB). Send less in one
 *   request.
 * - `content_type_unsupported`: The content type is not `application/json`, its charset is not UTF-8, or the body is
 *   compressed. Send `Content-Type: application/json` and an uncompressed body.
 * - `headers_too_large`: The request line and headers are larger than 16 KiB. Send fewer and shorter headers.
 */
export type HttpRequestCode = "request_malformed" | "method_missing" | "method_unknown" | "method_mismatch" | "body_malformed" | "idempotency_key_malformed" | "simulation_refused" | "not_found" | "verb_not_allowed" | "idempotency_key_reused" | "body_too_large" | "content_type_unsupported" | "headers_too_large";

/** @internal */
export const httpStatuses = {
  request_malformed: 400,
  method_missing: 400,
  method_unknown: 400,
  method_mismatch: 400,
  body_malformed: 400,
  idempotency_key_malformed: 400,
  simulation_refused: 400,
  authentication_failed: 401,
  not_found: 404,
  verb_not_allowed: 405,
  request_timeout: 408,
  idempotency_key_reused: 409,
  body_too_large: 413,
  content_type_unsupported: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  paused: 503,
  outcome_unknown: 504,
} as const;

/** @internal */
export type HttpCode = keyof typeof httpStatuses;
