import type { Answer } from '../../client/webClient.ts';
import type { TestAccount } from './account.ts';
import { database } from './servers.ts';

export type ListedChange = Answer<'changes.list'>['changes'][number];

export async function cursorNow({ client }: TestAccount): Promise<string> {
  return (await client.changes.list({})).cursor;
}

/** All changes after a cursor, in pages. */
export async function changesAfter(
  { client }: TestAccount,
  after: string,
  limit = 1_000,
): Promise<readonly ListedChange[]> {
  const all: ListedChange[] = [];
  for (let cursor = after; ; ) {
    const page = await client.changes.list({ after: cursor, limit });
    if (page.changes.length === 0) return all;
    all.push(...page.changes);
    cursor = page.cursor;
  }
}

/** Resolves to the changes of some work, as lines such as `created article art_…`. */
export async function changesBy(account: TestAccount, work: () => Promise<unknown>): Promise<string[]> {
  const cursor = await cursorNow(account);
  await work();
  return (await changesAfter(account, cursor)).map(lineOf);
}

export function lineOf({ kind, resource, ident }: ListedChange): string {
  return `${kind} ${resource} ${ident}`;
}

/**
 * The idents that the tables have for an account, with the updates that their rows have counted: customers count otherwise, and
 * webhooks not at all.
 */
export async function storedIdents(account: number, tables = database()): Promise<Map<string, number>> {
  const of = (table: string, ident: string) =>
    tables(table).select(`${ident} as ident`, 'revision').where({ account_id: account });
  const rows = [
    ...(await of('customers', 'customer_ident')),
    ...(await of('addresses', 'address_ident')),
    ...(await of('articles', 'article_ident')),
    ...(await tables('webhooks').select('webhook_ident as ident').where({ account_id: account })),
  ];
  return new Map(rows.map(({ ident, revision }) => [ident as string, Number(revision)]));
}
