import { defaultSettings } from '../../../admin/accounts.ts';
import type { Database } from '../../../workers/database/database.ts';
import type { LoadApp } from './apps.ts';
import { filledDate, filledIdent, filledIdentSql, filledTables, ownerOf } from './filled.ts';
import { resourcesOf, type ScenarioName } from './scenarios.ts';

/** Rows per INSERT statement. */
const batch = 20_000;

type Columns = Readonly<Record<string, string>>;

/**
 * Inserts articles, and customers with one address each, from row number `from` up to `to`, exclusive. The rows belong to
 * the accounts in turn. Tables that no scenario uses stay empty, so that ten million articles fit into memory.
 */
export async function fill(
  database: Database,
  apps: readonly LoadApp[],
  [from, to]: readonly [from: number, to: number],
  scenarios: readonly ScenarioName[] = ['mix'],
): Promise<void> {
  const resources = scenarios.flatMap(resourcesOf);
  const tables: Record<string, Columns> = {};
  if (resources.includes('article')) tables.articles = articles(apps);
  if (resources.includes('customer')) {
    tables.customers = customers(apps);
    tables.addresses = addresses(apps);
  }
  for (let first = from; first < to; first += batch) {
    const last = Math.min(first + batch, to) - 1;
    for (const [table, columns] of Object.entries(tables))
      await database.raw(insertSql(table, columns, first, last));
  }
  for (const table of Object.keys(tables)) await database.raw('ANALYZE TABLE ??', [table]);
}

/** Puts the filled rows with this number back, whatever was changed in them. */
export async function refill(database: Database, apps: readonly LoadApp[], row: number): Promise<void> {
  const account_id = apps[ownerOf(row, apps.length)]?.account;
  for (const [table, ident, prefix] of filledTables)
    await database(table)
      .where({ account_id, [ident]: filledIdent(prefix, row) })
      .delete();
  await fill(database, apps, [row, row + 1]);
}

function insertSql(table: string, columns: Columns, first: number, last: number): string {
  const names = Object.keys(columns).join(', ');
  const values = Object.values(columns).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${numbersSql(first, last)}`;
}

const digits = `(SELECT 0 AS digit ${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((each) => `UNION ALL SELECT ${each}`).join(' ')})`;

/** Returns SQL for a table of at most 100,000 consecutive numbers. They are sorted, so that inserts append rows. */
function numbersSql(first: number, last: number): string {
  const places = [1, 10, 100, 1_000, 10_000];
  const sum = places.map((place) => `${place} * d${place}.digit`).join(' + ');
  const tables = places.map((place) => `${digits} AS d${place}`).join(', ');
  const all = `SELECT ${first} + ${sum} AS seq FROM ${tables}`;
  return `(SELECT seq FROM (${all}) AS beyond WHERE seq <= ${last} ORDER BY seq LIMIT ${1 + last - first}) AS numbers`;
}

const times: Columns = { date_created: `'${filledDate}'`, date_updated: `'${filledDate}'` };

function owner(apps: readonly LoadApp[]): Columns {
  const ids = apps.map(({ account }) => account).join(', ');
  return { account_id: `ELT(1 + seq % ${apps.length}, ${ids})` };
}

function number(apps: readonly LoadApp[]): string {
  return `${defaultSettings.number_start} + seq DIV ${apps.length}`;
}

function articles(apps: readonly LoadApp[]): Columns {
  return {
    ...owner(apps),
    article_ident: filledIdentSql('art', 'seq'),
    article_type: `'native'`,
    article_title: `CONCAT('Coffee beans no. ', seq, ', roasted long ago')`,
    article_description: `CONCAT('Arabica from a single estate, lot ', seq, '. Keep cool and dry.')`,
    article_nr: number(apps),
    article_sku: `CONCAT('SKU-', seq)`,
    article_ean: '4000000000000 + seq',
    article_unit: `'unit_kg'`,
    article_price: '12 + (seq % 1000) / 100',
    article_tax_rate: '19',
    article_purchase_price: '7.5',
    ...times,
  };
}

function customers(apps: readonly LoadApp[]): Columns {
  return {
    ...owner(apps),
    customer_ident: filledIdentSql('cus', 'seq'),
    customer_type: `'native'`,
    customer_nr: number(apps),
    is_business_client: '1',
    bill_lastname: `CONCAT('Muster ', seq)`,
    bill_company: `CONCAT('Muster ', seq, ' GmbH')`,
    bill_street: `CONCAT('Lange Straße ', seq % 300)`,
    bill_zipcode: '10000 + seq % 80000',
    bill_city: `'Frankfurt am Main'`,
    bill_country: `'de'`,
    bill_email: `CONCAT('muster.', seq, '@example.com')`,
    term_of_credit: String(defaultSettings.term_of_credit),
    user_note: `''`,
    delivery_address_ident: filledIdentSql('adr', 'seq'),
    ...times,
  };
}

function addresses(apps: readonly LoadApp[]): Columns {
  return {
    ...owner(apps),
    address_ident: filledIdentSql('adr', 'seq'),
    customer_ident: filledIdentSql('cus', 'seq'),
    delivery_company: `CONCAT('Muster ', seq, ' Lager')`,
    delivery_street: `CONCAT('Hafenweg ', seq % 90)`,
    delivery_zipcode: '10000 + seq % 80000',
    delivery_city: `'Leipzig'`,
    delivery_country: `'de'`,
    ...times,
  };
}
