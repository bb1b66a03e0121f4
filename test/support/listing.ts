import { expect } from 'chai';
import type { TestAccount } from './account.ts';
import { database } from './servers.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Properties of a list that its tests need. */
export interface Listing {
  readonly method: 'customer.list' | 'article.list' | 'address.list';
  readonly table: 'customers' | 'articles' | 'addresses';
  readonly ident: string;
}

export const listings = {
  customer: { method: 'customer.list', table: 'customers', ident: 'customer_ident' },
  article: { method: 'article.list', table: 'articles', ident: 'article_ident' },
  address: { method: 'address.list', table: 'addresses', ident: 'address_ident' },
} as const satisfies Record<string, Listing>;

export interface ListPage {
  readonly records: readonly Row[];
  readonly cursor: string | null;
  readonly total?: number | null;
}

export async function page(
  { method, table }: Listing,
  account: TestAccount,
  body: object,
): Promise<ListPage> {
  const { code, envelope } = await account.send(method, body);
  expect(code, envelope.message).to.equal('');
  const { [table]: records, ...more } = envelope.data as Pick<ListPage, 'cursor' | 'total'> &
    Record<string, Row[]>;
  return { records: records as Row[], ...more };
}

/** The records of all pages, and how many pages there were. `between` is called after each page but the last one. */
export async function allPages(
  listing: Listing,
  account: TestAccount,
  body: object,
  between: (pages: number) => Promise<unknown> = async () => {},
): Promise<{ readonly records: readonly Row[]; readonly pages: number }> {
  const records: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const each: ListPage = await page(listing, account, { ...body, cursor });
    records.push(...each.records);
    if (each.cursor === null) return { records, pages };
    cursor = each.cursor;
    await between(pages);
  }
}

export async function allIdents(listing: Listing, account: TestAccount, body: object): Promise<string[]> {
  const { records } = await allPages(listing, account, body);
  return records.map((record) => record[listing.ident] as string);
}

/** Puts rows into a table past the service, in statements of some megabytes. */
export async function addRows(table: string, rows: readonly Row[]): Promise<void> {
  await database().batchInsert(table, [...rows], 5_000);
}
