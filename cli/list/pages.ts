import type { Counterfoil } from '../../client/index.ts';

export const listed = ['customers', 'articles', 'addresses'] as const;
export type Listed = (typeof listed)[number];

/** A record as a list gives it. */
export type ListedRecord = Readonly<Record<string, unknown>>;

/** What to list. */
export interface Wanted {
  readonly filter: Readonly<Record<string, string>>;
  readonly search?: string | undefined;
  /** Records in all, at most. */
  readonly limit: number;
}

/** Records of a page. The service sends fewer if they have more than 512 KiB. */
const pageSize = 1_000;

interface Page {
  readonly records: readonly ListedRecord[];
  readonly cursor: string | null;
}

/**
 * The pages of a list, until its end or its limit. The next page is on its way while one is used, so two of them are in
 * memory. Throws the client's errors.
 */
export async function* pagesOf(
  client: Counterfoil,
  resource: Listed,
  { limit, ...wanted }: Wanted,
): AsyncGenerator<readonly ListedRecord[]> {
  let left = limit;
  const ask = (cursor?: string) =>
    pageOf(client, resource, { ...wanted, limit: Math.min(pageSize, left), cursor });
  let next: Promise<Page> | undefined = ask();
  while (next) {
    const { records, cursor }: Page = await next;
    left -= records.length;
    next = cursor === null || left === 0 ? undefined : ask(cursor);
    // Its failure is thrown when it is awaited, and not before.
    next?.catch(() => {});
    yield records;
  }
}

async function pageOf(client: Counterfoil, resource: Listed, request: object): Promise<Page> {
  const lists: Readonly<Record<Listed, (request: object) => Promise<unknown>>> = {
    customers: (page) => client.customer.list(page),
    articles: (page) => client.article.list(page),
    addresses: (page) => client.address.list(page),
  };
  const data = (await lists[resource](request)) as Page & Readonly<Record<Listed, readonly ListedRecord[]>>;
  return { records: data[resource], cursor: data.cursor };
}
