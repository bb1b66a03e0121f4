import type { Database } from '../../workers/database/database.ts';

type Row = Readonly<Record<string, unknown>>;

/** Accounts 1 to 1,000; accounts 1 and 2 have `perAccount` of each record, numbered from 0. */
const accounts = 1_000;
const filled = [1, 2] as const;
export const perAccount = 10_000;

const now = '2024-01-01 00:00:00';
const numbered = ['customer', 'article', 'invoice'];

/** Rows enough that the database has to choose its indexes well. */
export async function fill(pool: Database): Promise<void> {
  const ids = Array.from({ length: accounts }, (_, index) => index + 1);
  await insertRows(pool, 'accounts', ids.map(accountRow));
  await insertRows(
    pool,
    'change_positions',
    ids.map((account_id) => ({ account_id })),
  );
  await insertRows(
    pool,
    'apps',
    ids.flatMap((id) => [1, 2, 3].map((nr) => appRow(id, nr))),
  );
  await insertRows(
    pool,
    'webhooks',
    ids.flatMap((id) => [10, 11, 12].map((nr) => webhookRow(id, nr))),
  );
  await insertRows(pool, 'secret_keys', [
    { state: 'active', key_id: 'k', app_id_key: 'a', date_created: now },
  ]);
  await insertRows(
    pool,
    'number_sequences',
    ids.flatMap((account_id) => numbered.map((resource) => ({ account_id, resource, next_number: 10_001 }))),
  );
  for (const [table, rowOf] of Object.entries(records)) {
    await insertRows(
      pool,
      table,
      filled.flatMap((account) => Array.from({ length: perAccount }, (_, nr) => rowOf(account, nr))),
    );
  }
  const names = ['accounts', 'apps', 'webhooks', 'number_sequences', ...Object.keys(records)];
  await pool.raw(`ANALYZE TABLE ${names.map(() => '??').join(', ')}`, names);
}

/** The rows of the tables of records, by account and number. */
export const records: Readonly<Record<string, (account_id: number, nr: number) => Row>> = {
  customers: (account_id, nr) => ({
    account_id,
    customer_ident: `cus_${nr}`,
    customer_nr: `${2e4 + nr}`,
    bill_city: `city ${nr % 100}`,
    bill_email: `${nr}@example.com`,
    external_ident: nr % 2 ? `E-${nr}` : null,
  }),
  addresses: (account_id, nr) => ({ account_id, address_ident: `adr_${nr}`, customer_ident: `cus_${nr}` }),
  articles: (account_id, nr) => ({
    account_id,
    article_ident: `art_${nr}`,
    article_title: `title ${nr % 100}`,
    article_nr: `${2e4 + nr}`,
    article_sku: `S-${nr}`,
    article_ean: `${nr}`,
    external_ident: nr % 2 ? `E-${nr}` : null,
  }),
  orders: (account_id, nr) => ({
    account_id,
    order_ident: `ord_${nr}`,
    customer_ident: `cus_${nr}`,
    public_authority_id: '991-33333TEST-33',
    invoice_nr: nr % 4 ? `${2e4 + nr}` : null,
  }),
  order_items: (account_id, nr) => ({
    account_id,
    order_ident: `ord_${nr}`,
    position: 0,
    article_ident: `art_${nr}`,
    quantity: 1,
  }),
  article_sales: (account_id, nr) => ({ account_id, article_ident: `art_${nr}`, quantity: 1 }),
  inbox: (account_id, nr) => ({ account_id, call_id: `call-${nr}`, reply: '\n{}', date_expires: now }),
};

export function accountRow(id: number): Row {
  return {
    id,
    account_ident: `acc_${id}`,
    name: '',
    term_of_credit: 14,
    number_start: 10_001,
    time_zone: 'UTC',
    date_created: now,
  };
}

function appRow(account_id: number, nr: number): Row {
  return { app_id: `app_${account_id}_${nr}`, account_id, secret: 'x', date_created: now };
}

function webhookRow(account_id: number, nr: number): Row {
  const url = 'https://example.com/';
  return { account_id, webhook_ident: `whk_${nr}`, url, secret: 'x', date_created: now, position: 0 };
}

export async function insertRows(pool: Database, table: string, rows: readonly Row[]): Promise<void> {
  await pool.batchInsert(table, [...rows], 1_000);
}
