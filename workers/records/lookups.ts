import { SetRoom } from '../sets/answerSizes.ts';
import { type Postponed, postponed, type Slow, slow } from '../sets/outcome.ts';
import type { Hit } from '../stores/hits.ts';
import type { RecordStore } from '../stores/records.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

export interface Lookup extends Scoped {
  readonly field: string;
}

/** Different lookups, by `keyOf`. */
type Lookups = ReadonlyMap<string, Lookup>;

/** Idents of found records, the oldest first. `count` includes those that are left out. */
export type FoundRecords =
  | { readonly kind: 'found'; readonly idents: readonly Scoped[]; readonly count: number }
  | Postponed
  | Slow;

const maxHits = 100;

/** Rows that one set reads, without their long texts: as many as a set of calls that name one record each. */
const maxRows = 256;

/**
 * Finds the records of each call by indexes alone. Calls that would make the set read too many rows are postponed. Calls for
 * values that very many records have are slow.
 */
export async function findRecords<Call>(
  calls: readonly Call[],
  lookupOf: (call: Call) => Lookup,
  store: RecordStore,
): Promise<ReadonlyMap<Call, FoundRecords>> {
  const { ident } = store.names;
  if (calls.every((call) => lookupOf(call).field === ident))
    return new Map(calls.map((call) => [call, { kind: 'found', idents: [lookupOf(call)], count: 1 }]));
  const lookups = new Map(calls.map(lookupOf).map((lookup) => [keyOf(lookup), lookup]));
  const hits = await countHits(lookups, store);
  const fitting = fittingLookups(lookups, hits);
  const idents = await oldestIdents(fitting, hits, store);
  return new Map(calls.map((call) => [call, foundBy(lookupOf(call), fitting, hits, idents)]));
}

/** Leaves out lookups that find nothing. An ident counts as one record, before it is known whether it exists. */
async function countHits(lookups: Lookups, store: RecordStore): Promise<ReadonlyMap<string, Hit>> {
  const hits = new Map<string, Hit>();
  for (const [key, { value }] of lookupsIn(store.names.ident, lookups))
    hits.set(key, { kind: 'counted', count: 1, oldest: value });
  for (const field of Object.keys(store.names.indexes)) {
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
  store: RecordStore,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const idents = new Map<string, readonly string[]>();
  for (const field of Object.keys(store.names.indexes)) {
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
): FoundRecords {
  const key = keyOf(lookup);
  const hit = hits.get(key);
  if (hit?.kind === 'uncounted') return slow;
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
