// Written by `npm run docs`; a test compares them.
import type {
  CustomerCreateRequest,
  CustomerCreateAnswer,
  CustomerReadRequest,
  CustomerReadAnswer,
  CustomerFindRequest,
  CustomerFindAnswer,
  CustomerUpdateRequest,
  CustomerDeleteRequest,
  CustomerDeleteAnswer,
  CustomerExistsRequest,
  CustomerHistoryRequest,
  CustomerHistoryAnswer,
  CustomerListRequest,
  CustomerListAnswer,
  CustomerPutRequest,
  CustomerPutAnswer,
  AddressCreateRequest,
  AddressCreateAnswer,
  AddressReadRequest,
  AddressReadAnswer,
  AddressUpdateRequest,
  AddressDeleteRequest,
  AddressDeleteAnswer,
  AddressExistsRequest,
  AddressListRequest,
  AddressListAnswer,
  ArticleCreateRequest,
  ArticleCreateAnswer,
  ArticleReadRequest,
  ArticleReadAnswer,
  ArticleFindRequest,
  ArticleFindAnswer,
  ArticleUpdateRequest,
  ArticleDeleteRequest,
  ArticleDeleteAnswer,
  ArticleExistsRequest,
  ArticleHistoryRequest,
  ArticleHistoryAnswer,
  ArticleListRequest,
  ArticleListAnswer,
  ArticlePutRequest,
  ArticlePutAnswer,
  ChangesListRequest,
  ChangesListAnswer,
  WebhookCreateRequest,
  WebhookCreateAnswer,
  WebhookReadRequest,
  WebhookReadAnswer,
  WebhookUpdateRequest,
  WebhookDeleteRequest,
  WebhookDeleteAnswer,
  WebhookListRequest,
  WebhookListAnswer,
  WebhookTestRequest,
  WebhookTestAnswer,
  AccountReadRequest,
  AccountReadAnswer,
  AccountEmptyRequest,
  AccountEmptyAnswer,
} from './contract.ts';
import type { CallOptions } from './clientOptions.ts';
import type { AnswerTo, OnlyKnown } from './requests.ts';

/** The operations of `customer`. */
export interface CustomerOperations {
  /**
   * Creates a customer and, if requested, a delivery address.
   *
   * - No field is required: `{}` creates a customer.
   * - If `divergent_delivery_address` is 1, a delivery address with the `delivery_*` fields is created too, and
   *   `address_ident` is its ident. Otherwise, these fields are ignored, and `address_ident` is null.
   * - If a record of the same source has the `external_ident`, the create is refused with the ident of that record.
   *   So an import may run twice.
   *
   * Refusals, besides those of wrong fields:
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.customer.create({ bill_company: 'Muster GmbH', bill_city: 'Berlin', bill_country: 'de', divergent_delivery_address: 1, delivery_zipcode: '14467', delivery_city: 'Potsdam' });
   */
  create<Sent extends CustomerCreateRequest>(request: Sent & OnlyKnown<'customer.create', Sent>, options?: CallOptions): Promise<CustomerCreateAnswer>;
  /**
   * Reads a customer and its delivery addresses.
   *
   * - Send `customer_ident`, or name another field in `customer_identifier` and send that field: `{
   *   "customer_identifier": "customer_nr", "customer_nr": "10001" }`. If that field is missing, the message is
   *   `customer_nr not set`. For an `external_ident`, `customer.read` searches all sources and ignores
   *   `customer_type`. To search one source, use `customer.find`.
   * - Several customers may have the same value. Then the answer has the oldest one, `customers` (all matches, oldest
   *   first, without addresses, at most 100 and 512 KiB of them) and `count` (the number of all matches).
   * - `customer` has the fields of the customer. Its `delivery_*` fields are those of the address that it was created
   *   with. Without such an address, they have their defaults, and `divergent_delivery_address` is 0.
   * - `address_data` has the delivery addresses, oldest first: at most 1,000 and 512 KiB of them. If there are more,
   *   `address_count` is the number of all addresses.
   * - The answer is consistent: it shows the state before or after a concurrent delete, never a part of it.
   *
   * Refusals, besides those of wrong fields:
   * - `customer_not_found`: The account has no customer with this ident, or with the value that it was looked up by:
   *   it was deleted, belongs to another account, or never existed.
   *
   * @example
   * const answer = await service.customer.read({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  read(request: CustomerReadRequest, options?: CallOptions): Promise<CustomerReadAnswer>;
  /**
   * Finds the customers that have given values in one field.
   *
   * - This is for programs that synchronize or import: one request looks for up to 1,000 values of one field, and
   *   reads a few fields of each record. Values are cleaned like the field and then compared byte for byte, as in
   *   `customer.read`; `customer_ident` is compared as it was sent.
   * - The records are in the order of the values, the oldest one of a value first. Values without a record are left
   *   out. With `customer_type` or `external_account_name`, only records of that source are found; an empty
   *   `external_account_name` is the source without a name. An `external_ident` is unique only within its source:
   *   without both fields, records of all sources are found.
   * - The answer has at most 10 records of each value. `exceeded` has the values with more records, and the number of
   *   records of each.
   * - If not all records fit into 512 KiB, or values have thousands of records, the answer covers only the first
   *   values. Then `next` is the index in `values` of the first value that is missing: send the values from there on
   *   again.
   * - The `delivery_*` fields, `address_ident` and `address_version` are those of the address that the customer was
   *   created with, as in `customer.read`. Without such an address, they have their defaults or are empty.
   *   `address.update` takes `address_version` as `if_version`.
   *
   * @example
   * const answer = await service.customer.find({ by: 'customer_nr', values: [ '10001', '10009' ], fields: [ 'bill_company', 'delivery_city' ] });
   */
  find(request: CustomerFindRequest, options?: CallOptions): Promise<CustomerFindAnswer>;
  /**
   * Changes the sent fields of a customer.
   *
   * - A new `customer_type` changes the source of the record's `external_ident`. If another record of that source has
   *   it, the update is refused with `external_ident_exists`.
   * - Only fields that are sent are changed. If two updates send the same field, the last one wins.
   * - `data` has the ident and every written field with its stored value, after cleaning.
   * - Delivery addresses are not changed: `delivery_*` fields are ignored. `address.update` changes them.
   * - With `if_version`, nothing is done if the record has another version. Otherwise `data` has the new `version`
   *   too. The field `version` is ignored.
   * - `validate` names a field. If another record of the account has the same value in this field, nothing is
   *   written. Of two such updates at the same time, only one can write the value. If the field is not sent,
   *   `validate` has no effect.
   *
   * Refusals, besides those of wrong fields:
   * - `customer_not_found`: The account has no customer with this ident, or with the value that it was looked up by:
   *   it was deleted, belongs to another account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   * - `value_exists`: The request has `validate`, and another record of the account has the same value in that field.
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.customer.update({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', bill_city: 'Hamburg' });
   */
  update<Sent extends CustomerUpdateRequest>(request: Sent & OnlyKnown<'customer.update', Sent>, options?: CallOptions): Promise<AnswerTo<'customer.update', Sent>>;
  /**
   * Deletes a customer and its delivery addresses.
   *
   * - Deletes the delivery addresses of the customer too. Orders are not changed.
   * - With `erase`, its values also leave history, and within about two minutes the stored answers of calls with an
   *   `Idempotency-Key`: such a call, if repeated, is run again, and finds no customer. Of a history with more than
   *   1,000 changes, the later ones leave with the answers. It also erases the history of a customer that was deleted
   *   before. What else keeps them is in docs/personal-data.md of the project.
   * - With `if_version`, nothing is done if the record has another version.
   *
   * Refusals, besides those of wrong fields:
   * - `customer_not_found`: The account has no customer with this ident, or with the value that it was looked up by:
   *   it was deleted, belongs to another account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   *
   * @example
   * await service.customer.delete({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  delete<Sent extends CustomerDeleteRequest>(request: Sent & OnlyKnown<'customer.delete', Sent>, options?: CallOptions): Promise<CustomerDeleteAnswer>;
  /**
   * Resolves to whether a customer exists.
   *
   * @example
   * const exists = await service.customer.exists({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  exists(request: CustomerExistsRequest, options?: CallOptions): Promise<boolean>;
  /**
   * Lists who changed a customer and its addresses, and what, page by page, the newest change first.
   *
   * - `operation` and `app_id` say what changed the record, and which app sent it. `fields` has each field that got
   *   another value, with the old and the new one. Of texts with more than 255 characters, it has the first 255 and
   *   `…`.
   * - The oldest entry is the creation, as long as the customer exists. It has no values: those of the first change
   *   are the old ones. The entry of the deletion has no values either.
   * - A deleted record keeps its history. A record without history that does not exist is refused as unknown.
   * - The operator sets for how many days the account keeps a change (`counterfoil account set --history-days`): 90
   *   unless that is changed, and none with 0. Then nothing is recorded.
   * - A page has at most `limit` entries, and 512 KiB of them. A cursor is valid for 24 hours, with the same record.
   * - Changes and deletions of its addresses are entries with `address_ident`. The creation of an address is not an
   *   entry: `date_created` of the address tells it. `customer.delete` with `erase` removes the fields of all
   *   entries, and leaves who changed the customer and when.
   *
   * Refusals, besides those of wrong fields:
   * - `customer_not_found`: The account has no customer with this ident, or with the value that it was looked up by:
   *   it was deleted, belongs to another account, or never existed.
   * - `cursor_invalid`: The cursor was changed, or it comes from another operation, another account, or a list with
   *   another `filter`, `search`, `query` or `sort`.
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.customer.history({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', limit: 50 });
   */
  history(request: CustomerHistoryRequest, options?: CallOptions): Promise<CustomerHistoryAnswer>;
  /**
   * Lists customers, page by page, in order of creation or sorted.
   *
   * - `filter`: Values are cleaned like the field and then compared byte for byte. Other fields are refused by name,
   *   such as `filter.date_created`.
   * - `updated_from` and `updated_to` are times in UTC, both included. A change is visible within a minute of its
   *   `date_updated`, which never goes back, even if a clock is stepped. So to keep a copy up to date, begin each
   *   time one minute before the last `date_updated` that you have, and skip the records whose `version` you know.
   *   Deleted records are only in `changes.list`.
   * - `bill_country`, `created_from` and `created_to`, and `customer_type` and `external_account_name` without
   *   `external_ident` have no index: the service reads the customers that the other filters and the search find, and
   *   compares these fields. If few of many match, pages are short or empty.
   * - `search` finds customers whose company, last name or e-mail begins with this text, in upper or lower case, or
   *   whose number begins with it in the same case. `%` and `_` have no special meaning.
   * - `query` finds customers as people type them: each word must be a word, or the beginning of one, in the company
   *   and the names, the number, `external_ident` and e-mail, or the street, zip code and city. Upper and lower case
   *   are the same, and so are the spellings of a letter: `müller`, `mueller` and `muller`, `straße` and `strasse`,
   *   `é` and `e`. All other characters only divide words. The first 8 different words count.
   * - A query of digits, blanks and `+()-./` is also compared with the beginning of phone numbers, with or without
   *   the code of the country: `030 1234` finds `+49 (0)30 12345678`. If fewer than 10 customers are found, a word of
   *   4 to 20 letters also finds words that differ by one typing error: a letter that is missing, added, wrong, or
   *   exchanged with its neighbour.
   * - The best customers come first: matches in names count more than those in numbers, and those more than the rest;
   *   whole words more than beginnings, and those more than typing errors; with the same rank, the oldest first. A
   *   query finds the best 1,000 customers, and `total` is at most that. If each of its words is in more than 3,000
   *   customers, it finds only some of them: send more words. It has no `sort`, and is refused beside `search`.
   * - An index follows the changes for queries, usually within a few seconds; during an import it may be 10 minutes
   *   behind. A new record is missing in queries until then; filters and `search` have it at once. A record is never
   *   found by words that it no longer has.
   * - A record must match all filters and the search or query.
   * - `sort`: `created` is the order in which customers were created, whatever their `date_created`; `updated` is
   *   that of `date_updated`. `number` is `customer_nr`; `company` and `lastname` compare the first 64 characters in
   *   lower case. Records with the same value are in order of creation. Texts are compared letter by letter, by the
   *   number of each letter in Unicode: `9` comes after `10`, `ä` after `z`.
   * - A page has at most `limit` records, and 512 KiB of them. It may be shorter, or even empty, since a page looks
   *   at 5,000 customers at most: only `"cursor": null` is the end.
   * - `total` in the answer is the number of customers on all pages; 10,000 means that there are so many or more. It
   *   is null if more than 10,000 customers would have to be compared. It costs more than a page: ask for it once,
   *   not with each page.
   * - A cursor is opaque. It is valid for 24 hours, with the same operation, account, `filter`, `search`, `query` and
   *   `sort`; `limit` and `total` may change from page to page.
   * - A list has every record that was acknowledged before its first page was requested. If customers are created,
   *   changed or deleted while you read the pages, those that exist, match and keep the value that they are sorted by
   *   are listed exactly once. Those that are created meanwhile may be missing. Neither holds for a `query`, which
   *   reads the index as it is.
   *
   * Refusals, besides those of wrong fields:
   * - `cursor_invalid`: The cursor was changed, or it comes from another operation, another account, or a list with
   *   another `filter`, `search`, `query` or `sort`.
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.customer.list({ filter: { customer_nr: '10001' }, search: 'mus', limit: 50 });
   */
  list(request: CustomerListRequest, options?: CallOptions): Promise<CustomerListAnswer>;
  /**
   * Creates a customer, or changes the sent fields of the one with the same external ident or number.
   *
   * - This is for programs that synchronize: it says in `result` what it did. With `external_ident`, the record is
   *   that of the same `external_ident`, `customer_type` and `external_account_name`; a source that is not sent has
   *   the defaults of `customer.create`. Without it, the record is the one with the same `customer_nr`.
   * - If there is no such record, it is created, and fields that are not sent have the defaults of a create.
   *   Otherwise only the sent fields are changed. If the record has all the sent values already, the result is
   *   `unchanged`: it keeps its version, and `changes.list` does not show it.
   * - Many puts of the same record may run at the same time: one creates it, the others change it.
   * - It has no `if_version`: to change a record only if nobody else has, find it with `customer.find` and send
   *   `customer.update` with the version.
   * - Fields that it does not know are refused, also those of the answer to a read.
   * - It has no `delivery_*` fields: delivery addresses are created by `address.create`.
   *
   * Refusals, besides those of wrong fields:
   * - `number_repeats`: A put without `external_ident` finds its record by the number, and several records of the
   *   account have it. A create with a number, also one that runs beside the put, does not look for others.
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.customer.put({ external_ident: '4712', customer_type: 'shop', bill_company: 'Muster GmbH', bill_city: 'Berlin' });
   */
  put<Sent extends CustomerPutRequest>(request: Sent & OnlyKnown<'customer.put', Sent>, options?: CallOptions): Promise<CustomerPutAnswer>;
}

/** The operations of `address`. */
export interface AddressOperations {
  /**
   * Creates a delivery address of a customer.
   *
   * - In `customer.read`, the `delivery_*` fields of the customer remain those of the address that it was created
   *   with.
   *
   * Refusals, besides those of wrong fields:
   * - `customer_not_found`: The account has no customer with this ident, or with the value that it was looked up by:
   *   it was deleted, belongs to another account, or never existed.
   *
   * @example
   * const answer = await service.address.create({ customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w', delivery_city: 'Potsdam' });
   */
  create<Sent extends AddressCreateRequest>(request: Sent & OnlyKnown<'address.create', Sent>, options?: CallOptions): Promise<AddressCreateAnswer>;
  /**
   * Reads a delivery address.
   *
   * Refusals, besides those of wrong fields:
   * - `address_not_found`: The account has no delivery address with this `address_ident`: it was deleted with its
   *   customer, belongs to another account, or never existed.
   *
   * @example
   * const answer = await service.address.read({ address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  read(request: AddressReadRequest, options?: CallOptions): Promise<AddressReadAnswer>;
  /**
   * Changes the sent fields of a delivery address.
   *
   * - Only fields that are sent are changed. If two updates send the same field, the last one wins.
   * - `data` has the ident and every written field with its stored value, after cleaning.
   * - The `version` of the customer changes too. To change both with `if_version`, change the customer first.
   * - With `if_version`, nothing is done if the record has another version. Otherwise `data` has the new `version`
   *   too.
   *
   * Refusals, besides those of wrong fields:
   * - `address_not_found`: The account has no delivery address with this `address_ident`: it was deleted with its
   *   customer, belongs to another account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   *
   * @example
   * const answer = await service.address.update({ address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w', delivery_city: 'Werder' });
   */
  update<Sent extends AddressUpdateRequest>(request: Sent & OnlyKnown<'address.update', Sent>, options?: CallOptions): Promise<AnswerTo<'address.update', Sent>>;
  /**
   * Deletes a delivery address.
   *
   * - The `version` of the customer changes too. If the customer was created with this address, its
   *   `divergent_delivery_address` is 0 from then on.
   * - With `if_version`, nothing is done if the record has another version.
   *
   * Refusals, besides those of wrong fields:
   * - `address_not_found`: The account has no delivery address with this `address_ident`: it was deleted with its
   *   customer, belongs to another account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   *
   * @example
   * await service.address.delete({ address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  delete<Sent extends AddressDeleteRequest>(request: Sent & OnlyKnown<'address.delete', Sent>, options?: CallOptions): Promise<AddressDeleteAnswer>;
  /**
   * Resolves to whether a delivery address exists.
   *
   * @example
   * const exists = await service.address.exists({ address_ident: 'adr_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  exists(request: AddressExistsRequest, options?: CallOptions): Promise<boolean>;
  /**
   * Lists delivery addresses, page by page, in order of creation or sorted.
   *
   * - `filter`: with `customer_ident`, all addresses of a customer, which is compared as it was sent. Values are
   *   cleaned like the field and then compared byte for byte. Other fields are refused by name, such as
   *   `filter.date_created`.
   * - `updated_from` and `updated_to` are times in UTC, both included. A change is visible within a minute of its
   *   `date_updated`, which never goes back, even if a clock is stepped. So to keep a copy up to date, begin each
   *   time one minute before the last `date_updated` that you have, and skip the records whose `version` you know.
   *   Deleted records are only in `changes.list`.
   * - `delivery_country`, `created_from` and `created_to` have no index: the service reads the addresses that the
   *   other filters and the search find, and compares these fields. If few of many match, pages are short or empty.
   * - `search` finds addresses whose company or last name begins with this text, in upper or lower case. `%` and `_`
   *   have no special meaning.
   * - A record must match all filters and the search.
   * - `sort`: `created` is the order in which addresses were created, whatever their `date_created`; `updated` is
   *   that of `date_updated`. `company` and `lastname` compare the first 64 characters in lower case. Records with
   *   the same value are in order of creation. Texts are compared letter by letter, by the number of each letter in
   *   Unicode: `9` comes after `10`, `ä` after `z`.
   * - A page has at most `limit` records, and 512 KiB of them. It may be shorter, or even empty, since a page looks
   *   at 5,000 addresses at most: only `"cursor": null` is the end.
   * - `total` in the answer is the number of addresses on all pages; 10,000 means that there are so many or more. It
   *   is null if more than 10,000 addresses would have to be compared. It costs more than a page: ask for it once,
   *   not with each page.
   * - A cursor is opaque. It is valid for 24 hours, with the same operation, account, `filter`, `search`, `query` and
   *   `sort`; `limit` and `total` may change from page to page.
   * - A list has every record that was acknowledged before its first page was requested. If addresses are created,
   *   changed or deleted while you read the pages, those that exist, match and keep the value that they are sorted by
   *   are listed exactly once. Those that are created meanwhile may be missing.
   *
   * Refusals, besides those of wrong fields:
   * - `cursor_invalid`: The cursor was changed, or it comes from another operation, another account, or a list with
   *   another `filter`, `search`, `query` or `sort`.
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.address.list({ filter: { customer_ident: 'cus_01jd2q4z0c8k3v7n5m9x1r6t2w' }, limit: 2 });
   */
  list(request: AddressListRequest, options?: CallOptions): Promise<AddressListAnswer>;
}

/** The operations of `article`. */
export interface ArticleOperations {
  /**
   * Creates an article.
   *
   * - If a record of the same source has the `external_ident`, the create is refused with the ident of that record.
   *   So an import may run twice.
   *
   * Refusals, besides those of wrong fields:
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.article.create({ article_title: 'Coffee beans', article_unit: 'unit_kg', article_price: 12, article_tax_rate: 19 });
   */
  create<Sent extends ArticleCreateRequest>(request: Sent & OnlyKnown<'article.create', Sent>, options?: CallOptions): Promise<ArticleCreateAnswer>;
  /**
   * Reads an article by its ident, or articles by their SKU or EAN.
   *
   * - Send `article_ident`, or `sku` or `ean` as `article_identifier` and the field that it names: `{
   *   "article_identifier": "sku", "article_sku": "TEA-1" }`. If that field is missing, the message is `article_sku
   *   not set`. To read by number or `external_ident`, use `article.find`.
   * - Several articles may have the same SKU or EAN. Then the answer has the fields of the oldest one, `articles`
   *   (all matches, oldest first, at most 100 and 512 KiB of them) and `count` (the number of all matches). The
   *   message has the ident of the oldest one.
   * - `sales`: `count` is the sum of the quantities in orders, `price` is count × net price, `price_total` is count ×
   *   gross price.
   *
   * Refusals, besides those of wrong fields:
   * - `article_not_found`: The account has no article with this ident, SKU or EAN: it was deleted, belongs to another
   *   account, or never existed.
   *
   * @example
   * const answer = await service.article.read({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  read(request: ArticleReadRequest, options?: CallOptions): Promise<ArticleReadAnswer>;
  /**
   * Finds the articles that have given values in one field.
   *
   * - This is for programs that synchronize or import: one request looks for up to 1,000 values of one field, and
   *   reads a few fields of each record. Values are cleaned like the field and then compared byte for byte, as in
   *   `article.read`; `article_ident` is compared as it was sent.
   * - The records are in the order of the values, the oldest one of a value first. Values without a record are left
   *   out. With `article_type` or `external_account_name`, only records of that source are found; an empty
   *   `external_account_name` is the source without a name. An `external_ident` is unique only within its source:
   *   without both fields, records of all sources are found.
   * - The answer has at most 10 records of each value. `exceeded` has the values with more records, and the number of
   *   records of each.
   * - If not all records fit into 512 KiB, or values have thousands of records, the answer covers only the first
   *   values. Then `next` is the index in `values` of the first value that is missing: send the values from there on
   *   again.
   *
   * @example
   * const answer = await service.article.find({ by: 'article_nr', values: [ '10001', '10009' ], fields: [ 'article_price' ] });
   */
  find(request: ArticleFindRequest, options?: CallOptions): Promise<ArticleFindAnswer>;
  /**
   * Changes the sent fields of an article.
   *
   * - A new `article_type` changes the source of the record's `external_ident`. If another record of that source has
   *   it, the update is refused with `external_ident_exists`.
   * - Only fields that are sent are changed. If two updates send the same field, the last one wins.
   * - `data` has the ident and every written field with its stored value, after cleaning.
   * - With `if_version`, nothing is done if the record has another version. Otherwise `data` has the new `version`
   *   too. The field `version` is ignored.
   * - `validate` names a field. If another record of the account has the same value in this field, nothing is
   *   written. Of two such updates at the same time, only one can write the value. If the field is not sent,
   *   `validate` has no effect.
   *
   * Refusals, besides those of wrong fields:
   * - `article_not_found`: The account has no article with this ident, SKU or EAN: it was deleted, belongs to another
   *   account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   * - `value_exists`: The request has `validate`, and another record of the account has the same value in that field.
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.article.update({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', article_price: 13.5 });
   */
  update<Sent extends ArticleUpdateRequest>(request: Sent & OnlyKnown<'article.update', Sent>, options?: CallOptions): Promise<AnswerTo<'article.update', Sent>>;
  /**
   * Deletes an article.
   *
   * - With `if_version`, nothing is done if the record has another version.
   *
   * Refusals, besides those of wrong fields:
   * - `article_not_found`: The account has no article with this ident, SKU or EAN: it was deleted, belongs to another
   *   account, or never existed.
   * - `record_changed`: The request has `if_version`, and the record has another version: it was changed since it was
   *   read.
   *
   * @example
   * await service.article.delete({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  delete<Sent extends ArticleDeleteRequest>(request: Sent & OnlyKnown<'article.delete', Sent>, options?: CallOptions): Promise<ArticleDeleteAnswer>;
  /**
   * Resolves to whether an article exists.
   *
   * @example
   * const exists = await service.article.exists({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  exists(request: ArticleExistsRequest, options?: CallOptions): Promise<boolean>;
  /**
   * Lists who changed an article, and what, page by page, the newest change first.
   *
   * - `operation` and `app_id` say what changed the record, and which app sent it. `fields` has each field that got
   *   another value, with the old and the new one. Of texts with more than 255 characters, it has the first 255 and
   *   `…`.
   * - The oldest entry is the creation, as long as the article exists. It has no values: those of the first change
   *   are the old ones. The entry of the deletion has no values either.
   * - A deleted record keeps its history. A record without history that does not exist is refused as unknown.
   * - The operator sets for how many days the account keeps a change (`counterfoil account set --history-days`): 90
   *   unless that is changed, and none with 0. Then nothing is recorded.
   * - A page has at most `limit` entries, and 512 KiB of them. A cursor is valid for 24 hours, with the same record.
   *
   * Refusals, besides those of wrong fields:
   * - `article_not_found`: The account has no article with this ident, SKU or EAN: it was deleted, belongs to another
   *   account, or never existed.
   * - `cursor_invalid`: The cursor was changed, or it comes from another operation, another account, or a list with
   *   another `filter`, `search`, `query` or `sort`.
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.article.history({ article_ident: 'art_01jd2q4z0c8k3v7n5m9x1r6t2w', limit: 50 });
   */
  history(request: ArticleHistoryRequest, options?: CallOptions): Promise<ArticleHistoryAnswer>;
  /**
   * Lists articles, page by page, in order of creation or sorted.
   *
   * - `filter`: Values are cleaned like the field and then compared byte for byte. Other fields are refused by name,
   *   such as `filter.date_created`.
   * - `updated_from` and `updated_to` are times in UTC, both included. A change is visible within a minute of its
   *   `date_updated`, which never goes back, even if a clock is stepped. So to keep a copy up to date, begin each
   *   time one minute before the last `date_updated` that you have, and skip the records whose `version` you know.
   *   Deleted records are only in `changes.list`.
   * - `price_from` and `price_to` (both included), `created_from` and `created_to`, and `article_type` and
   *   `external_account_name` without `external_ident` have no index: the service reads the articles that the other
   *   filters and the search find, and compares these fields. If few of many match, pages are short or empty.
   * - `search` finds articles whose title begins with this text, in upper or lower case, or whose number, SKU or EAN
   *   begins with it in the same case. `%` and `_` have no special meaning.
   * - `query` finds articles as people type them: each word must be a word, or the beginning of one, in the title,
   *   the number, SKU, EAN and `external_ident`, or the subtitle. Upper and lower case are the same, and so are the
   *   spellings of a letter: `müller`, `mueller` and `muller`, `straße` and `strasse`, `é` and `e`. All other
   *   characters only divide words. The first 8 different words count.
   * - A query of digits, blanks and `+()-./` is also compared with the beginning of phone numbers, with or without
   *   the code of the country: `030 1234` finds `+49 (0)30 12345678`. If fewer than 10 articles are found, a word of
   *   4 to 20 letters also finds words that differ by one typing error: a letter that is missing, added, wrong, or
   *   exchanged with its neighbour.
   * - The best articles come first: matches in names count more than those in numbers, and those more than the rest;
   *   whole words more than beginnings, and those more than typing errors; with the same rank, the oldest first. A
   *   query finds the best 1,000 articles, and `total` is at most that. If each of its words is in more than 3,000
   *   articles, it finds only some of them: send more words. It has no `sort`, and is refused beside `search`.
   * - An index follows the changes for queries, usually within a few seconds; during an import it may be 10 minutes
   *   behind. A new record is missing in queries until then; filters and `search` have it at once. A record is never
   *   found by words that it no longer has.
   * - A record must match all filters and the search or query.
   * - `sort`: `created` is the order in which articles were created, whatever their `date_created`; `updated` is that
   *   of `date_updated`. `number` is `article_nr`; `title` compares its first 64 characters in lower case. Records
   *   with the same value are in order of creation. Texts are compared letter by letter, by the number of each letter
   *   in Unicode: `9` comes after `10`, `ä` after `z`.
   * - A page has at most `limit` records, and 512 KiB of them. It may be shorter, or even empty, since a page looks
   *   at 5,000 articles at most: only `"cursor": null` is the end.
   * - `total` in the answer is the number of articles on all pages; 10,000 means that there are so many or more. It
   *   is null if more than 10,000 articles would have to be compared. It costs more than a page: ask for it once, not
   *   with each page.
   * - A cursor is opaque. It is valid for 24 hours, with the same operation, account, `filter`, `search`, `query` and
   *   `sort`; `limit` and `total` may change from page to page.
   * - A list has every record that was acknowledged before its first page was requested. If articles are created,
   *   changed or deleted while you read the pages, those that exist, match and keep the value that they are sorted by
   *   are listed exactly once. Those that are created meanwhile may be missing. Neither holds for a `query`, which
   *   reads the index as it is.
   * - Each article has the fields of `article.read`, and also `external_ident`, `external_account_name` and
   *   `date_updated`.
   *
   * Refusals, besides those of wrong fields:
   * - `cursor_invalid`: The cursor was changed, or it comes from another operation, another account, or a list with
   *   another `filter`, `search`, `query` or `sort`.
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.article.list({ search: 'coffee', limit: 2 });
   */
  list(request: ArticleListRequest, options?: CallOptions): Promise<ArticleListAnswer>;
  /**
   * Creates an article, or changes the sent fields of the one with the same external ident or number.
   *
   * - This is for programs that synchronize: it says in `result` what it did. With `external_ident`, the record is
   *   that of the same `external_ident`, `article_type` and `external_account_name`; a source that is not sent has
   *   the defaults of `article.create`. Without it, the record is the one with the same `article_nr`.
   * - If there is no such record, it is created, and fields that are not sent have the defaults of a create.
   *   Otherwise only the sent fields are changed. If the record has all the sent values already, the result is
   *   `unchanged`: it keeps its version, and `changes.list` does not show it.
   * - Many puts of the same record may run at the same time: one creates it, the others change it.
   * - It has no `if_version`: to change a record only if nobody else has, find it with `article.find` and send
   *   `article.update` with the version.
   * - Fields that it does not know are refused, also those of the answer to a read.
   *
   * Refusals, besides those of wrong fields:
   * - `article_not_found`: The account has no article with this ident, SKU or EAN: it was deleted, belongs to another
   *   account, or never existed.
   * - `number_repeats`: A put without `external_ident` finds its record by the number, and several records of the
   *   account have it. A create with a number, also one that runs beside the put, does not look for others.
   * - `external_ident_exists`: Another record of the account has the same `external_ident`, type (`customer_type` or
   *   `article_type`) and `external_account_name`.
   *
   * @example
   * const answer = await service.article.put({ external_ident: '4712', article_type: 'shop', article_title: 'Coffee beans', article_price: 12 });
   */
  put<Sent extends ArticlePutRequest>(request: Sent & OnlyKnown<'article.put', Sent>, options?: CallOptions): Promise<ArticlePutAnswer>;
}

/** The operations of `changes`. */
export interface ChangesOperations {
  /**
   * Lists the changes of the account, in an order that respects that of each record.
   *
   * - To keep a copy of the records up to date, call without `after`, store the cursor, and read all records once.
   *   Then repeat: call with the cursor as `after`, read the listed records again, and store the new cursor. Store a
   *   cursor only when you have used the changes before it.
   * - An answer has at most `limit` changes: call again until the cursor is the one that you sent. A change in
   *   `changes` looks like this: `{ "resource": "article", "ident": "art_…", "kind": "updated", "fields":
   *   ["article_price"], "date": "2026-01-31 12:00:00" }`. `kind` is `created`, `updated` or `deleted`; `date` is in
   *   UTC.
   * - An update of a record names in `fields` the fields that got another value; other changes, and those of
   *   webhooks, have no `fields`. The list is empty if an update sent the values that the record had already.
   *   `address_data` stands for the addresses of a customer. For the values, see `customer.history` and
   *   `article.history`.
   * - With `resources` or `kinds`, other changes are left out. The cursor moves over them too, so an answer may have
   *   no changes, and yet a new cursor. `limit` counts the changes that are left out. With `wait_ms`, a change that
   *   is left out ends the wait too.
   * - A listed record may have been deleted when you read it (`article_not_found`); its deletion is listed later.
   * - Every create, update and delete is listed once. The changes of a record are in the order in which they
   *   happened. A cursor never passes a change that is not committed yet: it is listed after the cursor.
   * - A customer is also listed as `updated` when one of its addresses is created, updated or deleted, since its
   *   `version` changes. When a customer is deleted, its addresses are listed as `deleted` before it. Orders are not
   *   listed.
   * - With `wait_ms`, the answer comes at the first change, or without changes after that time. `wait_ms` may be at
   *   most 20,000, and at most three quarters of the deadline of the service (`CALL_DEADLINE_MS`): 7,500 unless the
   *   operator changed it. Larger values are refused. Set the time-out of your connection longer than `wait_ms`. At
   *   most 100 requests of an account and 1,000 of all accounts can wait at a gateway; others get 503. Without
   *   `after`, the answer comes at once. In a batch, `wait_ms` must be 0.
   * - Changes are kept for 30 days. Older cursors are refused with `cursor_expired`, and so are all cursors from
   *   before a restore of the database.
   *
   * Refusals, besides those of wrong fields:
   * - `cursor_expired`: The cursor of a list is older than 24 hours. Or changes after a cursor of `changes.list` are
   *   no longer kept, or not certain to be complete: they are older than 30 days, or the cursor is from before a
   *   restore or an upgrade of the service.
   *
   * @example
   * const answer = await service.changes.list({ limit: 100 });
   */
  list(request: ChangesListRequest, options?: CallOptions): Promise<ChangesListAnswer>;
}

/** The operations of `webhook`. */
export interface WebhookOperations {
  /**
   * Creates a webhook, which is sent the changes of the account from now on.
   *
   * - A webhook is sent the changes that `changes.list` lists, from now on: see Receive webhooks.
   * - `secret` is the key of the signatures. If it is not sent, the service makes one. It is only in this answer:
   *   store it. An account has at most 20 webhooks.
   * - Without `resources` or `kinds`, all are sent, also changes of webhooks: the first one is the creation of this
   *   webhook.
   *
   * Refusals, besides those of wrong fields:
   * - `webhook_url_refused`: The service does not send to this URL: it is not https, or its host is an address that
   *   is not public. Only a sandbox may send to http, and only at a loopback address.
   * - `too_many_webhooks`: The account has 20 webhooks.
   *
   * @example
   * const answer = await service.webhook.create({ url: 'https://shop.example.com/counterfoil', resources: [ 'article' ] });
   */
  create<Sent extends WebhookCreateRequest>(request: Sent & OnlyKnown<'webhook.create', Sent>, options?: CallOptions): Promise<WebhookCreateAnswer>;
  /**
   * Reads a webhook, its state, and its latest deliveries.
   *
   * - `waiting` is the number of changes that were not delivered yet, wanted or not. `failures` is the number of
   *   failed attempts since the last success, a new `url` or `enabled` 1.
   * - `disabled_reason` says why a webhook with `enabled` 0 is disabled: by the `client` or the `operator`; after 3
   *   days of failures (`failing`); since the receiver answered 410 (`gone`); or since changes were older than the
   *   service keeps them (`changes_purged`). Otherwise it is empty.
   * - `deliveries` has the latest 50 deliveries of the last 3 days, the latest first. `status` is 0, and `error` says
   *   why, if there was no answer. `answer` has the first 512 characters of the last answer.
   * - The secret is never read back: set a new one with `webhook.update`.
   *
   * Refusals, besides those of wrong fields:
   * - `webhook_not_found`: The account has no webhook with this ident: it was deleted, belongs to another account, or
   *   never existed.
   *
   * @example
   * const answer = await service.webhook.read({ webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  read(request: WebhookReadRequest, options?: CallOptions): Promise<WebhookReadAnswer>;
  /**
   * Changes the sent fields of a webhook.
   *
   * - Only fields that are sent are changed. New `resources` or `kinds` apply from the next delivery on. One that was
   *   tried before is repeated as it was, with the same changes and the same `webhook-id`, until it is accepted: its
   *   changes are not looked at again.
   * - With `enabled` 1, a disabled webhook continues after the last change that was delivered, and one whose receiver
   *   failed tries again, at once. A request to enable one that the operator disabled is refused.
   * - A new `secret` signs the next attempt: let your receiver accept both until then.
   * - If a new `url` or `secret`, or `enabled` 0, comes while an attempt is in flight, its answer does not count: the
   *   same delivery is sent again, to the webhook as it is then. A new `url` is tried at once.
   *
   * Refusals, besides those of wrong fields:
   * - `webhook_not_found`: The account has no webhook with this ident: it was deleted, belongs to another account, or
   *   never existed.
   * - `webhook_held`: The operator of the service has disabled the webhook: its `disabled_reason` is `operator`. It
   *   can't be enabled or tested.
   * - `webhook_url_refused`: The service does not send to this URL: it is not https, or its host is an address that
   *   is not public. Only a sandbox may send to http, and only at a loopback address.
   *
   * @example
   * const answer = await service.webhook.update({ webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w', enabled: 1 });
   */
  update<Sent extends WebhookUpdateRequest>(request: Sent & OnlyKnown<'webhook.update', Sent>, options?: CallOptions): Promise<AnswerTo<'webhook.update', Sent>>;
  /**
   * Deletes a webhook. A delivery that is in flight may still arrive.
   *
   * Refusals, besides those of wrong fields:
   * - `webhook_not_found`: The account has no webhook with this ident: it was deleted, belongs to another account, or
   *   never existed.
   *
   * @example
   * await service.webhook.delete({ webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  delete<Sent extends WebhookDeleteRequest>(request: Sent & OnlyKnown<'webhook.delete', Sent>, options?: CallOptions): Promise<WebhookDeleteAnswer>;
  /**
   * Lists all webhooks of the account, the oldest first.
   *
   * - Each webhook has the fields of `webhook.read`, without `deliveries`.
   *
   * @example
   * const answer = await service.webhook.list({});
   */
  list(request: WebhookListRequest, options?: CallOptions): Promise<WebhookListAnswer>;
  /**
   * Sends a delivery without changes to a webhook, once, even if it is disabled, unless the operator disabled it.
   *
   * - The answer comes before the delivery. `webhook.read` lists the delivery with this `delivery_id` as soon as the
   *   receiver has answered, or did not answer in time.
   * - The delivery has `"type": "test"` and no changes. It is tried once, for 10 seconds.
   * - A webhook has one test at a time: while one waits or is in flight, the answer has the `delivery_id` of that
   *   one.
   *
   * Refusals, besides those of wrong fields:
   * - `webhook_not_found`: The account has no webhook with this ident: it was deleted, belongs to another account, or
   *   never existed.
   * - `webhook_held`: The operator of the service has disabled the webhook: its `disabled_reason` is `operator`. It
   *   can't be enabled or tested.
   *
   * @example
   * const answer = await service.webhook.test({ webhook_ident: 'whk_01jd2q4z0c8k3v7n5m9x1r6t2w' });
   */
  test<Sent extends WebhookTestRequest>(request: Sent & OnlyKnown<'webhook.test', Sent>, options?: CallOptions): Promise<WebhookTestAnswer>;
}

/** The operations of `account`. */
export interface AccountOperations {
  /**
   * Reads the settings of the account that clients need.
   *
   * - The account is that of the app that signs the request. Only the operator changes these values.
   * - `currency` is a code of ISO 4217. `time_zone` is the IANA name of the zone of the `*_user` dates. Customers
   *   that are created without `term_of_credit` get that of the account, in days.
   * - All prices of the account are in `currency`. The service does not convert prices.
   * - In a batch it is an unknown method.
   *
   * @example
   * const answer = await service.account.read({});
   */
  read(request: AccountReadRequest, options?: CallOptions): Promise<AccountReadAnswer>;
  /**
   * Deletes the customers, delivery addresses and articles of a sandbox, some thousand with each call.
   *
   * - It is for sandboxes only. A call deletes at most 1,000 customers with their addresses, and 1,000 articles: call
   *   again until `is_empty` is 1.
   * - `deleted` counts customers and articles. `changes.list` lists each record as `deleted`, so cursors stay valid.
   * - Other calls may run at the same time. Records that they are changing, or have just created, may be left.
   * - When nothing is left, generated numbers begin again at the start number of the account.
   * - Idempotency keys are remembered: a request that is repeated with its key answers as before, and creates
   *   nothing. So each run of your tests needs new keys. Orders and webhooks are kept, and the history of the deleted
   *   records for as long as the account keeps it; emptying adds no entry to it.
   * - In a batch it is an unknown method.
   *
   * Refusals, besides those of wrong fields:
   * - `account_not_sandbox`: Only the account of a sandbox can be emptied.
   *
   * @example
   * const answer = await service.account.empty({});
   */
  empty<Sent extends AccountEmptyRequest>(request: Sent & OnlyKnown<'account.empty', Sent>, options?: CallOptions): Promise<AccountEmptyAnswer>;
}

/** Each operation by its resource and verb, such as `customer.create`. */
export interface Resources {
  readonly customer: CustomerOperations;
  readonly address: AddressOperations;
  readonly article: ArticleOperations;
  readonly changes: ChangesOperations;
  readonly webhook: WebhookOperations;
  readonly account: AccountOperations;
}
