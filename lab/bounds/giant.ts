import type { Database } from '../../workers/database/database.ts';

/** The account with nearly all records. */
export const giant = 1;
/** Accounts 2 to 501 have three records of each kind. */
export const smallAccounts = 500;
export const perSmallAccount = 3;

/** Numbers of records of each kind that the giant has. */
export interface Sizes {
  readonly articles: number;
  readonly customers: number;
  /** Number of addresses, of orders, of order items, of apps and so on. */
  readonly others: number;
}

/** Most of the records are articles, the kind with the most indexes. */
export function sizesOf(records: number): Sizes {
  return {
    articles: records,
    customers: Math.min(records, 500_000),
    others: Math.min(records, 200_000),
  };
}

/** The customer of half of the giant's addresses and orders, and the article of half of its order items. */
export const popular = 1;

type Columns = Readonly<Record<string, string>>;

const now = "'2024-01-01 00:00:00'";
export const numberedFrom = 10_001;

/** An ident whose order is that of the records' numbers. */
export function identOf(prefix: string, nr: number): string {
  return `${prefix}_${String(nr).padStart(26, '0')}`;
}

const ident = (prefix: string, nr: string | number = 'nr') => `concat('${prefix}_', lpad(${nr}, 26, '0'))`;
const padded = (text: string) => `concat('${text}', lpad(nr, 9, '0'))`;
/** A value that the last records of the giant have in common, a part of all; each other one has its own. */
const shared = (share: number, value: string, own: string) =>
  `if(account = ${giant} and nr >= total * ${1 - share}, ${value}, ${own})`;

/**
 * The columns of a row of each table, in SQL: of the account `account`, the record with number `nr`, of `total` that the giant has. A quarter
 * of the giant's records have the number 7; the others were numbered by hand, from the default start on.
 */
const tables: Readonly<Record<string, { readonly size: keyof Sizes; readonly columns: Columns }>> = {
  customers: {
    size: 'customers',
    columns: {
      customer_ident: ident('cus'),
      customer_nr: shared(0.25, "'7'", `${numberedFrom} + nr`),
      external_ident: shared(0.25, "'same'", padded('E-')),
      customer_type: shared(0.25, padded('shop '), "'native'"),
      bill_company: shared(0.5, "concat(repeat('x', 70), nr)", padded('company ')),
      bill_lastname: shared(0.5, "'hot'", padded('name ')),
      bill_email: shared(0.5, "'hot@example.com'", padded('e')),
      bill_zipcode: shared(0.5, "'10115'", padded('z')),
      date_created: now,
      date_updated: now,
    },
  },
  addresses: {
    size: 'others',
    columns: {
      address_ident: ident('adr'),
      customer_ident: shared(0.5, ident('cus', popular), ident('cus')),
      delivery_company: shared(0.5, "concat(repeat('x', 70), nr)", padded('company ')),
      delivery_zipcode: shared(0.5, "'10115'", padded('z')),
      date_created: now,
      date_updated: now,
    },
  },
  articles: {
    size: 'articles',
    columns: {
      article_ident: ident('art'),
      article_nr: shared(0.25, "'7'", `${numberedFrom} + nr`),
      article_sku: shared(0.5, "'hot'", padded('S-')),
      article_ean: shared(0.5, "'hot'", padded('4')),
      external_ident: shared(0.25, "'same'", padded('E-')),
      article_type: shared(0.25, padded('shop '), "'native'"),
      article_title: shared(0.9, "concat(repeat('x', 70), nr)", padded('title ')),
      date_created: now,
      date_updated: now,
    },
  },
  orders: {
    size: 'others',
    columns: {
      order_ident: ident('ord'),
      customer_ident: shared(0.5, ident('cus', popular), ident('cus')),
      public_authority_id: shared(0.5, "'991-33333TEST-33'", "''"),
      invoice_nr: shared(0.5, 'NULL', `${numberedFrom} + nr`),
      date_created: now,
      date_updated: now,
    },
  },
  order_items: {
    size: 'others',
    columns: {
      order_ident: ident('ord'),
      position: '0',
      article_ident: shared(0.5, ident('art', popular), ident('art')),
      quantity: '1',
    },
  },
  article_sales: {
    size: 'others',
    columns: { article_ident: ident('art'), quantity: '1' },
  },
  inbox: {
    size: 'others',
    columns: {
      call_id: padded('call-'),
      reply: `concat('\\n{"method":"customer.update","data":{"customer_ident":"', ${ident('cus')}, '"}}')`,
      date_expires: `if(nr < total * 0.5, ${now}, utc_timestamp() + interval 1 day)`,
    },
  },
  changes: {
    size: 'others',
    columns: {
      position: 'nr + 1',
      size: '1',
      entries: `concat('created article ', ${ident('art')})`,
      date_created: `if(nr < total * 0.5, ${now}, utc_timestamp())`,
    },
  },
  record_history: {
    size: 'others',
    columns: {
      record_ident: ident('cus', 'nr div 10'),
      revision: 'nr % 10',
      address_ident: shared(0.5, ident('adr'), "''"),
      operation: "'customer.update'",
      changes: `'[["bill_city","",""]]'`,
      date_created: `if(nr < total * 0.5, ${now} + interval nr second, utc_timestamp())`,
    },
  },
  erasures: {
    size: 'others',
    columns: { record_ident: ident('cus'), date_created: now },
  },
  query_records: {
    size: 'customers',
    columns: {
      resource: '1',
      ident: ident('cus'),
      words: shared(0.5, "' hot | | '", `concat(' ', ${padded('name')}, ' | | ')`),
    },
  },
  query_words: {
    size: 'customers',
    columns: { resource: '1', word: shared(0.5, "'hot'", padded('name')), ident: ident('cus') },
  },
  query_typos: { size: 'others', columns: { resource: '1', typo: 'nr', word: padded('name') } },
  apps: {
    size: 'others',
    columns: { app_id: "concat('app_', account, '_', lpad(nr, 9, '0'))", secret: "'x'", date_created: now },
  },
};

export const filledTables = [...Object.keys(tables), 'accounts', 'change_positions', 'number_sequences'];

/** Fills a migrated database with the small accounts alone. */
export async function fillSmall(pool: Database, sizes: Sizes): Promise<void> {
  await pool.raw('CREATE TABLE bounds_numbers (n INT UNSIGNED PRIMARY KEY)');
  await pool.raw('INSERT INTO bounds_numbers VALUES (0)');
  const count = Math.max(...Object.values(sizes), smallAccounts * perSmallAccount);
  for (let n = 1; n < count; n *= 2)
    await pool.raw('INSERT INTO bounds_numbers SELECT n + ? FROM bounds_numbers WHERE n < ?', [n, count - n]);
  await pool.raw(`INSERT INTO accounts (id, account_ident, name, term_of_credit, number_start, time_zone, date_created)
    SELECT n + 1, concat('acc_', n + 1), '', 14, ${numberedFrom}, 'UTC', ${now} FROM bounds_numbers WHERE n <= ${smallAccounts}`);
  await pool.raw(`INSERT INTO number_sequences (account_id, resource, next_number)
    SELECT id, resource, ${numberedFrom} FROM accounts
    JOIN (SELECT 'customer' AS resource UNION SELECT 'article' UNION SELECT 'invoice') AS resources`);
  await pool.raw(
    `INSERT INTO change_positions (account_id, last_position) SELECT id, ${perSmallAccount} FROM accounts`,
  );
  await pool.raw(`INSERT INTO secret_keys (state, key_id, app_id_key, date_created)
    VALUES ('active', 'k', 'a', ${now})`);
  const rows = `SELECT 2 + n DIV ${perSmallAccount} AS account, n % ${perSmallAccount} AS nr, 0 AS total
    FROM bounds_numbers WHERE n < ${smallAccounts * perSmallAccount}`;
  for (const table of Object.keys(tables)) await insert(pool, table, rows);
}

/** Rows of an INSERT: larger ones fill the undo log. */
const atOnce = 250_000;

/** Adds the records of the giant. */
export async function fillGiant(pool: Database, sizes: Sizes): Promise<void> {
  for (const [table, { size }] of Object.entries(tables)) {
    const total = sizes[size];
    for (let start = 0; start < total; start += atOnce) {
      const end = Math.min(start + atOnce, total);
      await insert(
        pool,
        table,
        `SELECT ${giant} AS account, n AS nr, ${total} AS total FROM bounds_numbers WHERE n >= ${start} AND n < ${end}`,
      );
    }
  }
  await pool('change_positions').where({ account_id: giant }).update({ last_position: sizes.others });
}

async function insert(pool: Database, table: string, rows: string): Promise<void> {
  const { account_id = 'account', ...columns } = tables[table]?.columns ?? {};
  const names = ['account_id', ...Object.keys(columns)];
  const values = [account_id, ...Object.values(columns)];
  await pool.raw(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM (${rows}) AS numbered`,
  );
}
