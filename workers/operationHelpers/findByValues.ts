import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Call } from '../../shared/wire/call.ts';
import { maxListBytes, SetRoom } from '../sets/answerSizes.ts';
import { done, type Outcome, postponed, type UnansweredRead } from '../sets/callOutcome.ts';
import { type ImportedStore, isCut } from '../stores/importedStore.ts';
import type { Row } from '../stores/recordTable.ts';
import type { Stores } from '../stores/stores.ts';
import { admitAnswer, answerReads, type Chosen, type WholeRow } from './answerReads.ts';
import { chosenRecords, type FoundAnswer, type MakerOf } from './foundAnswer.ts';
import { type FindInput, type FoundRows, findTogether, searchOf } from './foundRows.ts';

type FindCall = Call<FindInput>;

/** Number of values in one set. A statement for more of them saves nothing, and takes longer than others should wait. */
const maxSetValues = 2_000;

/** Estimate of a found record's bytes in an answer, with a few short fields. */
const recordBytes = 100;

/**
 * Finds the records of each call by the values of one field. Calls that differ only in account and values share a statement.
 * Long texts are read after the records that fit are known, so both reads need one snapshot.
 */
export function runFind(
  calls: readonly FindCall[],
  stores: Stores,
  storeOf: (stores: Stores) => ImportedStore,
  makerOf: MakerOf,
): Promise<(call: FindCall) => Outcome<FoundAnswer, never>> {
  const store = storeOf(stores);
  const asksText = calls.some((call) => searchOf(call, store.table).fields.includes(store.table.text));
  return asksText
    ? stores.inSnapshot((snapshot) => findByValues(calls, storeOf(snapshot), makerOf))
    : findByValues(calls, store, makerOf);
}

function findByValues(
  calls: readonly FindCall[],
  store: ImportedStore,
  makerOf: MakerOf,
): Promise<(call: FindCall) => Outcome<FoundAnswer, never>> {
  return answerReads<FindCall, FoundRows, ChosenFound, FoundAnswer, never>(calls, store, {
    find: () => findAll(calls, store),
    choose: (_, found) => ({ kind: 'chosen', found, rows: cutRows(found, store, makerOf) }),
    answers: async () => (call, chosen, whole) =>
      outcomeOf(call, withLongTexts(chosen, whole), store, makerOf),
  });
}

/** `rows` are those whose long texts are still to be read. */
interface ChosenFound extends Chosen {
  readonly found: FoundRows;
}

async function findAll(
  calls: readonly FindCall[],
  store: ImportedStore,
): Promise<ReadonlyMap<FindCall, FoundRows | UnansweredRead>> {
  const room = { bytes: new SetRoom(), values: new SetRoom(maxSetValues) };
  const unread = new Map(calls.map((call) => [call, admit(call, store, room)]));
  const found = new Map<FindCall, FoundRows | UnansweredRead>();
  for (const [call, each] of unread) if (each) found.set(call, each);
  const admitted = calls.filter((call) => !found.has(call));
  for (const group of groupBy(admitted, (call) => searchKind(call, store)).values())
    for (const [call, each] of await findTogether(group, store)) found.set(call, each);
  return found;
}

/** Returns the reason why a search does not run in this set. A large answer is announced before anything is read. */
function admit(
  call: FindCall,
  { table }: ImportedStore,
  room: { readonly bytes: SetRoom; readonly values: SetRoom },
): UnansweredRead | undefined {
  const { fields, values } = searchOf(call, table);
  const least = values.length * recordBytes;
  const likely = fields.includes(table.text) ? least + maxListBytes : least * (1 + fields.length / 4);
  const unread = admitAnswer(call, { least, likely }, room.bytes);
  return unread ?? (room.values.reserve(values.length) ? undefined : postponed);
}

function searchKind(call: FindCall, { table }: ImportedStore): string {
  const { field, fields, source } = searchOf(call, table);
  return JSON.stringify([field, fields, source]);
}

/** Returns the rows of the answer that have NULL instead of their long text. */
function cutRows(found: FoundRows, { table }: ImportedStore, makerOf: MakerOf): readonly Row[] {
  const isLong = (row: Row) => isCut(row, table);
  const hasCut =
    found.search.fields.includes(table.text) && [...found.rows.values()].some((group) => group.some(isLong));
  return hasCut ? chosenRecords(found, makerOf).rows.filter(isLong) : [];
}

/** Rows whose text was not read stay cut: they have no room in the answer. */
function withLongTexts({ found, rows }: ChosenFound, whole: WholeRow): FoundRows {
  if (rows.length === 0) return found;
  return { ...found, rows: new Map([...found.rows].map(([value, group]) => [value, group.map(whole)])) };
}

function outcomeOf(
  call: FindCall,
  found: FoundRows,
  { table }: ImportedStore,
  makerOf: MakerOf,
): Outcome<FoundAnswer, never> {
  const { records, json, exceeded, next } = chosenRecords(found, makerOf);
  if (json !== undefined && next === call.input.values.length)
    return done({ [table.table]: records }, `{"${table.table}":${json}}`);
  return done({
    [table.table]: records,
    ...(exceeded.length > 0 && { exceeded }),
    ...(next < call.input.values.length && { next }),
  });
}
