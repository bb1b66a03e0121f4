import { publicOperations } from '../../shared/operations/index.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import { deliveryFields } from '../../shared/resources/address.ts';
import type { Field, Fields } from '../../shared/resources/field.ts';
import type { Values } from './drawnFaults.ts';
import { isDecimal } from './fieldValues.ts';

type Data = Readonly<Record<string, unknown>> | null;

/** The answer that docs/api.md promises for a call: the code, empty on success, and the data. */
export interface Promised {
  readonly code: string;
  readonly data: unknown;
}

/** A record as it is read. Values that the service generates are missing until the first read. */
export type Held = Record<string, string | number>;

const done = (data: unknown): Promised => ({ code: '', data });
const refused = (code: string, data: unknown = null): Promised => ({ code, data });

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
const without = (values: Values, ...names: readonly string[]): Held =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
const deliveryNames = Object.keys(deliveryFields);
export const noDelivery = defaultsIn(deliveryFields);
const newCustomer = without(
  defaultsIn(inputOf('customer.create')),
  'divergent_delivery_address',
  'customer_nr',
  ...deliveryNames,
);
const newArticle: Held = {
  ...without(defaultsIn(inputOf('article.create')), 'article_nr'),
  external_ident: '',
  external_account_name: '',
};
/** Settings of the test's accounts. */
const defaultTermOfCredit = 14;

/** What an account must contain after all requests, computed from docs/api.md and the field tables alone. */
export class Ledger {
  readonly customers = new Map<string, Held>();
  readonly addresses = new Map<string, Held>();
  readonly articles = new Map<string, Held>();
  /** The address that a customer was created with. */
  readonly deliveries = new Map<string, string>();

  /** Values of records in a field. */
  readonly known = (field: string): readonly (string | number)[] => {
    const records = [...this.customers.values(), ...this.addresses.values(), ...this.articles.values()];
    return records.flatMap((record) => record[field] || []);
  };

  /** The expected answer to a writing call, whose effect is noted. */
  write(operation: string, input: Values, answered: Data): Promised {
    const writing = this.#writings[operation];
    if (!writing) throw new Error(`${operation} is no writing operation`);
    return writing(input, answered);
  }

  readonly #writings: Readonly<Record<string, (input: Values, answered: Data) => Promised>> = {
    'customer.create': (input, answered) => this.#createCustomer(input, answered),
    'customer.update': (input) => this.#update('customer', this.customers, input),
    'customer.delete': ({ customer_ident }) => this.#deleteCustomer(customer_ident as string),
    'address.create': (input, answered) => this.#createAddress(input, answered),
    'article.create': (input, answered) => this.#createArticle(input, answered),
    'article.update': (input) => this.#update('article', this.articles, input),
    'article.delete': ({ article_ident }) =>
      this.articles.delete(article_ident as string) ? done(null) : refused('article_not_found'),
  };

  #createCustomer(input: Values, answered: Data): Promised {
    const sent = without(input, 'divergent_delivery_address', ...deliveryNames);
    if (sent.customer_nr === '') delete sent.customer_nr;
    const customer: Held = { ...newCustomer, term_of_credit: defaultTermOfCredit, ...sent };
    const existing = imported(customer, 'customer', this.customers);
    if (existing) return refused('external_ident_exists', { customer_ident: existing });

    const customer_ident = this.#newIdent(answered?.customer_ident, 'cus');
    this.customers.set(customer_ident, { customer_ident, ...customer });
    if (input.divergent_delivery_address !== 1) return done({ customer_ident, address_ident: null });
    const address_ident = this.#newIdent(answered?.address_ident, 'adr');
    const delivery = Object.entries(input).filter(([name]) => deliveryNames.includes(name));
    this.addresses.set(address_ident, {
      address_ident,
      customer_ident,
      ...noDelivery,
      ...Object.fromEntries(delivery),
    });
    this.deliveries.set(customer_ident, address_ident);
    return done({ customer_ident, address_ident });
  }

  #createAddress(input: Values, answered: Data): Promised {
    const customer_ident = input.customer_ident as string;
    if (!this.customers.has(customer_ident)) return refused('customer_not_found');
    const address_ident = this.#newIdent(answered?.address_ident, 'adr');
    this.addresses.set(address_ident, { ...noDelivery, ...input, address_ident });
    return done({ address_ident, customer_ident });
  }

  #createArticle(input: Values, answered: Data): Promised {
    const article: Held = { ...newArticle, ...input };
    if (article.article_nr === '') delete article.article_nr;
    const existing = imported(article, 'article', this.articles);
    if (existing) return refused('external_ident_exists', { article_ident: existing });
    const article_ident = this.#newIdent(answered?.article_ident, 'art');
    this.articles.set(article_ident, { article_ident, ...article });
    return done({ article_ident });
  }

  #deleteCustomer(customer: string): Promised {
    if (!this.customers.delete(customer)) return refused('customer_not_found');
    for (const [ident, { customer_ident }] of this.addresses)
      if (customer_ident === customer) this.addresses.delete(ident);
    return done(null);
  }

  #update(resource: 'customer' | 'article', records: Map<string, Held>, input: Values): Promised {
    const name = `${resource}_ident`;
    const ident = input[name] as string;
    const before = records.get(ident);
    if (!before) return refused(`${resource}_not_found`);
    const changes = without(input, name, 'validate');
    const others = new Map([...records].filter(([other]) => other !== ident));
    const existing = imported({ ...before, ...changes }, resource, others);
    if (existing) return refused('external_ident_exists', { [name]: existing });
    const field = String(input.validate);
    const isTaken = field in changes && [...others.values()].some((other) => other[field] === changes[field]);
    if (isTaken) return refused('value_exists', { [name]: ident, [field]: changes[field] });
    records.set(ident, { ...before, ...changes });
    return done({ [name]: ident, ...changes });
  }

  #newIdent(answered: unknown, prefix: string): string {
    const ident = String(answered);
    const isNew = !this.customers.has(ident) && !this.addresses.has(ident) && !this.articles.has(ident);
    if (isNew && new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(ident)) return ident;
    throw new Error(`${prefix}_ and a new ULID expected, not ${ident}`);
  }
}

/** Another record with the same external ident of the same source (docs/api.md#fields, `external_ident`). */
function imported(
  record: Held,
  resource: 'customer' | 'article',
  others: ReadonlyMap<string, Held>,
): string | undefined {
  if (record.external_ident === '') return undefined;
  const key = ['external_ident', 'external_account_name', `${resource}_type`];
  return [...others].find(([, other]) => key.every((name) => other[name] === record[name]))?.[0];
}
