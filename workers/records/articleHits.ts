import type { Call } from '../../shared/calls/call.ts';
import type { articleRead } from '../../shared/operations/article.read.ts';
import type { InputOf } from '../../shared/operations/operation.ts';
import { SetRoom } from '../sets/answerSizes.ts';
import type { Articles, Count } from '../stores/articles.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof articleRead>>;
type Identifier = 'article_sku' | 'article_ean';

/** What a call looks for, and in which field. */
interface Lookup extends Scoped {
  readonly field: 'article_ident' | Identifier;
}

/** The articles that a call is about, the oldest one first, and how many there are in all. */
export type FoundArticles =
  | { readonly kind: 'found'; readonly idents: readonly Scoped[]; readonly count: number }
  | { readonly kind: 'postponed' };

/** Of several hits, at most so many are answered. */
const maxHits = 100;

/** Rows that one set reads, without their descriptions: as many as a set of calls that name one article each. */
const maxRows = 256;

/** Finds the articles of each call by indexes alone. Calls that would make the set read too many rows are postponed. */
export async function findArticles(
  calls: readonly ReadCall[],
  articles: Articles,
): Promise<readonly FoundArticles[]> {
  const lookups = calls.map(lookupOf);
  if (lookups.every(({ field }) => field === 'article_ident'))
    return lookups.map((lookup): FoundArticles => ({ kind: 'found', idents: [lookup], count: 1 }));
  const counts = {
    article_sku: await articles.count('article_sku', withField(lookups, 'article_sku')),
    article_ean: await articles.count('article_ean', withField(lookups, 'article_ean')),
  };
  const hits = lookups.map((lookup) => countOf(lookup, counts));
  const taken = takenOf(lookups, hits);
  const several = lookups.filter((_, at) => taken[at] && (hits[at]?.count ?? 0) > 1);
  const idents = {
    article_sku: await articles.oldest('article_sku', unique(several, 'article_sku'), maxHits),
    article_ean: await articles.oldest('article_ean', unique(several, 'article_ean'), maxHits),
  };
  return lookups.map((lookup, at): FoundArticles => {
    const { account, field, value } = lookup;
    if (!taken[at]) return { kind: 'postponed' };
    const { count = 0, oldest } = hits[at] ?? {};
    const all = field === 'article_ident' ? undefined : idents[field].get(recordKey(account, value));
    const found = all ?? (oldest === undefined ? [] : [oldest]);
    return { kind: 'found', idents: found.map((ident) => ({ account, value: ident })), count };
  });
}

/** The contract has checked that the chosen field is there. */
export function lookupOf({ account, input }: ReadCall): Lookup {
  const field = input.article_ident
    ? 'article_ident'
    : (`article_${input.article_identifier as 'sku' | 'ean'}` as const);
  return { account, field, value: input[field] as string };
}

type Counted = Pick<Count, 'count' | 'oldest'>;

/** An ident names one article, if any. */
function countOf(
  { account, field, value }: Lookup,
  counts: Readonly<Record<Identifier, ReadonlyMap<string, Count>>>,
): Counted | undefined {
  return field === 'article_ident'
    ? { count: 1, oldest: value }
    : counts[field].get(recordKey(account, value));
}

/** Which calls the set has room for. What several calls look for is read once. */
function takenOf(lookups: readonly Lookup[], hits: readonly (Counted | undefined)[]): readonly boolean[] {
  const room = new SetRoom(maxRows);
  const known = new Set<string>();
  return lookups.map((lookup, at) => {
    const key = `${lookup.field} ${recordKey(lookup.account, lookup.value)}`;
    const isTaken = known.has(key) || room.take(Math.min(hits[at]?.count ?? 0, maxHits));
    if (isTaken) known.add(key);
    return isTaken;
  });
}

function withField(lookups: readonly Lookup[], field: Identifier): readonly Lookup[] {
  return lookups.filter((lookup) => lookup.field === field);
}

function unique(lookups: readonly Lookup[], field: Identifier): readonly Scoped[] {
  const known = new Map(withField(lookups, field).map((each) => [recordKey(each.account, each.value), each]));
  return [...known.values()];
}
