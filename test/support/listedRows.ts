import { newIdent } from '../../shared/contract/values/idents.ts';
import type { Row } from './listing.ts';

/** A number from 0 to less than `below`. */
export type Draw = (below: number) => number;

const names = [
  'Muster',
  'MUSTER',
  'muster gmbh',
  'Müller',
  'müLLER',
  'Mu%ster',
  'Mu_ster',
  'mu\\x',
  'Straße',
  'Élan',
];
const words = [...names, 'mus', 'Mueller', '', '', 'x', 'Zoo', "O'Hara", '100 %', 'Ωmega', 'ÄÖÜ'];
const zips = ['10115', '10117', '1', '', '80331'];
const times = Array.from({ length: 8 }, (_, index) => `2026-01-0${index + 1} 12:00:00`);
const types = ['native', 'csv', 'shop'];
const countries = ['de', 'at', ''];
const prices = ['0', '9.5', '10', '100.0001'];

/** Rows of a table with few different values, so that most filters find several. */
export function drawnRows(table: string, account_id: number, count: number, draw: Draw): readonly Row[] {
  const of = <T>(values: readonly T[]): T => values[draw(values.length)] as T;
  const rows = Array.from({ length: count }, (_, index) => rowOf(table, index, of));
  return rows.map((row) => ({ account_id, date_created: of(times), date_updated: of(times), ...row }));
}

function rowOf(table: string, index: number, of: <T>(values: readonly T[]) => T): Row {
  const source = {
    external_ident: index % 3 ? null : `E-${Math.floor(index / 9)}`,
    external_account_name: `${index % 9}`,
  };
  if (table === 'customers')
    return {
      ...source,
      customer_ident: newIdent('cus'),
      customer_type: of(types),
      customer_nr: `1000${index % 40}`,
      bill_company: of(words),
      bill_lastname: of(words),
      bill_email: of(['a@x.de', 'A@x.de', '', 'Mus@x.de']),
      bill_zipcode: of(zips),
      bill_country: of(countries),
    };
  if (table === 'articles')
    return {
      ...source,
      article_ident: newIdent('art'),
      article_type: of(types),
      article_nr: `1000${index % 40}`,
      article_title: of(words),
      article_sku: of(['', 'Mus-1', 'mus-1', 'A_1', 'A%1', 'AB1']),
      article_ean: of(zips),
      article_price: of(prices),
    };
  return {
    address_ident: newIdent('adr'),
    delivery_company: of(words),
    delivery_lastname: of(words),
    delivery_zipcode: of(zips),
    delivery_country: of(countries),
  };
}

/** Requests of a list, each with one or several filters and a search. */
export function drawnRequest(table: string, draw: Draw, rows: readonly Row[]): Row {
  const of = <T>(values: readonly T[]): T => values[draw(values.length)] as T;
  const sample = of(rows);
  const fields = equalFields[table] as readonly string[];
  const chosen = fields.filter(() => draw(4) === 0);
  const filter: Record<string, unknown> = Object.fromEntries(chosen.map((name) => [name, sample[name]]));
  if (typeof sample.external_ident === 'string' && draw(4) === 0) {
    filter.external_ident = sample.external_ident;
    const type = table === 'customers' ? 'customer_type' : 'article_type';
    if (draw(2) === 0)
      Object.assign(filter, { [type]: sample[type], external_account_name: sample.external_account_name });
  }
  for (const name of rangesOf[table] ?? [])
    if (draw(4) === 0) filter[name] = of(name.startsWith('price') ? prices : times);
  for (const name of comparedFields[table] ?? []) if (draw(6) === 0) filter[name] = sample[name];
  const search = of([
    undefined,
    of(words),
    of(words).slice(0, 2),
    of(words).toUpperCase(),
    '1000',
    '%',
    '_',
    'mus-',
    'A_',
    '\\',
  ]);
  const names = [...Object.keys(sortedBy[table] ?? {}), 'created'].flatMap((name) => [name, `-${name}`]);
  const sort = draw(3) > 0 ? of(names) : undefined;
  const wanted = { ...(search !== undefined && { search }), ...(sort !== undefined && { sort }) };
  return { filter, limit: of([17, 60, 1_000]), ...wanted };
}

const equalFields: Readonly<Record<string, readonly string[]>> = {
  customers: ['customer_nr', 'bill_email', 'bill_zipcode'],
  articles: ['article_nr', 'article_sku', 'article_ean'],
  addresses: ['customer_ident', 'delivery_zipcode'],
};

const comparedFields: Readonly<Record<string, readonly string[]>> = {
  customers: ['bill_country', 'customer_type', 'external_account_name'],
  articles: ['article_type', 'external_account_name'],
  addresses: ['delivery_country'],
};

const timeRanges = ['updated_from', 'updated_to', 'created_from', 'created_to'];
const rangesOf: Readonly<Record<string, readonly string[]>> = {
  customers: timeRanges,
  articles: [...timeRanges, 'price_from', 'price_to'],
  addresses: timeRanges,
};

/** Value that each sort compares. */
const sortedBy: Readonly<Record<string, Readonly<Record<string, (row: Row) => string>>>> = {
  customers: {
    updated: (row) => row.date_updated as string,
    number: (row) => row.customer_nr as string,
    company: (row) => (row.bill_company as string).toLowerCase(),
    lastname: (row) => (row.bill_lastname as string).toLowerCase(),
  },
  articles: {
    updated: (row) => row.date_updated as string,
    number: (row) => row.article_nr as string,
    title: (row) => (row.article_title as string).toLowerCase(),
  },
  addresses: {
    updated: (row) => row.date_updated as string,
    company: (row) => (row.delivery_company as string).toLowerCase(),
    lastname: (row) => (row.delivery_lastname as string).toLowerCase(),
  },
};

/** Sorts rows by a plain comparison. */
export function inOrder(
  table: string,
  ident: string,
  rows: readonly Row[],
  sort = 'created',
): readonly Row[] {
  const keyOf = sortedBy[table]?.[sort.replace('-', '')] ?? (() => '');
  const bytes = (row: Row) => Buffer.from(`${keyOf(row)}\0${row[ident] as string}`);
  const sorted = rows.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)));
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}

const ignoringCase: Readonly<Record<string, readonly string[]>> = {
  customers: ['bill_company', 'bill_lastname', 'bill_email'],
  articles: ['article_title'],
  addresses: ['delivery_company', 'delivery_lastname'],
};
const letterByLetter: Readonly<Record<string, readonly string[]>> = {
  customers: ['customer_nr'],
  articles: ['article_nr', 'article_sku', 'article_ean'],
  addresses: [],
};

/** True if a list has a row, by a plain comparison. */
export function isListed(table: string, row: Row, { filter = {}, search = '' }: Row): boolean {
  const { updated_from, updated_to, created_from, created_to, price_from, price_to, ...equal } =
    filter as Record<string, string>;
  const isWithin = (value: unknown, from: string | undefined, to: string | undefined) =>
    (from === undefined || (value as string) >= from) && (to === undefined || (value as string) <= to);
  const amount = (price: unknown) => String(Number(price) * 10_000).padStart(12, '0');
  const limit = (price: string | undefined) => (price === undefined ? undefined : amount(price));
  const has = (names: readonly string[] | undefined, is: (text: string) => boolean) =>
    names?.some((name) => is(row[name] as string)) ?? false;
  return (
    Object.entries(equal).every(([name, value]) => row[name] === value) &&
    isWithin(row.date_updated, updated_from, updated_to) &&
    isWithin(row.date_created, created_from, created_to) &&
    isWithin(amount(row.article_price), limit(price_from), limit(price_to)) &&
    (search === '' ||
      has(ignoringCase[table], (text) => text.toLowerCase().startsWith((search as string).toLowerCase())) ||
      has(letterByLetter[table], (text) => text.startsWith(search as string)))
  );
}
