import type { RefusalCode } from '../../shared/contract/refusals.ts';
import type { Call } from '../../shared/wire/call.ts';
import { exceeds, longestPrefix, SetRoom } from '../sets/answerSizes.ts';
import { done, type Outcome, postponed, refused, slow, tooLarge } from '../sets/outcome.ts';
import { isCut, type RecordStore, textBytes } from '../stores/records.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';
import { type FoundRecords, findRecords, type Lookup } from './lookups.ts';

/** Rows of an answer, the oldest first. `count` includes rows that did not fit. */
export interface Shown {
  readonly kind: 'shown';
  readonly rows: readonly [Row, ...Row[]];
  readonly count: number;
}

interface Reading<ReadCall, Answer, Refusal extends RefusalCode> {
  readonly store: RecordStore & { read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>> };
  readonly lookupOf: (call: ReadCall) => Lookup;
  readonly notFound: Refusal;
  /** Bytes of the answer without its long texts. The answer contains the oldest of several rows twice. */
  readonly bytesOf: (shown: readonly Row[]) => { readonly least: number; readonly likely: number };
  /** Reserves what the set reads besides the rows; false if there is no room for it. */
  readonly reserve: (oldest: Row) => boolean;
  /** Returns values that replace those of rows whose long text is NULL. */
  readonly wholeRows: (wanted: readonly Scoped[]) => Promise<ReadonlyMap<string, Row>>;
  /** Reads what answers have besides the rows, and returns a function that makes them. */
  readonly answers: (shown: readonly Shown[]) => Promise<(shown: Shown) => Answer>;
}

/** Answers calls that read the records with an ident or another value. Long texts are read when they are known to fit. */
export async function readRecords<ReadCall extends Call, Answer, Refusal extends RefusalCode>(
  calls: readonly ReadCall[],
  reading: Reading<ReadCall, Answer, Refusal>,
): Promise<(call: ReadCall) => Outcome<Answer, Refusal>> {
  const { store } = reading;
  const found = [...(await findRecords(calls, reading.lookupOf, store))];
  const rows = await store.read(found.flatMap(([, each]) => (each.kind === 'found' ? each.idents : [])));
  const room = new SetRoom();
  const chosen = new Map(found.map(([call, each]) => [call, choose(call, each, rows, reading, room)]));
  const shown = [...chosen.values()].filter((choice) => choice.kind === 'shown');
  const answerOf = await reading.answers(shown);
  const cut = shown.flatMap((choice) => choice.rows.filter((row) => isCut(row, store.names)));
  const whole = await reading.wholeRows(cut.map((row) => store.scopedOf(row)));
  const wholeOf = (row: Row): Row => {
    const its = whole.get(store.keyOf(row));
    return its ? { ...row, ...its } : row;
  };
  return (call) => {
    const choice = chosen.get(call) as Shown | Outcome<Answer, Refusal>;
    if (choice.kind !== 'shown') return choice;
    const [oldest, ...others] = choice.rows;
    return done(answerOf({ ...choice, rows: [wholeOf(oldest), ...others.map(wholeOf)] }));
  };
}

function choose<ReadCall extends Call, Refusal extends RefusalCode>(
  call: ReadCall,
  found: FoundRecords,
  rows: ReadonlyMap<string, Row>,
  { notFound, bytesOf, reserve }: Reading<ReadCall, unknown, Refusal>,
  room: SetRoom,
): Shown | Outcome<never, Refusal> {
  if (found.kind !== 'found') return found;
  const present = found.idents
    .map(({ account, value }) => rows.get(recordKey(account, value)))
    .filter((row) => row !== undefined);
  const [oldest, ...others] = longestPrefix(present, textBytes);
  if (!oldest) return refused(notFound);
  // Customers with too many addresses to be counted while other calls wait.
  if (present.some(({ addresses }) => addresses === null)) return slow;
  const shown = others.length > 0 ? [oldest, ...others, oldest] : [oldest];
  const texts = shown.reduce((sum, row) => sum + textBytes(row), 0);
  const { least, likely } = bytesOf(shown);
  if (exceeds(texts + least, call)) return tooLarge(texts + least);
  if (!room.reserve(texts + likely) || !reserve(oldest)) return postponed;
  return { kind: 'shown', rows: [oldest, ...others], count: found.count };
}
