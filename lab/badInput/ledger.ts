import { textOf, type Values } from './drawnFaults.ts';
import {
  defaultTermOfCredit,
  deliveryNames,
  type Held,
  imported,
  newArticle,
  newCustomer,
  noDelivery,
  without,
} from './heldRecords.ts';

/** The versions of records, by ident, as answers have shown them (docs/api.md#conditional-changes). */
class Versions {
  readonly #shown = new Map<string, string[]>();
  /** Idents of records whose present version was shown. */
  readonly #known = new Set<string>();

  /** The present version, and the ones before it. None if the record has not been read since it changed. */
  of(ident: string): { readonly present?: string; readonly former: readonly string[] } {
    const shown = this.#shown.get(ident) ?? [];
    if (!this.#known.has(ident)) return { former: shown };
    return { present: shown.at(-1) as string, former: shown.slice(0, -1) };
  }

  /** Forgets the known versions: the record must have another one from now on. */
  change(ident: string): void {
    this.#known.delete(ident);
  }

  /** Notes the version of an answer and returns it; throws if docs/api.md promises another one. */
  note(ident: string, answered: unknown): string {
    const { present, former } = this.of(ident);
    const version = String(answered);
    if (present !== undefined && version !== present)
      throw new Error(`${ident} is unchanged: the version ${present} expected, not ${version}`);
    if (present === undefined && (former.includes(version) || !/^\S{1,64}$/.test(version)))
      throw new Error(`${ident} has changed: a new version expected, not ${version}`);
    if (present === undefined) this.#shown.set(ident, [...former, version]);
    this.#known.add(ident);
    return version;
  }
}

type Data = Readonly<Record<string, unknown>> | null;

/** The answer that docs/api.md promises for a call: the code, empty on success, and the data. */
export interface Promised {
  readonly code: string;
  readonly data: unknown;
  /** The record that a writing call has changed, if it is still there: a read shows its new version. */
  readonly changed?: string;
}

const done = (data: unknown, changed = ''): Promised => ({ code: '', data, ...(changed && { changed }) });
const refused = (code: string, data: unknown = null): Promised => ({ code, data });

/** Expected content of an account after all requests, computed from docs/api.md and the field tables alone. */
export class Ledger {
  readonly customers = new Map<string, Held>();
  readonly addresses = new Map<string, Held>();
  readonly articles = new Map<string, Held>();
  /** The address that a customer was created with. */
  readonly deliveries = new Map<string, string>();
  readonly versions = new Versions();

  /** Values of records in a field; as `if_version`, versions of the record with the ident. */
  readonly known = (field: string, ident = ''): readonly (string | number)[] => {
    if (field === 'if_version') {
      const { present, former } = this.versions.of(ident);
      return present === undefined ? [] : [present, present, present, ...former.slice(-2)];
    }
    const records = [...this.customers.values(), ...this.addresses.values(), ...this.articles.values()];
    return records.flatMap((record) => record[field] || []);
  };

  /** The expected answer to a writing call, whose effect is noted. */
  write(operation: string, input: Values, answered: Data): Promised {
    const writing = this.#writings[operation];
    if (!writing) throw new Error(`${operation} is not a writing operation`);
    return writing(input, answered);
  }

  readonly #writings: Readonly<Record<string, (input: Values, answered: Data) => Promised>> = {
    'customer.create': (input, answered) => this.#createCustomer(input, answered),
    'customer.update': (input, answered) => this.#update('customer', this.customers, input, answered),
    'customer.delete': (input, answered) => this.#deleteCustomer(input, answered),
    'address.create': (input, answered) => this.#createAddress(input, answered),
    'address.update': (input, answered) => this.#updateAddress(input, answered),
    'address.delete': (input, answered) => this.#deleteAddress(input, answered),
    'article.create': (input, answered) => this.#createArticle(input, answered),
    'article.update': (input, answered) => this.#update('article', this.articles, input, answered),
    'article.delete': (input, answered) => {
      const refusal = this.#refusal('article', this.articles, input, answered);
      if (!refusal) this.articles.delete(input.article_ident as string);
      return refusal ?? done(null);
    },
  };

  #createCustomer(input: Values, answered: Data): Promised {
    const sent = without(input, 'divergent_delivery_address', ...deliveryNames);
    if (sent.customer_nr === '') delete sent.customer_nr;
    const customer: Held = { ...newCustomer, term_of_credit: defaultTermOfCredit, ...sent };
    const existing = imported(customer, 'customer', this.customers);
    if (existing) return refused('external_ident_exists', { customer_ident: existing });

    const customer_ident = this.#newIdent(answered?.customer_ident, 'cus');
    this.customers.set(customer_ident, { customer_ident, ...customer });
    if (input.divergent_delivery_address !== 1)
      return done({ customer_ident, address_ident: null }, customer_ident);
    const address_ident = this.#newIdent(answered?.address_ident, 'adr');
    const delivery = Object.entries(input).filter(([name]) => deliveryNames.includes(name));
    this.addresses.set(address_ident, {
      address_ident,
      customer_ident,
      ...noDelivery,
      ...Object.fromEntries(delivery),
    });
    this.deliveries.set(customer_ident, address_ident);
    return done({ customer_ident, address_ident }, customer_ident);
  }

  #createAddress(input: Values, answered: Data): Promised {
    const customer_ident = input.customer_ident as string;
    if (!this.customers.has(customer_ident)) return refused('customer_not_found');
    const address_ident = this.#newIdent(answered?.address_ident, 'adr');
    this.addresses.set(address_ident, { ...noDelivery, ...without(input), address_ident });
    this.versions.change(customer_ident);
    return done({ address_ident, customer_ident }, customer_ident);
  }

  #createArticle(input: Values, answered: Data): Promised {
    const article: Held = { ...newArticle, ...without(input) };
    if (article.article_nr === '') delete article.article_nr;
    const existing = imported(article, 'article', this.articles);
    if (existing) return refused('external_ident_exists', { article_ident: existing });
    const article_ident = this.#newIdent(answered?.article_ident, 'art');
    this.articles.set(article_ident, { article_ident, ...article });
    return done({ article_ident }, article_ident);
  }

  #updateAddress(input: Values, answered: Data): Promised {
    const refusal = this.#refusal('address', this.addresses, input, answered);
    if (refusal) return refusal;
    const address_ident = input.address_ident as string;
    const before = this.addresses.get(address_ident) as Held;
    const changes = without(input, 'address_ident', 'if_version');
    this.addresses.set(address_ident, { ...before, ...changes });
    this.versions.change(before.customer_ident as string);
    const version = this.#newVersion(address_ident, input, answered);
    return done({ address_ident, ...changes, ...version }, before.customer_ident as string);
  }

  #deleteAddress(input: Values, answered: Data): Promised {
    const refusal = this.#refusal('address', this.addresses, input, answered);
    if (refusal) return refusal;
    const { customer_ident } = this.addresses.get(input.address_ident as string) as Held;
    this.addresses.delete(input.address_ident as string);
    this.versions.change(customer_ident as string);
    return done(null, customer_ident as string);
  }

  #deleteCustomer(input: Values, answered: Data): Promised {
    const refusal = this.#refusal('customer', this.customers, input, answered);
    if (refusal) return refusal;
    this.customers.delete(input.customer_ident as string);
    for (const [ident, { customer_ident }] of this.addresses)
      if (customer_ident === input.customer_ident) this.addresses.delete(ident);
    return done(null);
  }

  /** Reason why a record may not be changed: there is none, or it has another version than the call requires. */
  #refusal(
    resource: 'customer' | 'address' | 'article',
    records: ReadonlyMap<string, Held>,
    input: Values,
    answered: Data,
  ): Promised | undefined {
    const name = `${resource}_ident`;
    const ident = input[name] as string;
    if (!records.has(ident)) return refused(`${resource}_not_found`);
    if (input.if_version === undefined || input.if_version === this.versions.of(ident).present)
      return undefined;
    return refused('record_changed', {
      [name]: ident,
      version: this.versions.note(ident, answered?.version),
    });
  }

  /** Notes that a record was updated; only the answer to a conditional update has its new version. */
  #newVersion(ident: string, { if_version }: Values, answered: Data): { version?: string } {
    this.versions.change(ident);
    return if_version === undefined ? {} : { version: this.versions.note(ident, answered?.version) };
  }

  #update(
    resource: 'customer' | 'article',
    records: Map<string, Held>,
    input: Values,
    answered: Data,
  ): Promised {
    const refusal = this.#refusal(resource, records, input, answered);
    if (refusal) return refusal;
    const name = `${resource}_ident`;
    const ident = input[name] as string;
    const before = records.get(ident) as Held;
    const changes = without(input, name, 'validate', 'if_version');
    const others = new Map([...records].filter(([other]) => other !== ident));
    const existing = imported({ ...before, ...changes }, resource, others);
    if (existing) return refused('external_ident_exists', { [name]: existing });
    const field = textOf(input.validate);
    const isTaken = field in changes && [...others.values()].some((other) => other[field] === changes[field]);
    if (isTaken) return refused('value_exists', { [name]: ident, [field]: changes[field] });
    records.set(ident, { ...before, ...changes });
    return done({ [name]: ident, ...changes, ...this.#newVersion(ident, input, answered) }, ident);
  }

  #newIdent(answered: unknown, prefix: string): string {
    const ident = String(answered);
    const isNew = !this.customers.has(ident) && !this.addresses.has(ident) && !this.articles.has(ident);
    if (isNew && new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(ident)) return ident;
    throw new Error(`${prefix}_ and a new ULID expected, not ${ident}`);
  }
}
