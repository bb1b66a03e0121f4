import type { Call } from '../../shared/calls/call.ts';
import type { articleRead } from '../../shared/operations/article.read.ts';
import type { InputOf } from '../../shared/operations/operation.ts';
import { SetRoom } from '../sets/answerSizes.ts';
import type { Articles } from '../stores/articles.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof articleRead>>;

const identifiers = ['article_sku', 'article_ean'] as const;

/** The field in which a call searches, and the value. */
interface Lookup extends Scoped {
  readonly field: 'article_ident' | (typeof identifiers)[number];
}

/** Different lookups, by `keyOf`. */
type Lookups = ReadonlyMap<string, Lookup>;

/** How many articles a lookup finds, and the ident of the oldest one. */
interface Hits {
  readonly count: number;
  readonly oldest: string;
}

/** The articles that a call finds, the oldest one first, and how many there are in all. */
export type FoundArticles =
  | { readonly kind: 'found'; readonly idents: readonly Scoped[]; readonly count: number }
  | { readonly kind: 'postponed' };

/** At most so many hits are in an answer. */
const maxHits = 100;

/** Rows that one set reads, without their descriptions: as many as a set of calls that name one article each. */
const maxRows = 256;

/** Finds the articles of each call by indexes alone. Calls that would make the set read too many rows are postponed. */
export async function findArticles(
  calls: readonly ReadCall[],
  articles: Articles,
): Promise<ReadonlyMap<ReadCall, FoundArticles>> {
  if (calls.every((call) => lookupOf(call).field === 'article_ident'))
    return new Map(calls.map((call) => [call, { kind: 'found', idents: [lookupOf(call)], count: 1 }]));
  const lookups = new Map(calls.map(lookupOf).map((lookup) => [keyOf(lookup), lookup]));
  const hits = await countHits(lookups, articles);
  const fitting = fittingLookups(lookups, hits);
  const idents = await oldestIdents(fitting, hits, articles);
  return new Map(calls.map((call) => [call, foundBy(lookupOf(call), fitting, hits, idents)]));
}

/** The contract has checked that the chosen field is there. */
export function lookupOf({ account, input }: ReadCall): Lookup {
  const field = input.article_ident
    ? 'article_ident'
    : (`article_${input.article_identifier as 'sku' | 'ean'}` as const);
  return { account, field, value: input[field] as string };
}

/** The lookups that find something; an ident counts as one article, before it is known whether it exists. */
async function countHits(lookups: Lookups, articles: Articles): Promise<ReadonlyMap<string, Hits>> {
  const hits = new Map<string, Hits>();
  for (const [key, { value }] of lookupsIn('article_ident', lookups))
    hits.set(key, { count: 1, oldest: value });
  for (const field of identifiers) {
    const wanted = lookupsIn(field, lookups).map(([, lookup]) => lookup);
    for (const count of (await articles.count(field, wanted)).values())
      hits.set(keyOf({ ...count, field }), count);
  }
  return hits;
}

/** The lookups that the set has room for. */
function fittingLookups(lookups: Lookups, hits: ReadonlyMap<string, Hits>): Lookups {
  const room = new SetRoom(maxRows);
  return new Map([...lookups].filter(([key]) => room.reserve(Math.min(hits.get(key)?.count ?? 0, maxHits))));
}

/** The idents that the lookups with several hits find, the oldest one first. */
async function oldestIdents(
  lookups: Lookups,
  hits: ReadonlyMap<string, Hits>,
  articles: Articles,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const idents = new Map<string, readonly string[]>();
  for (const field of identifiers) {
    const several = lookupsIn(field, lookups).filter(([key]) => (hits.get(key)?.count ?? 0) > 1);
    const wanted = several.map(([, lookup]) => lookup);
    const oldest = await articles.oldest(field, wanted, maxHits);
    for (const [key, { account, value }] of several)
      idents.set(key, oldest.get(recordKey(account, value)) ?? []);
  }
  return idents;
}

function foundBy(
  lookup: Lookup,
  fitting: Lookups,
  hits: ReadonlyMap<string, Hits>,
  idents: ReadonlyMap<string, readonly string[]>,
): FoundArticles {
  const key = keyOf(lookup);
  if (!fitting.has(key)) return { kind: 'postponed' };
  const hit = hits.get(key);
  if (!hit) return { kind: 'found', idents: [], count: 0 };
  const found = idents.get(key) ?? [hit.oldest];
  const { account } = lookup;
  return { kind: 'found', idents: found.map((value) => ({ account, value })), count: hit.count };
}

function lookupsIn(field: Lookup['field'], lookups: Lookups): readonly (readonly [string, Lookup])[] {
  return [...lookups].filter(([, lookup]) => lookup.field === field);
}

/** Identifies a lookup among those of all accounts and fields. */
function keyOf({ field, account, value }: Lookup): string {
  return `${field} ${recordKey(account, value)}`;
}
