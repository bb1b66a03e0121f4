import { sum } from '../../../shared/contract/values/arithmetic.ts';
import {
  type Condition,
  type Criterion,
  conditionOf,
  conditionsOf,
  hasRest,
  type ListConditions,
  type ListFilter,
} from '../../stores/lists/conditions.ts';
import {
  isOrderedBy,
  type ListSource,
  type Lists,
  maxProbed,
  maxTotal,
  type Order,
  type Place,
  type Scan,
  type Seen,
} from '../../stores/lists/lists.ts';
import type { ListOrder, ListTable } from '../../stores/lists/listTable.ts';
import type { Row } from '../../stores/recordTable.ts';

/** Records that are examined for one page. A page may be short, and the next one continues there. */
const maxExamined = 5_000;

export interface Position {
  /** Last examined record. Undefined at the beginning. */
  readonly after: Place | undefined;
  /** True if no criterion has few matches, so that they are not counted again for each page. */
  readonly isWalk: boolean;
}

export const beginning: Position = { after: undefined, isWalk: false };

export interface PageRequest {
  readonly account: number;
  readonly wanted: ListFilter;
  readonly order: Order;
  readonly from: Position;
  readonly limit: number;
  readonly hasTotal: boolean;
}

export interface Page {
  readonly places: readonly Place[];
  /** Undefined at the end. */
  readonly next: (Position & { readonly after: Place }) | undefined;
  /** Undefined if it is not wanted, null if it can't be counted. */
  readonly total?: number | null;
  /** Refuses records that have changed since they were indexed. Missing if all records belong to the page. */
  readonly isMeant?: (row: Row) => boolean;
}

/** Returns the order that `sort` names: created if it is not sent, with a minus for the reverse. */
export function orderOf({ orders }: ListTable, sort = 'created'): Order {
  const isDescending = sort.startsWith('-');
  return { ...(orders[isDescending ? sort.slice(1) : sort] as ListOrder), isDescending };
}

/** Returns an upper limit of the index entries and rows that the database reads for a page. */
export function maxRowsRead(request: PageRequest, table: ListTable): number {
  const { wanted, order, from, limit } = request;
  const { criteria, checks } = conditionsOf(table, wanted);
  const branches = sum(criteria.map(({ branches: each }) => each.length));
  const counted = request.hasTotal ? 2 * maxTotal * Math.max(1, branches) : 0;
  if (!needsProbe(criteria, order)) return counted + (checks.length > 0 ? maxExamined : limit);
  return counted + maxExamined + (from.isWalk ? 0 : branches * maxProbed);
}

/** Finds the pages of all requests together. The number of statements does not depend on the number of requests. */
export async function findPages<R extends PageRequest>(
  requests: readonly R[],
  lists: Lists,
  table: ListTable,
): Promise<ReadonlyMap<R, Page>> {
  const sources = await sourcesOf(requests, lists, table);
  const states = sources.map((source) => new PageSearch(source));
  for (let open = states; open.length > 0; open = open.filter((state) => !state.isDone)) {
    const seen = await lists.scan(open.map((state) => state.scan()));
    for (const [index, state] of open.entries()) state.add(seen[index] ?? []);
  }
  const uncounted = states.filter((state) => state.needsTotal);
  const totals = uncounted.length > 0 ? await lists.totals(uncounted.map(({ source }) => source)) : [];
  for (const [index, state] of uncounted.entries()) state.count(totals[index]);
  return new Map(requests.map((request, index) => [request, (states[index] as PageSearch).page()]));
}

interface PageSource {
  readonly request: PageRequest;
  readonly source: Criterion | undefined;
  readonly others: readonly Condition[];
  readonly isWalk: boolean;
}

/** True if the best source must be found by counting. A single index in the wanted order needs no choice. */
function needsProbe(criteria: readonly Criterion[], order: Order): boolean {
  return criteria.length > 1 || criteria.some((criterion) => !isOrderedBy(criterion, order));
}

async function sourcesOf(
  requests: readonly PageRequest[],
  lists: Lists,
  table: ListTable,
): Promise<readonly PageSource[]> {
  const all = requests.map((request) => ({ request, ...conditionsOf(table, request.wanted) }));
  const probed = all.filter(
    ({ request, criteria }) => needsProbe(criteria, request.order) && !request.from.isWalk,
  );
  const probes = probed.flatMap(({ request: { account }, criteria }) =>
    criteria.map((criterion) => ({ account, criterion })),
  );
  const counts = probes.length > 0 ? await lists.count(probes) : [];
  const countOf = new Map(probes.map(({ criterion }, index) => [criterion, counts[index] ?? 0]));
  return all.map((each) => chooseSource(each, countOf));
}

/** Chooses the criterion with the fewest matches, if they can be sorted. Otherwise the page walks in its order. */
function chooseSource(
  { request, criteria, checks }: ListConditions & { readonly request: PageRequest },
  countOf: ReadonlyMap<Criterion, number>,
): PageSource {
  const { order } = request;
  const few = criteria.filter((each) => (countOf.get(each) ?? Number.POSITIVE_INFINITY) <= maxProbed);
  const [fewest] = few.toSorted((a, b) => (countOf.get(a) ?? 0) - (countOf.get(b) ?? 0));
  const source = fewest ?? criteria.find((each) => isOrderedBy(each, order));
  const others = criteria.filter((each) => each !== source || hasRest(each));
  return {
    request,
    source,
    others: [...others.map(conditionOf), ...checks],
    isWalk: fewest === undefined && needsProbe(criteria, order),
  };
}

/** Searches one page: first in about as many records as it needs, then in all that may be examined. */
class PageSearch {
  readonly #sourced: PageSource;
  readonly #found: Place[] = [];
  #after: Place | undefined;
  #examined = 0;
  #asked = 0;
  #isEnd = false;
  #total: number | undefined;

  constructor(sourced: PageSource) {
    this.#sourced = sourced;
    this.#after = sourced.request.from.after;
  }

  get isDone(): boolean {
    const { limit } = this.#sourced.request;
    return this.#isEnd || this.#found.length > limit || this.#examined >= maxExamined;
  }

  /** True if the total is wanted, and the page is not the whole list. */
  get needsTotal(): boolean {
    return this.#sourced.request.hasTotal && !this.#isWhole;
  }

  get #isWhole(): boolean {
    const { from, limit } = this.#sourced.request;
    return from.after === undefined && this.#isEnd && this.#found.length <= limit;
  }

  get source(): ListSource {
    const { request, source, others } = this.#sourced;
    return { account: request.account, source, others };
  }

  scan(): Scan {
    const { request, others } = this.#sourced;
    const { limit, order } = request;
    const first = others.length === 0 ? limit + 1 : 2 * limit + 200;
    this.#asked = this.#examined === 0 ? first : maxExamined - this.#examined;
    return { ...this.source, after: this.#after, order, max: this.#asked };
  }

  add(seen: readonly Seen[]): void {
    for (const { ident, key, matches } of seen) if (matches) this.#found.push({ ident, key });
    this.#examined += seen.length;
    this.#after = seen.at(-1) ?? this.#after;
    this.#isEnd = seen.length < this.#asked;
  }

  count(total: number | undefined): void {
    this.#total = total;
  }

  page(): Page {
    const { request, isWalk } = this.#sourced;
    const places = this.#found.slice(0, request.limit);
    const total = this.#isWhole ? places.length : (this.#total ?? null);
    return { places, next: this.#next(isWalk), ...(request.hasTotal && { total }) };
  }

  #next(isWalk: boolean): Page['next'] {
    const { limit } = this.#sourced.request;
    const after = this.#found.length > limit ? this.#found[limit - 1] : this.#isEnd ? undefined : this.#after;
    return after && { after, isWalk };
  }
}
