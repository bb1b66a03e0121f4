import type { PublicOperationName } from '../shared/operations/index.ts';
import type { Answer, AnswerTo, OnlyKnown, Request } from './requests.ts';

export interface CallOptions {
  /**
   * 1 to 255 visible characters. A repeated write with the same key and request runs once, within 24 hours and across
   * restarts of your program; the client makes a new key for each write without one.
   */
  readonly idempotencyKey?: string;
}

/** Resolves to the `data` of the answer; throws a `CounterfoilError` for everything but a success. */
type Call<Name extends PublicOperationName> = (
  request: Request<Name>,
  options?: CallOptions,
) => Promise<Answer<Name>>;

/** The same for an update: the answer has the fields that were sent. */
type UpdateCall<Name extends PublicOperationName> = <Sent extends Request<Name>>(
  request: Sent & OnlyKnown<Name, Sent>,
  options?: CallOptions,
) => Promise<AnswerTo<Name, Sent>>;

/** Customers. */
export interface CustomerOperations {
  /**
   * Creates a customer. With `divergent_delivery_address: 1` also a delivery address, from the `delivery_*` fields.
   *
   * @example
   * const { customer_ident } = await service.customer.create({ bill_company: 'Muster GmbH', bill_country: 'de' });
   */
  readonly create: Call<'customer.create'>;
  /**
   * Reads a customer and its delivery addresses, the oldest first: at most 1,000, and 512 KiB of them. The customer is named
   * by its ident, or by `customer_nr`, `external_ident` or `bill_email`. If several have the value, the answer is the oldest,
   * with `customers` (the oldest first, at most 100, and 512 KiB of them) and `count` (of all).
   *
   * @example
   * const { customer, address_data } = await service.customer.read({ customer_ident });
   */
  readonly read: Call<'customer.read'>;
  /**
   * Finds customers by up to 1,000 values of one field, at most 10 of each value; `exceeded` has the values with more. If the
   * answer has `next`, it does not cover the values from that index on: ask for them again.
   *
   * @example
   * const { customers } = await service.customer.find({ by: 'customer_nr', values: ['10001', '10002'] });
   */
  readonly find: Call<'customer.find'>;
  /**
   * Changes the fields that are sent. Resolves to them, with their stored values. `validate` names a field that no
   * other customer may have the same value of: otherwise nothing changes, and the call fails with `value_exists`. With
   * `if_version`, nothing changes if the customer has another version, and the call fails with `record_changed`.
   *
   * @example
   * const { bill_city } = await service.customer.update({ customer_ident, bill_city: 'Hamburg' });
   */
  readonly update: UpdateCall<'customer.update'>;
  /**
   * Removes a customer and its delivery addresses. Resolves to null. Orders keep their data. With `if_version`, nothing is
   * removed if the customer has another version, and the call fails with `record_changed`.
   *
   * @example
   * await service.customer.delete({ customer_ident });
   */
  readonly delete: Call<'customer.delete'>;
  /**
   * Resolves if the customer exists; otherwise fails with `customer_not_found`.
   *
   * @example
   * await service.customer.exists({ customer_ident });
   */
  readonly exists: Call<'customer.exists'>;
}

/** Delivery addresses of customers. */
export interface AddressOperations {
  /**
   * Creates a delivery address of a customer.
   *
   * @example
   * const { address_ident } = await service.address.create({ customer_ident, delivery_city: 'Potsdam' });
   */
  readonly create: Call<'address.create'>;
  /**
   * Reads a delivery address.
   *
   * @example
   * const { address } = await service.address.read({ address_ident });
   */
  readonly read: Call<'address.read'>;
  /**
   * Changes the fields that are sent. Resolves to them, with their stored values. With `if_version`, nothing changes if the
   * address has another version, and the call fails with `record_changed`.
   *
   * @example
   * const { delivery_city } = await service.address.update({ address_ident, delivery_city: 'Werder' });
   */
  readonly update: UpdateCall<'address.update'>;
  /**
   * Removes a delivery address. Resolves to null. With `if_version`, nothing is removed if the address has another version, and
   * the call fails with `record_changed`.
   *
   * @example
   * await service.address.delete({ address_ident });
   */
  readonly delete: Call<'address.delete'>;
  /**
   * Resolves if the address exists; otherwise fails with `address_not_found`.
   *
   * @example
   * await service.address.exists({ address_ident });
   */
  readonly exists: Call<'address.exists'>;
}

/** Changes of the records of the account. */
export interface ChangesOperations {
  /**
   * Lists the changes after a cursor, in an order that respects that of each record, and the cursor to go on from. Without
   * `after`: no changes, and a cursor from now on. With `wait_ms`, waits so long for a change if there is none yet. Fails with
   * `cursor_expired` if changes after the cursor are no longer kept: then read all records again.
   *
   * @example
   * const { changes, cursor } = await service.changes.list({ after, wait_ms: 7_500 });
   */
  readonly list: Call<'changes.list'>;
}

/** Articles. Prices are net, in the currency of the account; tax rates are in percent. */
export interface ArticleOperations {
  /**
   * Creates an article.
   *
   * @example
   * const { article_ident } = await service.article.create({ article_title: 'Tea', article_price: 12.5 });
   */
  readonly create: Call<'article.create'>;
  /**
   * Reads an article by its ident, SKU or EAN. If several have the SKU or EAN, the answer is the oldest, with `articles`
   * (the oldest first, at most 100, and 512 KiB of them) and `count` (of all).
   *
   * @example
   * const tea = await service.article.read({ article_identifier: 'sku', article_sku: 'TEA-1' });
   */
  readonly read: Call<'article.read'>;
  /**
   * Finds articles by up to 1,000 values of one field, at most 10 of each value; `exceeded` has the values with more. If the
   * answer has `next`, it does not cover the values from that index on: ask for them again.
   *
   * @example
   * const { articles } = await service.article.find({ by: 'article_sku', values: ['TEA-1'], fields: ['article_price'] });
   */
  readonly find: Call<'article.find'>;
  /**
   * Changes the fields that are sent. Resolves to them, with their stored values. `validate` names a field that no
   * other article may have the same value of: otherwise nothing changes, and the call fails with `value_exists`. With
   * `if_version`, nothing changes if the article has another version, and the call fails with `record_changed`.
   *
   * @example
   * const { article_price } = await service.article.update({ article_ident, article_price: '13.50' });
   */
  readonly update: UpdateCall<'article.update'>;
  /**
   * Removes an article. Resolves to null. With `if_version`, nothing is removed if the article has another version, and the
   * call fails with `record_changed`.
   *
   * @example
   * await service.article.delete({ article_ident });
   */
  readonly delete: Call<'article.delete'>;
  /**
   * Resolves if the article exists; otherwise fails with `article_not_found`.
   *
   * @example
   * await service.article.exists({ article_ident });
   */
  readonly exists: Call<'article.exists'>;
}
