import { lookedField, type Values } from './drawnFaults.ts';
import { type Held, noDelivery } from './heldRecords.ts';
import type { Ledger, Promised } from './ledger.ts';
import { promisedFind } from './ledgerFinds.ts';

/** The settings of the test's accounts (test/support/account.ts), which keep UTC. */
const accountSettings = { account_name: 'test', currency: 'EUR', time_zone: 'UTC', term_of_credit: 14 };

type Data = Readonly<Record<string, unknown>>;

/** Limits of a list in an answer (docs/api.md#article-read). */
const maxListed = 100;
const maxListBytes = 512 * 1024;

/**
 * The expected answer to a reading call. What the ledger can't know is taken from the answer: times of the service and sums.
 * Generated numbers and times are checked and noted.
 */
export function promisedRead(
  ledger: Ledger,
  operation: string,
  input: Values,
  answered: Data | null,
): Promised {
  const [resource, reading] = operation.split('.') as ['customer' | 'address' | 'article', string];
  if (reading === 'find') return promisedFind(ledger, resource as 'customer' | 'article', input, answered);
  if (operation === 'article.read') return articlesRead(ledger, input, answered);
  if (operation === 'customer.read') return customersRead(ledger, input, answered);
  if (operation === 'account.read')
    return { code: '', data: { account_ident: answered?.account_ident, ...accountSettings } };
  const name = `${resource}_ident`;
  const ident = input[name] as string;
  const records = { customer: ledger.customers, address: ledger.addresses, article: ledger.articles }[
    resource
  ];
  const record = records.get(ident);
  if (!record) {
    const data = operation === 'address.exists' ? { [name]: ident } : null;
    return { code: `${resource}_not_found`, data };
  }
  if (reading === 'exists') return { code: '', data: { [name]: ident } };
  return { code: '', data: { address: addressRead(ledger, record, (answered?.address ?? {}) as Held) } };
}

function customersRead(ledger: Ledger, input: Values, answered: Data | null): Promised {
  const looked = lookedField('customer.read', input);
  const hits = [...ledger.customers.values()].filter((customer) => customer[looked] === input[looked]);
  const [oldest] = hits;
  if (!oldest) return { code: 'customer_not_found', data: null };
  const { customer = {}, address_data = [], customers = [] } = answered ?? {};
  const { customer_ident } = oldest;
  const addresses = [...ledger.addresses.values()].filter((each) => each.customer_ident === customer_ident);
  const records = hits.map((hit, index) =>
    customerRead(ledger, hit, ((customers as Held[])[index] ?? (index === 0 && customer) ?? {}) as Held),
  );
  const data = {
    customer: records[0],
    address_data: addresses.map((address, index) =>
      addressRead(ledger, address, (address_data as Held[])[index] ?? {}),
    ),
  };
  const several = { customers: listed(records), count: hits.length };
  return { code: '', data: { ...data, ...(hits.length > 1 && several) } };
}

function customerRead(ledger: Ledger, customer: Held, read: Held): Data {
  learn(customer, read, 'customer_nr', ledger.customers);
  const ident = customer.customer_ident as string;
  const delivery = ledger.addresses.get(ledger.deliveries.get(ident) ?? '');
  const deliveryFields = Object.keys(noDelivery).map((name) => [name, (delivery ?? noDelivery)[name]]);
  return {
    ...read,
    version: ledger.versions.note(ident, read.version),
    external_username: '',
    account_number: '',
    account_bank_code: '',
    divergent_delivery_address: delivery ? 1 : 0,
    ...Object.fromEntries(deliveryFields),
    date_created_user: userDate(customer),
    ...customer,
  };
}

function addressRead(ledger: Ledger, address: Held, read: Held): Data {
  const version = ledger.versions.note(address.address_ident as string, read.version);
  return { ...read, ...address, version };
}

/** The records that a list has room for. */
function listed(records: readonly Data[]): readonly Data[] {
  let bytes = 0;
  return records.slice(0, maxListed).filter((record) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    return bytes <= maxListBytes;
  });
}

function articlesRead(ledger: Ledger, input: Values, answered: Data | null): Promised {
  const looked = lookedField('article.read', input);
  const hits = [...ledger.articles.values()].filter((article) => article[looked] === input[looked]);
  if (hits.length === 0) return { code: 'article_not_found', data: null };
  const { articles = [], count: _, ...first } = answered ?? {};
  const records = hits.map((hit, index) =>
    articleRead(ledger, hit, ((articles as Held[])[index] ?? first) as Held),
  );
  const several = { ...records[0], articles: listed(records), count: records.length };
  return { code: '', data: hits.length === 1 ? records[0] : several };
}

function articleRead(ledger: Ledger, article: Held, read: Held): Data {
  learn(article, read, 'article_nr', ledger.articles);
  const { external_ident: _, external_account_name: __, ...fields } = article;
  const sales = { count: 0, price: 0, price_total: 0 };
  const version = ledger.versions.note(article.article_ident as string, read.version);
  return { ...read, ...fields, version, date_created_user: userDate(article), sales };
}

/** The test's accounts keep UTC. */
function userDate({ date_created }: Held): string {
  return String(date_created).slice(0, 10).split('-').toReversed().join('.');
}

/** Notes what the service generated for a record; throws when docs/api.md promises something else. */
function learn(record: Held, read: Held, number: string, records: ReadonlyMap<string, Held>): void {
  const given = String(read[number]);
  const isNew =
    /^[1-9]\d{4,}$/.test(given) && [...records.values()].every((other) => other[number] !== given);
  if (record[number] === undefined) record[number] = promised(given, isNew, 'a number that is free');
  const date = String(read.date_created);
  const age = Date.now() - Date.parse(`${date.replace(' ', 'T')}Z`);
  if (record.date_created === undefined)
    record.date_created = promised(date, age >= 0 && age < 60_000, 'the time of now');
}

function promised(value: string, isAsPromised: boolean, what: string): string {
  if (isAsPromised) return value;
  throw new Error(`${what} expected, not ${value}`);
}
