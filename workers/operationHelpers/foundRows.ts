import { maxFoundPerValue } from '../../shared/contract/resources/find.ts';
import { cleanLine } from '../../shared/contract/values/clean.ts';
import { addToGroup } from '../../shared/contract/values/groupBy.ts';
import type { Call } from '../../shared/wire/call.ts';
import { type Expensive, expensive } from '../sets/callOutcome.ts';
import type { ImportedStore } from '../stores/importedStore.ts';
import type { ImportedTable, Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';
import { type Found, isUncounted } from './answerReads.ts';

export interface FindInput {
  readonly by: string;
  readonly values: readonly string[];
  readonly fields?: readonly string[];
  readonly external_account_name?: string;
}

export interface CallSearch {
  readonly field: string;
  /** Values in the order of the request, as the field is stored. Undefined for those that can't be stored. */
  readonly values: readonly (string | undefined)[];
  /** Fields of the answer, without ident and version. */
  readonly fields: readonly string[];
  readonly source: Row;
}

export interface FoundRows extends Found {
  readonly search: CallSearch;
  /** Keys are values; the oldest records come first. A value with many records has only its oldest ones here. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Counts of values whose `rows` are incomplete. */
  readonly counts: ReadonlyMap<string, number>;
  /** Index of the first value that was not searched. */
  readonly end: number;
}

/** Rows that one call reads if its values have many records. */
const maxRows = 2_000;

const searches = new WeakMap<FindInput, CallSearch>();

/** Parses the search of a call, once for each call. */
export function searchOf({ input }: Call<FindInput>, table: ImportedTable): CallSearch {
  const cached = searches.get(input);
  if (cached) return cached;
  const { by: field, values, fields = [] } = input;
  const search = {
    field,
    // An ident is compared with the sent bytes, other fields with what a create would have stored.
    values: field === table.ident ? values : values.map(storedForm),
    fields: [...new Set([field, ...fields.toSorted()])],
    source: sourceOf(input, table),
  };
  searches.set(input, search);
  return search;
}

function storedForm(value: string): string | undefined {
  const clean = cleanLine(value, value.length);
  return typeof clean === 'string' && clean !== '' ? clean : undefined;
}

function sourceOf(input: FindInput, { type }: ImportedTable): Row {
  const sent = ['external_account_name', type].filter((name) => Object.hasOwn(input, name));
  return Object.fromEntries(sent.map((name) => [name, (input as unknown as Row)[name]]));
}

/**
 * Finds the records of calls that differ only in account and values. Calls are expensive if very many records have their
 * values, or if a found customer has very many addresses.
 */
export async function findTogether<C extends Call<FindInput>>(
  calls: readonly C[],
  store: ImportedStore,
): Promise<ReadonlyMap<C, FoundRows | Expensive>> {
  const search = searchOf(calls[0] as C, store.table);
  const valuesOf = (call: C) => scopedValues(call, searchOf(call, store.table).values);
  const manyValues = readsBesideIndex(search, store.table)
    ? await store.hits.uncounted(search.field, calls.flatMap(valuesOf))
    : new Set();
  const isExpensive = (call: C) =>
    manyValues.size > 0 &&
    valuesOf(call).some(({ account, value }) => manyValues.has(recordKey(account, value)));
  const wanted = calls.filter((call) => !isExpensive(call)).flatMap(valuesOf);
  // Most values have one record. A statement with a limit finds all of them, and shows that it did.
  const limit = 2 * wanted.length + 100;
  const rows = await store.find({ ...search, wanted }, limit + 1);
  if (rows.length > limit) {
    const found = new Map<C, FoundRows | Expensive>();
    for (const call of calls) found.set(call, await findCounted(call, store));
    return found;
  }
  const byValue = rowsByValue(rows, search.field, store.table);
  const foundBy = (call: C): FoundRows | Expensive => {
    if (isExpensive(call)) return expensive;
    const own = searchOf(call, store.table);
    const rowsByOwnValue = valuesOf(call).map(({ account, value }) => {
      const all = byValue.get(recordKey(account, value)) ?? [];
      return [value, all] as const;
    });
    if (rowsByOwnValue.some(([, all]) => all.some(isUncounted))) return expensive;
    return {
      kind: 'found',
      idents: [],
      search: own,
      rows: new Map(rowsByOwnValue),
      counts: new Map(),
      end: own.values.length,
    };
  };
  return new Map(calls.map((call) => [call, foundBy(call)]));
}

/** Finds the records of one call, and first counts those of each value in the index. */
async function findCounted(call: Call<FindInput>, store: ImportedStore): Promise<FoundRows | Expensive> {
  const search = searchOf(call, store.table);
  const { field, source, values } = search;
  const all = await store.hits.count(field, scopedValues(call, values), source);
  if ([...all.values()].some(({ kind }) => kind === 'uncounted')) return expensive;
  const countOf = (value = '') => {
    const hits = all.get(recordKey(call.account, value));
    return hits?.kind === 'counted' ? hits.count : 0;
  };
  const end = endOf(values.map(countOf));
  const searched = scopedValues(call, values.slice(0, end));
  const isMany = ({ value }: Scoped) => countOf(value) > maxFoundPerValue;
  const oldest = await store.hits.oldest(field, searched.filter(isMany), maxFoundPerValue, source);
  const idents = [...oldest.values()].flat().map((value) => ({ account: call.account, value }));
  const few = searched.filter((each) => !isMany(each));
  const rows = [
    ...(await store.find({ ...search, wanted: few }, maxRows)),
    ...(await store.find({ ...search, field: store.table.ident, wanted: idents }, maxRows)),
  ];
  if (rows.some(isUncounted)) return expensive;
  const byValue = rowsByValue(rows, field, store.table);
  return {
    kind: 'found',
    idents: [],
    search,
    rows: new Map(searched.map(({ value }) => [value, byValue.get(recordKey(call.account, value)) ?? []])),
    counts: new Map(searched.filter(isMany).map(({ value }) => [value, countOf(value)])),
    end,
  };
}

/** True if a search may read rows that it does not find: rows with the value, but of another source, which the index lacks. */
function readsBesideIndex({ field, source }: CallSearch, { ident, type }: ImportedTable): boolean {
  const sought = Object.keys(source);
  if (sought.length === 0 || field === ident) return false;
  return field !== 'external_ident' || !sought.includes(type);
}

/** Returns the index of the first value without room. The first value always has room. */
function endOf(counts: readonly number[]): number {
  let left = maxRows;
  const end = counts.findIndex(
    (count, index) => (left -= Math.min(count, maxFoundPerValue)) < 0 && index > 0,
  );
  return end === -1 ? counts.length : end;
}

function scopedValues(call: Call<FindInput>, values: CallSearch['values']): readonly Scoped[] {
  const different = new Set(values);
  different.delete(undefined);
  return [...different].map((value) => ({ account: call.account, value: value as string }));
}

function rowsByValue(
  rows: readonly Row[],
  field: string,
  { ident }: ImportedTable,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) addToGroup(groups, recordKey(row.account_id as number, row[field] as string), row);
  for (const group of groups.values())
    if (group.length > 1) group.sort((a, b) => ((a[ident] as string) < (b[ident] as string) ? -1 : 1));
  return groups;
}
