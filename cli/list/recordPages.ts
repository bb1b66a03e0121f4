import type { Counterfoil } from '../../client/webClient.ts';

export const listed = ['customers', 'articles', 'addresses'] as const;
export type Listed = (typeof listed)[number];

export type ListedRecord = Readonly<Record<string, unknown>>;

export interface Wanted {
  readonly filter: Readonly<Record<string, string>>;
  readonly search?: string | undefined;
  readonly query?: string | undefined;
  readonly sort?: string | undefined;
  /** The maximum number of records on all pages. */
  readonly limit: number;
}

/** The service sends fewer records if they have more than 512 KiB. */
const pageSize = 1_000;

interface Page {
  readonly records: readonly ListedRecord[];
  readonly cursor: string | null;
}

/**
 * Yields the pages of a list until its end or limit. The next page is requested while one is used, so two pages are in memory.
 * `watchFirst` is called with the first page. Throws the client's errors.
 */
export async function* pagesOf(
  client: Counterfoil,
  resource: Listed,
  { limit, ...wanted }: Wanted,
  watchFirst: (page: Promise<Page>) => Promise<Page>,
): AsyncGenerator<readonly ListedRecord[]> {
  let left = limit;
  const ask = (cursor?: string) =>
    pageOf(client, resource, { ...wanted, limit: Math.min(pageSize, left), cursor });
  let next: Promise<Page> | undefined = watchFirst(ask());
  while (next) {
    const { records, cursor }: Page = await next;
    left -= records.length;
    next = cursor === null || left === 0 ? undefined : ask(cursor);
    // The failure is thrown when `next` is awaited, not before.
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
