import { newIdent } from '../../shared/contract/values/idents.ts';
import { database } from './servers.ts';

type Row = Readonly<Record<string, unknown>>;

/** Puts so many articles with a SKU into an account, past the service; returns their idents, the oldest one first. */
export async function addArticles(account: number, sku: string, count: number, more: Row = {}) {
  const rows = Array.from({ length: count }, () => ({
    account_id: account,
    article_ident: newIdent('art'),
    article_sku: sku,
    article_title: 'Tea',
    ...more,
  }));
  await insert('articles', rows, more);
  return rows.map(({ article_ident }) => article_ident).toSorted();
}

/** Gives a customer so many addresses, past the service; returns their idents, the oldest one first. */
export async function addAddresses(account: number, customer_ident: string, count: number, more: Row = {}) {
  const rows = Array.from({ length: count }, () => ({
    account_id: account,
    address_ident: newIdent('adr'),
    customer_ident,
    ...more,
  }));
  await insert('addresses', rows, more);
  return rows.map(({ address_ident }) => address_ident).toSorted();
}

/** Inserts rows, a few MiB with each statement. */
async function insert(table: string, rows: readonly Row[], more: Row): Promise<void> {
  const atOnce = Math.min(5_000, Math.max(1, Math.floor(4_000_000 / JSON.stringify(more).length)));
  await database().batchInsert(table, [...rows], atOnce);
}

/** Counts the bytes of rows that the database sent while the work ran, over all connections; index pages don't count. */
export async function bytesSentDuring(work: () => Promise<unknown>): Promise<number> {
  const before = await bytesSent();
  await work();
  return (await bytesSent()) - before;
}

async function bytesSent(): Promise<number> {
  const [[row]] = await database().raw("SHOW GLOBAL STATUS LIKE 'Bytes_sent'");
  return Number(row.Value);
}
