import { sum } from '../../../shared/contract/values/arithmetic.ts';
import { phoneWord, queryWords } from '../../../shared/contract/values/queryText.ts';
import { conditionOf, conditionsOf } from '../../stores/lists/conditions.ts';
import type { Place } from '../../stores/lists/lists.ts';
import type { ListTable } from '../../stores/lists/listTable.ts';
import { findWord, wordsOf } from '../../stores/queriedTables.ts';
import type { Row } from '../../stores/recordTable.ts';
import {
  type Candidate,
  type Candidates,
  maxCompared,
  maxRanked,
  type Spelling,
  type Term,
  type WordSearch,
} from '../../stores/wordSearch.ts';
import type { Page, PageRequest } from './paging.ts';

/** Words of a query that are searched. Further ones are ignored. */
const maxTerms = 8;

/** Number of results below which words are also searched as if they had a typing error. */
const fewResults = 10;

/** A query finds a record by one of its readings. The record must have all terms of that reading. */
export interface RankedRequest extends PageRequest {
  readonly query: string;
}

/** Upper limit of the index entries and rows that the database reads for a page. */
export const maxRankedRows = 2 * (maxTerms * maxRanked + 2 * maxCompared);

/**
 * Finds the pages of queries, the best records first. The number of statements does not depend on the number of requests. A
 * record that no longer has the words is found too, but `isMeant` of the page refuses it, so an answer may be short.
 */
export async function findRanked<R extends RankedRequest>(
  requests: readonly R[],
  search: WordSearch,
  table: ListTable,
): Promise<ReadonlyMap<R, Page>> {
  const readings = requests.flatMap((request) =>
    readingsOf(request.query).map((terms): Reading => ({ request, terms })),
  );
  const ranked = new Map<RankedRequest, Ranking>(requests.map((request) => [request, new Ranking()]));
  const options = { table, counts: new Map() };
  await rank(readings, ranked, search, options);
  const few = readings.filter(({ request }) => (ranked.get(request)?.size ?? 0) < fewResults);
  await rank(await withTypos(few, search), ranked, search, options);
  return new Map(
    requests.map((request) => [request, pageOf(request, ranked.get(request) as Ranking, search)]),
  );
}

interface Reading {
  readonly request: RankedRequest;
  readonly terms: readonly Term[];
}

function typed(word: string): Term {
  return [{ word, isPrefix: true, isTypo: false }];
}

/** Reads a query as words, and as a phone number if it may be one. Empty if it has no word. */
function readingsOf(query: string): readonly (readonly Term[])[] {
  const words = [...new Set(queryWords(query))].slice(0, maxTerms);
  const phone = phoneWord(query);
  return [...(words.length > 0 ? [words.map(typed)] : []), ...(phone === undefined ? [] : [[typed(phone)]])];
}

/** Adds spellings to the words that a typing error may stand for. Leaves out readings without any. */
async function withTypos(readings: readonly Reading[], search: WordSearch): Promise<readonly Reading[]> {
  const wanted = readings.flatMap(({ request: { account }, terms }) =>
    terms.map((term) => ({ account, value: (term[0] as Spelling).word, term })),
  );
  if (wanted.length === 0) return [];
  const typos = await search.typos(wanted);
  const spellings = new Map<Term, Term>(
    wanted.map(({ term }, index) => [
      term,
      (typos[index] ?? []).map((word) => ({ word, isPrefix: false, isTypo: true })),
    ]),
  );
  const spelled = (term: Term) => [...term, ...(spellings.get(term) ?? [])];
  return readings
    .filter(({ terms }) => terms.some((term) => (spellings.get(term)?.length ?? 0) > 0))
    .map(({ request, terms }) => ({ request, terms: terms.map(spelled) }));
}

/** Records that a query has found, with their scores. */
class Ranking {
  readonly #scores = new Map<string, number>();
  readonly #terms: (readonly Term[])[] = [];

  get size(): number {
    return this.#scores.size;
  }

  add(terms: readonly Term[], candidates: readonly Candidate[]): void {
    this.#terms.push(terms);
    for (const { ident, words } of candidates) {
      const score = scoreOf(words, terms);
      if (score > (this.#scores.get(ident) ?? 0)) this.#scores.set(ident, score);
    }
  }

  /** True if words, which are those of the record now, are what the query means. */
  isFound(words: string): boolean {
    return this.#terms.some((terms) => scoreOf(words, terms) > 0);
  }

  /** Returns the best records, those with the same score in order of creation. */
  best(): readonly Hit[] {
    const hits = Array.from(this.#scores, ([ident, score]) => ({ ident, score }));
    return hits.toSorted(byScore).slice(0, maxRanked);
  }
}

interface Hit {
  readonly ident: string;
  readonly score: number;
}

function byScore(one: Hit, other: Hit): number {
  if (one.ident === other.ident) return 0;
  return other.score - one.score || (one.ident < other.ident ? -1 : 1);
}

const groupScores = [40, 30, 10];

/** Returns 0 unless all terms are found. Names count more than numbers, whole words more than beginnings and typing errors. */
function scoreOf(words: string, terms: readonly Term[]): number {
  let sum = 0;
  for (const term of terms) {
    const best = Math.max(...term.map((spelling) => scoreOfWord(words, spelling)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function scoreOfWord(words: string, { word, isPrefix, isTypo }: Spelling): number {
  const match = findWord(words, word, isPrefix);
  if (!match) return 0;
  const score = groupScores[match.group] ?? 0;
  if (isTypo) return score / 5;
  return match.isWhole ? score : score / 2;
}

/** Number of entries of a spelling, as far as it was counted. */
type Counts = Map<Spelling, number>;

/** Adds the records that readings find. A reading with a term that no record has finds none. */
async function rank(
  readings: readonly Reading[],
  ranked: ReadonlyMap<RankedRequest, Ranking>,
  search: WordSearch,
  { table, counts }: { readonly table: ListTable; readonly counts: Counts },
): Promise<void> {
  await countEntries(readings, search, counts);
  const sizeOf = (term: Term) => sum(term.map((spelling) => counts.get(spelling) ?? 1));
  const chosen = readings.flatMap(({ request, terms }) => {
    const [source, ...others] = terms.toSorted((one, other) => sizeOf(one) - sizeOf(other)) as [Term];
    return sizeOf(source) === 0
      ? []
      : [{ request, terms, candidates: candidatesOf(request, source, others, table) }];
  });
  if (chosen.length === 0) return;
  const found = await search.candidates(chosen.map(({ candidates }) => candidates));
  for (const [index, { request, terms }] of chosen.entries())
    ranked.get(request)?.add(terms, found[index] ?? []);
}

/** Counts the entries of readings with several terms, to find the term with the fewest. Keeps what was counted before. */
async function countEntries(readings: readonly Reading[], search: WordSearch, counts: Counts): Promise<void> {
  const wanted = readings
    .filter(({ terms }) => terms.length > 1)
    .flatMap(({ request: { account }, terms }) => terms.flat().map((spelling) => ({ account, spelling })))
    .filter(({ spelling }) => !counts.has(spelling));
  if (wanted.length === 0) return;
  const found = await search.count(wanted);
  for (const [index, { spelling }] of wanted.entries()) counts.set(spelling, found[index] ?? 0);
}

/** Reads the records of the term that has the fewest, and compares the other terms with their words. */
function candidatesOf(
  { account, wanted }: RankedRequest,
  source: Term,
  others: readonly Term[],
  table: ListTable,
): Candidates {
  const { criteria, checks } = conditionsOf(table, wanted);
  return { account, source, others, conditions: [...criteria.map(conditionOf), ...checks] };
}

function pageOf({ from, limit, hasTotal }: RankedRequest, ranking: Ranking, search: WordSearch): Page {
  const best = ranking.best();
  const after = from.after && { ident: from.after.ident, score: Number(from.after.key) };
  const left = after ? best.filter((hit) => byScore(hit, after) > 0) : best;
  const places = left.slice(0, limit).map(({ ident, score }): Place => ({ ident, key: String(score) }));
  const last = places.at(-1);
  const next = last && left.length > limit ? { after: last, isWalk: false } : undefined;
  const isMeant = (row: Row) => ranking.isFound(wordsOf(row, search.searched));
  return { places, next, isMeant, ...(hasTotal && { total: best.length }) };
}
