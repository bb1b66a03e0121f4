import type { Call } from '../../shared/wire/call.ts';
import { exceeds, type SetRoom } from '../sets/answerSizes.ts';
import { type Outcome, postponed, tooLarge, type UnansweredRead } from '../sets/callOutcome.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

/** Idents of records that a call has found. Empty if their rows were read with the search. */
export interface Found {
  readonly kind: 'found';
  readonly idents: readonly Scoped[];
}

/** Rows that fit into the answer, as far as is known before their long texts are read. */
export interface Chosen {
  readonly kind: 'chosen';
  readonly rows: readonly Row[];
}

export interface ReadStore {
  /** Returns rows by record. Long texts may be NULL. */
  read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>>;
  /** Reads the long texts of rows that have NULL, and returns a function that completes a row. */
  withTexts(rows: readonly Row[]): Promise<WholeRow>;
}

/** Steps in which the operations differ that read records. Each step takes the calls of a set together. */
export interface ReadSteps<ReadCall, F extends Found, C extends Chosen, Answer, Code extends string> {
  /** Finds what each call reads, or decides its outcome. */
  readonly find: (calls: readonly ReadCall[]) => Promise<ReadonlyMap<ReadCall, F | Outcome<Answer, Code>>>;
  /** Chooses rows for the answer, or decides the outcome. Called for one call after the other. */
  readonly choose: (call: ReadCall, found: F, rows: readonly Row[]) => C | Outcome<Answer, Code>;
  /** Reads what answers have besides the rows, and returns a function that makes them. */
  readonly answers: (
    chosen: readonly C[],
  ) => Promise<(call: ReadCall, chosen: C, whole: WholeRow) => Outcome<Answer, Code>>;
}

export type WholeRow = (row: Row) => Row;

/**
 * Answers calls that read records: finds them, reads their rows without long texts, chooses those that fit, and reads their
 * texts. So a set reads only what it answers. The number of statements does not depend on the number of calls.
 */
export async function answerReads<ReadCall, F extends Found, C extends Chosen, Answer, Code extends string>(
  calls: readonly ReadCall[],
  store: ReadStore,
  { find, choose, answers }: ReadSteps<ReadCall, F, C, Answer, Code>,
): Promise<(call: ReadCall) => Outcome<Answer, Code>> {
  const found = [...(await find(calls))];
  const wanted = found.flatMap(([, each]) => (each.kind === 'found' ? each.idents : []));
  const rows = wanted.length > 0 ? await store.read(wanted) : none;
  const choices = new Map(
    found.map(([call, each]) => [
      call,
      each.kind === 'found' ? choose(call, each, rowsOf(each.idents, rows)) : each,
    ]),
  );
  const chosen = [...choices.values()].filter((choice) => choice.kind === 'chosen');
  const answerOf = await answers(chosen);
  const whole = await store.withTexts(chosen.flatMap((choice) => choice.rows));
  return (call) => {
    const choice = choices.get(call) as C | Outcome<Answer, Code>;
    return choice.kind === 'chosen' ? answerOf(call, choice, whole) : choice;
  };
}

/** True if a customer has too many addresses to be counted while other calls wait. */
export function isUncounted({ addresses }: Row): boolean {
  return addresses === null;
}

const none: ReadonlyMap<string, Row> = new Map();

/** Leaves out records that do not exist. */
function rowsOf(idents: readonly Scoped[], rows: ReadonlyMap<string, Row>): readonly Row[] {
  const existing: Row[] = [];
  for (const { account, value } of idents) {
    const row = rows.get(recordKey(account, value));
    if (row) existing.push(row);
  }
  return existing;
}

/** Bytes of an answer: a lower bound, and an estimate of what the set reads for it. */
interface AnswerBytes {
  readonly least: number;
  readonly likely: number;
}

/** Reserves room for an answer, or returns why the call is not answered in this set. */
export function admitAnswer(
  call: Call,
  { least, likely }: AnswerBytes,
  room: SetRoom,
): UnansweredRead | undefined {
  if (exceeds(least, call)) return tooLarge(least);
  return room.reserve(likely) ? undefined : postponed;
}
