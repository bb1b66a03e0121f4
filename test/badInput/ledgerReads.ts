import type { Values } from './drawnFaults.ts';
import { type Held, type Ledger, noDelivery, type Promised } from './ledger.ts';

type Data = Readonly<Record<string, unknown>>;

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
  const name = `${resource}_ident`;
  const ident = input[name] as string;
  const records = { customer: ledger.customers, address: ledger.addresses, article: ledger.articles }[
    resource
  ];
  if (reading === 'exists' && records.has(ident)) return { code: '', data: { [name]: ident } };
  if (operation === 'article.read') return articlesRead(ledger, input, answered);
  const customer = records.get(ident);
  if (!customer)
    return { code: `${resource}_not_found`, data: resource === 'address' ? { [name]: ident } : null };
  return { code: '', data: customerRead(ledger, customer, answered ?? {}) };
}

function customerRead(ledger: Ledger, customer: Held, { customer: read, address_data }: Data): Data {
  learn(customer, read as Held, 'customer_nr', ledger.customers);
  const ident = customer.customer_ident as string;
  const delivery = ledger.addresses.get(ledger.deliveries.get(ident) ?? '');
  const deliveryFields = Object.keys(noDelivery).map((name) => [name, (delivery ?? noDelivery)[name]]);
  const addresses = [...ledger.addresses.values()].filter(({ customer_ident }) => customer_ident === ident);
  return {
    customer: {
      ...(read as Held),
      ...{ external_username: '', account_number: '', account_bank_code: '' },
      ...{ divergent_delivery_address: delivery ? 1 : 0, ...Object.fromEntries(deliveryFields) },
      ...{ date_created_user: userDate(customer), ...customer },
    },
    address_data: addresses.map((address, at) => ({ ...(address_data as Held[])[at], ...address })),
  };
}

function articlesRead(ledger: Ledger, input: Values, answered: Data | null): Promised {
  const looked = input.article_ident
    ? 'article_ident'
    : input.article_identifier && `article_${input.article_identifier}`;
  if (!looked || !input[looked]) return { code: 'field_required', data: null };
  const hits = [...ledger.articles.values()].filter((article) => article[looked] === input[looked]);
  if (hits.length === 0) return { code: 'article_not_found', data: null };
  const { articles = [], count: _, ...first } = answered ?? {};
  const records = hits.map((hit, at) =>
    articleRead(ledger, hit, ((articles as Held[])[at] ?? first) as Held),
  );
  const several = { ...records[0], articles: records.slice(0, 100), count: records.length };
  return { code: '', data: hits.length === 1 ? records[0] : several };
}

function articleRead(ledger: Ledger, article: Held, read: Held): Data {
  learn(article, read, 'article_nr', ledger.articles);
  const { external_ident: _, external_account_name: __, ...fields } = article;
  const sales = { count: 0, price: 0, price_total: 0 };
  return { ...read, ...fields, date_created_user: userDate(article), sales };
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
