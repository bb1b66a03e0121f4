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
    };
  return {
    address_ident: newIdent('adr'),
    delivery_company: of(words),
    delivery_lastname: of(words),
    delivery_zipcode: of(zips),
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
  if (draw(3) === 0) filter.updated_from = of(times);
  if (draw(3) === 0) filter.updated_to = of(times);
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
  return { filter, limit: of([17, 60, 1_000]), ...(search !== undefined && { search }) };
}

const equalFields: Readonly<Record<string, readonly string[]>> = {
  customers: ['customer_nr', 'bill_email', 'bill_zipcode'],
  articles: ['article_nr', 'article_sku', 'article_ean'],
  addresses: ['customer_ident', 'delivery_zipcode'],
};

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
  const { updated_from: from, updated_to: to, ...equal } = filter as Record<string, string>;
  const has = (names: readonly string[] | undefined, is: (text: string) => boolean) =>
    names?.some((name) => is(row[name] as string)) ?? false;
  return (
    Object.entries(equal).every(([name, value]) => row[name] === value) &&
    (from === undefined || (row.date_updated as string) >= from) &&
    (to === undefined || (row.date_updated as string) <= to) &&
    (search === '' ||
      has(ignoringCase[table], (text) => text.toLowerCase().startsWith((search as string).toLowerCase())) ||
      has(letterByLetter[table], (text) => text.startsWith(search as string)))
  );
}
