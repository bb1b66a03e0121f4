import type { RefusalCode } from '../../shared/contract/refusals.ts';
import { type Lookup as LookupFields, lookupField } from '../../shared/contract/resources/request.ts';
import type { Call } from '../../shared/wire/call.ts';
import { longestPrefix, SetRoom } from '../sets/answerSizes.ts';
import {
  done,
  type Expensive,
  expensive,
  type Outcome,
  type Postponed,
  postponed,
  refused,
} from '../sets/callOutcome.ts';
import type { Hit } from '../stores/hits.ts';
import { allTextBytes, type ImportedStore, textBytes } from '../stores/importedStore.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';
import { admitAnswer, answerReads, type Chosen, type Found, isUncounted } from './answerReads.ts';

/** Rows of an answer, the oldest first. `count` includes rows that did not fit. */
export interface ShownRows extends Chosen {
  readonly rows: readonly [Row, ...Row[]];
  readonly count: number;
}

interface ReadOptions<ReadCall, Answer, Code extends RefusalCode> {
  readonly store: ImportedStore<Code>;
  readonly lookupOf: (call: ReadCall) => Lookup;
  /** Bytes of the answer without its long texts. The answer contains the oldest of several rows twice. */
  readonly bytesOf: (shown: readonly Row[]) => { readonly least: number; readonly likely: number };
  /** Reserves what the set reads besides the rows; false if there is no room for it. */
  readonly reserve: (oldest: Row) => boolean;
  /** Reads what answers have besides the rows, and returns a function that makes them. */
  readonly answers: (shown: readonly ShownRows[]) => Promise<(shown: ShownRows) => Answer>;
}

/** Answers calls that read the records with an ident or another value. */
export function readRecords<ReadCall extends Call, Answer, Code extends RefusalCode>(
  calls: readonly ReadCall[],
  options: ReadOptions<ReadCall, Answer, Code>,
): Promise<(call: ReadCall) => Outcome<Answer, Code>> {
  const { store, lookupOf, answers } = options;
  const room = new SetRoom();
  return answerReads<ReadCall, FoundIdents, ShownRows, Answer, Code>(calls, store, {
    find: () => findRecords(calls, lookupOf, store),
    choose: (call, found, rows) => choose(call, { ...found, rows }, options, room),
    answers: async (shown) => {
      const answerOf = await answers(shown);
      return (_, { rows: [oldest, ...others], ...rest }, whole) =>
        done(answerOf({ ...rest, rows: [whole(oldest), ...others.map(whole)] }));
    },
  });
}

function choose<ReadCall extends Call, Code extends RefusalCode>(
  call: ReadCall,
  { rows, count }: { readonly rows: readonly Row[]; readonly count: number },
  { store, bytesOf, reserve }: ReadOptions<ReadCall, unknown, Code>,
  room: SetRoom,
): ShownRows | Outcome<never, Code> {
  const fitting = longestPrefix(rows, textBytes);
  const [oldest, ...others] = fitting;
  if (!oldest) return refused(store.table.notFound);
  if (fitting.some(isUncounted)) return expensive;
  const shown = others.length > 0 ? [...fitting, oldest] : fitting;
  const texts = allTextBytes(shown);
  const { least, likely } = bytesOf(shown);
  const unread = admitAnswer(call, { least: texts + least, likely: texts + likely }, room);
  if (unread) return unread;
  return reserve(oldest) ? { kind: 'chosen', rows: [oldest, ...others], count } : postponed;
}

interface Lookup extends Scoped {
  readonly field: string;
}

/** Looks calls up by the field that each names. The contract has checked that it is set. */
export function lookupsBy(fields: LookupFields): (call: Call<object>) => Lookup {
  return ({ account, input }) => {
    const sent = input as Readonly<Record<string, string>>;
    const field = lookupField(fields, sent);
    return { account, field, value: sent[field] as string };
  };
}

/** Distinct lookups. Keys are made by `keyOf`. */
type Lookups = ReadonlyMap<string, Lookup>;

/** Idents of found records, the oldest first. `count` includes those that are left out. */
interface FoundIdents extends Found {
  readonly count: number;
}

const maxHits = 100;

/** Rows that one set reads, without their long texts: as many as a set of calls that name one record each. */
const maxRows = 256;

/**
 * Finds the records of each call by indexes alone. Calls that would make the set read too many rows are postponed. Calls for
 * values that very many records have are expensive.
 */
async function findRecords<Call>(
  calls: readonly Call[],
  lookupOf: (call: Call) => Lookup,
  store: ImportedStore,
): Promise<ReadonlyMap<Call, FoundIdents | Postponed | Expensive>> {
  const { ident } = store.table;
  if (calls.every((call) => lookupOf(call).field === ident))
    return new Map(calls.map((call) => [call, { kind: 'found', idents: [lookupOf(call)], count: 1 }]));
  const lookups = new Map(calls.map(lookupOf).map((lookup) => [keyOf(lookup), lookup]));
  const hits = await countHits(lookups, store);
  const fitting = fittingLookups(lookups, hits);
  const idents = await oldestIdents(fitting, hits, store);
  return new Map(calls.map((call) => [call, foundBy(lookupOf(call), fitting, hits, idents)]));
}

/** Leaves out lookups that find nothing. An ident counts as one record, before it is known whether it exists. */
async function countHits(lookups: Lookups, store: ImportedStore): Promise<ReadonlyMap<string, Hit>> {
  const hits = new Map<string, Hit>();
  for (const [key, { value }] of lookupsIn(store.table.ident, lookups))
    hits.set(key, { kind: 'counted', count: 1, oldest: value });
  for (const field of Object.keys(store.table.indexes)) {
    const wanted = lookupsIn(field, lookups).map(([, lookup]) => lookup);
    for (const count of (await store.hits.count(field, wanted)).values())
      hits.set(keyOf({ ...count, field }), count);
  }
  return hits;
}

function fittingLookups(lookups: Lookups, hits: ReadonlyMap<string, Hit>): Lookups {
  const room = new SetRoom(maxRows);
  return new Map([...lookups].filter(([key]) => room.reserve(Math.min(countIn(hits, key), maxHits))));
}

async function oldestIdents(
  lookups: Lookups,
  hits: ReadonlyMap<string, Hit>,
  store: ImportedStore,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const idents = new Map<string, readonly string[]>();
  for (const field of Object.keys(store.table.indexes)) {
    const several = lookupsIn(field, lookups).filter(([key]) => countIn(hits, key) > 1);
    const wanted = several.map(([, lookup]) => lookup);
    const oldest = await store.hits.oldest(field, wanted, maxHits);
    for (const [key, { account, value }] of several)
      idents.set(key, oldest.get(recordKey(account, value)) ?? []);
  }
  return idents;
}

function foundBy(
  lookup: Lookup,
  fitting: Lookups,
  hits: ReadonlyMap<string, Hit>,
  idents: ReadonlyMap<string, readonly string[]>,
): FoundIdents | Postponed | Expensive {
  const key = keyOf(lookup);
  const hit = hits.get(key);
  if (hit?.kind === 'uncounted') return expensive;
  if (!fitting.has(key)) return postponed;
  if (!hit) return { kind: 'found', idents: [], count: 0 };
  const found = idents.get(key) ?? [hit.oldest];
  const { account } = lookup;
  return { kind: 'found', idents: found.map((value) => ({ account, value })), count: hit.count };
}

/** Returns 0 if the records were not counted. */
function countIn(hits: ReadonlyMap<string, Hit>, key: string): number {
  const hit = hits.get(key);
  return hit?.kind === 'counted' ? hit.count : 0;
}

function lookupsIn(field: string, lookups: Lookups): readonly (readonly [string, Lookup])[] {
  return [...lookups].filter(([, lookup]) => lookup.field === field);
}

function keyOf({ field, account, value }: Lookup): string {
  return `${field} ${recordKey(account, value)}`;
}
