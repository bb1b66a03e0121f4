import { type Criterion, criteriaOf, hasRest, type ListFilter } from '../../stores/lists/conditions.ts';
import { type Lists, maxProbed, type Scan, type Seen } from '../../stores/lists/lists.ts';
import type { ListTable } from '../../stores/lists/listTable.ts';

/** Records that are examined for one page. A page may be short, and the next one continues there. */
const maxExamined = 5_000;

export interface Position {
  /** The last examined ident. Empty at the beginning. */
  readonly after: string;
  /** True if no criterion has few matches, so that they are not counted again for each page. */
  readonly isWalk: boolean;
}

export const beginning: Position = { after: '', isWalk: false };

export interface PageRequest {
  readonly account: number;
  readonly wanted: ListFilter;
  readonly from: Position;
  readonly limit: number;
}

export interface Page {
  readonly idents: readonly string[];
  /** Undefined at the end. */
  readonly next: Position | undefined;
}

/** An upper limit of the index entries and rows that the database reads for a page. */
export function rowsOf({ wanted, from, limit }: PageRequest, table: ListTable): number {
  const criteria = criteriaOf(table, wanted);
  if (!needsProbe(criteria)) return limit;
  const branches = criteria.reduce((sum, criterion) => sum + criterion.branches.length, 0);
  return maxExamined + (from.isWalk ? 0 : branches * maxProbed);
}

/** Finds the pages of all requests together. The number of statements does not depend on the number of requests. */
export async function findPages<R extends PageRequest>(
  requests: readonly R[],
  lists: Lists,
  table: ListTable,
): Promise<ReadonlyMap<R, Page>> {
  const states = (await sourcesOf(requests, lists, table)).map((source) => new PageSearch(source));
  for (let open = states; open.length > 0; open = open.filter((state) => !state.isDone)) {
    const seen = await lists.scan(open.map((state) => state.scan()));
    for (const [index, state] of open.entries()) state.add(seen[index] ?? []);
  }
  return new Map(requests.map((request, index) => [request, (states[index] as PageSearch).page()]));
}

interface PageSource {
  readonly request: PageRequest;
  readonly source: Criterion | undefined;
  readonly others: readonly Criterion[];
  readonly isWalk: boolean;
}

/** True if the best source must be found by counting. A single ordered index needs no choice. */
function needsProbe(criteria: readonly Criterion[]): boolean {
  return criteria.length > 1 || criteria.some(({ isOrdered }) => !isOrdered);
}

async function sourcesOf(
  requests: readonly PageRequest[],
  lists: Lists,
  table: ListTable,
): Promise<readonly PageSource[]> {
  const all = requests.map((request) => ({ request, criteria: criteriaOf(table, request.wanted) }));
  const probed = all.filter(({ request, criteria }) => needsProbe(criteria) && !request.from.isWalk);
  const probes = probed.flatMap(({ request: { account }, criteria }) =>
    criteria.map((criterion) => ({ account, criterion })),
  );
  const counts = probes.length > 0 ? await lists.count(probes) : [];
  const countOf = new Map(probes.map(({ criterion }, index) => [criterion, counts[index] ?? 0]));
  return all.map(({ request, criteria }) => {
    const few = criteria.filter((each) => (countOf.get(each) ?? Number.POSITIVE_INFINITY) <= maxProbed);
    const [fewest] = few.toSorted((a, b) => (countOf.get(a) ?? 0) - (countOf.get(b) ?? 0));
    const source = fewest ?? criteria.find(({ isOrdered }) => isOrdered);
    const others = criteria.filter((each) => each !== source || hasRest(each));
    return { request, source, others, isWalk: fewest === undefined && needsProbe(criteria) };
  });
}

/** Searches one page: first in about as many records as it needs, then in all that may be examined. */
class PageSearch {
  readonly #sourced: PageSource;
  readonly #found: string[] = [];
  #after: string;
  #examined = 0;
  #asked = 0;
  #isEnd = false;

  constructor(sourced: PageSource) {
    this.#sourced = sourced;
    this.#after = sourced.request.from.after;
  }

  get isDone(): boolean {
    const { limit } = this.#sourced.request;
    return this.#isEnd || this.#found.length > limit || this.#examined >= maxExamined;
  }

  scan(): Scan {
    const { request, source, others } = this.#sourced;
    const { account, limit } = request;
    const first = others.length === 0 ? limit + 1 : 2 * limit + 200;
    this.#asked = this.#examined === 0 ? first : maxExamined - this.#examined;
    return { account, after: this.#after, source, others, max: this.#asked };
  }

  add(seen: readonly Seen[]): void {
    for (const { ident, matches } of seen) if (matches) this.#found.push(ident);
    this.#examined += seen.length;
    this.#after = seen.at(-1)?.ident ?? this.#after;
    this.#isEnd = seen.length < this.#asked;
  }

  page(): Page {
    const { request, isWalk } = this.#sourced;
    const idents = this.#found.slice(0, request.limit);
    if (this.#found.length > request.limit) return { idents, next: { after: idents.at(-1) ?? '', isWalk } };
    return { idents, next: this.#isEnd ? undefined : { after: this.#after, isWalk } };
  }
}
