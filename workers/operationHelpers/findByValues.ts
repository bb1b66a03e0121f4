import { groupBy } from '../../shared/contract/values/groupBy.ts';
import type { Call } from '../../shared/wire/call.ts';
import { exceeds, maxListBytes, SetRoom } from '../sets/answerSizes.ts';
import { done, type Outcome, postponed, tooLarge, type Unread } from '../sets/callOutcome.ts';
import { isCut, type RecordStore } from '../stores/recordStore.ts';
import type { Row } from '../stores/recordTable.ts';
import { chosenRecords, type FoundAnswer, type MakerOf } from './foundAnswer.ts';
import { type FindInput, type FoundRows, findTogether, searchOf } from './foundRows.ts';

type FindCall = Call<FindInput>;

/** The number of values in one set. A statement for more of them saves nothing, and takes longer than others should wait. */
const maxSetValues = 2_000;

/** An estimate of a found record's bytes in an answer, with a few short fields. */
const recordBytes = 100;

/**
 * True if an answer may have long texts. They are read after the records that fit are known, so both reads need one snapshot.
 */
export function asksText(calls: readonly FindCall[], { names }: RecordStore): boolean {
  return calls.some((call) => searchOf(call, names).fields.includes(names.text));
}

/**
 * Finds the records of each call by the values of one field. Calls that differ only in account and values share a statement.
 */
export async function findByValues(
  calls: readonly FindCall[],
  store: RecordStore,
  makerOf: MakerOf,
): Promise<(call: FindCall) => Outcome<FoundAnswer, never>> {
  const room = { bytes: new SetRoom(), values: new SetRoom(maxSetValues) };
  const unread = new Map<FindCall, Unread | undefined>(calls.map((call) => [call, admit(call, store, room)]));
  const admitted = calls.filter((call) => unread.get(call) === undefined);
  const found = new Map<FindCall, FoundRows>();
  for (const group of groupBy(admitted, (call) => kindOf(call, store)).values())
    for (const [call, each] of await findTogether(group, store))
      if (each.kind === 'found') found.set(call, each);
      else unread.set(call, each);
  const whole = await withLongTexts(found, store, makerOf);
  return (call) => unread.get(call) ?? outcomeOf(call, whole.get(call) as FoundRows, store, makerOf);
}

/** Returns the reason why a search does not run in this set. A large answer is announced before anything is read. */
function admit(
  call: FindCall,
  { names }: RecordStore,
  room: { readonly bytes: SetRoom; readonly values: SetRoom },
): Unread | undefined {
  const { fields, values } = searchOf(call, names);
  const likely = values.length * recordBytes;
  if (exceeds(likely, call)) return tooLarge(likely);
  const bytes = fields.includes(names.text) ? likely + maxListBytes : likely * (1 + fields.length / 4);
  return room.values.reserve(values.length) && room.bytes.reserve(bytes) ? undefined : postponed;
}

function kindOf(call: FindCall, { names }: RecordStore): string {
  const { field, fields, source } = searchOf(call, names);
  return JSON.stringify([field, fields, source]);
}

async function withLongTexts(
  found: ReadonlyMap<FindCall, FoundRows>,
  store: RecordStore,
  makerOf: MakerOf,
): Promise<ReadonlyMap<FindCall, FoundRows>> {
  const { text } = store.names;
  const isLong = (row: Row) => isCut(row, store.names);
  const hasCut = ({ search, rows }: FoundRows) =>
    search.fields.includes(text) && [...rows.values()].some((group) => group.some(isLong));
  const cut = [...found.values()]
    .filter(hasCut)
    .flatMap((each) => chosenRecords(each, makerOf).rows.filter(isLong));
  if (cut.length === 0) return found;
  const texts = await store.texts(cut.map((row) => store.scopedOf(row)));
  // Rows whose text was not read stay cut: they have no room in the answer.
  const whole = (row: Row): Row => {
    const fullText = texts.get(store.keyOf(row));
    return fullText === undefined ? row : { ...row, text_bytes: 0, [text]: fullText };
  };
  const wholeRows = (rows: FoundRows['rows']) =>
    new Map([...rows].map(([value, group]) => [value, group.map(whole)] as const));
  return new Map([...found].map(([call, each]) => [call, { ...each, rows: wholeRows(each.rows) }]));
}

function outcomeOf(
  call: FindCall,
  found: FoundRows,
  { names }: RecordStore,
  makerOf: MakerOf,
): Outcome<FoundAnswer, never> {
  const { records, json, exceeded, next } = chosenRecords(found, makerOf);
  if (json !== undefined && next === call.input.values.length)
    return done({ [names.table]: records }, `{"${names.table}":${json}}`);
  return done({
    [names.table]: records,
    ...(exceeded.length > 0 && { exceeded }),
    ...(next < call.input.values.length && { next }),
  });
}
