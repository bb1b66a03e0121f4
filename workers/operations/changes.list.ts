import { cursorContent, signedCursor, unverifiedContent } from '../../shared/contract/keys/cursors.ts';
import { HmacKey } from '../../shared/contract/keys/hmac.ts';
import { changesList } from '../../shared/contract/operations/changes.list.ts';
import type { AnswerOf, InputOf, RefusalOf } from '../../shared/contract/operations/operation.ts';
import { messageOf } from '../../shared/contract/refusals.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, type Outcome, postponed, refused } from '../sets/callOutcome.ts';
import { reads } from '../sets/implementation.ts';
import {
  type ChangeReader,
  type ChangesRequest,
  type ChangesState,
  changeEntry,
  isWanted,
  type ListedChange,
} from '../stores/changeReader.ts';

export default reads(changesList, (calls, { changeReader }) => listChanges(calls, changeReader));

type ListCall = Call<InputOf<typeof changesList>>;
type ListOutcome = Outcome<AnswerOf<typeof changesList>, RefusalOf<typeof changesList>>;

type StartPosition = { readonly position: number } | { readonly outcome: ListOutcome };

interface Reader {
  readonly call: ListCall;
  readonly wanted: ChangesRequest;
}

/** Number of reads before a missing change is an error. Usually the next read finds it. */
const maxReads = 5;

/** Number of changes that one set reads, about 4 MiB. Further calls run in a later set. */
const maxChangesOfSet = 20_000;

/** Lists the changes after each call's cursor. A cursor moves only over changes that were read, without a gap. */
async function listChanges(
  calls: readonly ListCall[],
  changeReader: ChangeReader,
): Promise<(call: ListCall) => ListOutcome> {
  const outcomes = new Map<ListCall, ListOutcome>();
  for (let reads = 1; outcomes.size < calls.length; reads += 1) {
    if (reads > maxReads) throw new Error('the table `changes` has a gap');
    const open = calls.filter((call) => !outcomes.has(call));
    for (const [call, outcome] of await readOnce(open, changeReader)) outcomes.set(call, outcome);
  }
  if ([...outcomes].some(isNews)) await changeReader.makeDurable();
  return (call) => outcomes.get(call) as ListOutcome;
}

/** True if the answer may have a position that the request did not have. */
function isNews([{ input }, outcome]: readonly [ListCall, ListOutcome]): boolean {
  return outcome.kind === 'done' && outcome.data.cursor !== input.after;
}

/** Returns the outcomes of the calls for which no change was missing. */
async function readOnce(
  calls: readonly ListCall[],
  changeReader: ChangeReader,
): Promise<ReadonlyMap<ListCall, ListOutcome>> {
  const state = await changeReader.look(calls.map(({ account }) => account));
  const answer = answers(state);
  const outcomes = new Map<ListCall, ListOutcome>();
  const readers: Reader[] = [];
  let size = 0;
  for (const call of calls) {
    const start = startPositionOf(call, state);
    if ('outcome' in start) outcomes.set(call, start.outcome);
    else if (lastOf(call, state) === start.position) outcomes.set(call, answer(call, [], start.position));
    else {
      size += call.input.limit;
      if (size > maxChangesOfSet) outcomes.set(call, postponed);
      else readers.push(readerOf(call, start.position));
    }
  }
  const lists = await changeReader.read(readers.map(({ wanted }) => wanted));
  for (const [index, { call }] of readers.entries()) {
    const list = lists[index] ?? [];
    const last = list.at(-1);
    if (last) outcomes.set(call, answer(call, wantedOf(call, list), last.position));
  }
  return outcomes;
}

function readerOf(call: ListCall, after: number): Reader {
  return { call, wanted: { account: call.account, after, limit: call.input.limit } };
}

/** Changes that the call asks for. Its cursor also moves over the others. */
function wantedOf({ input }: ListCall, list: readonly ListedChange[]): readonly ListedChange[] {
  const { resources, kinds } = input;
  if (resources === undefined && kinds === undefined) return list;
  return list.filter((change) => isWanted(change, { resources, kinds }));
}

function lastOf({ account }: ListCall, { positions }: ChangesState): number {
  return positions.get(account)?.last ?? 0;
}

function scopeOf({ account }: ListCall) {
  return { purpose: changesList.name, account };
}

function answers({ epoch, cursorKey }: ChangesState) {
  const key = new HmacKey(cursorKey);
  return (call: ListCall, list: readonly ListedChange[], position: number): ListOutcome =>
    done({
      changes: list.map(changeEntry),
      cursor: signedCursor(key, scopeOf(call), `${epoch} ${position}`),
    });
}

/** Expires a position that the account has not reached: it is from data that a failed server has lost. */
function startPositionOf(call: ListCall, state: ChangesState): StartPosition {
  const { after } = call.input;
  const last = lastOf(call, state);
  if (after === undefined) return { position: last };
  const [epoch, position] = unverifiedContent(after).split(' ');
  if (epoch !== state.epoch) return { outcome: isCursor(after) ? expired : notACursor };
  if (cursorContent(new HmacKey(state.cursorKey), scopeOf(call), after) === undefined)
    return { outcome: notACursor };
  const from = Number(position);
  const isKept = from >= (state.positions.get(call.account)?.purged ?? 0) && from <= last;
  return isKept ? { position: from } : { outcome: expired };
}

/** Checks only the form. A cursor of another epoch can't be verified, since its key may be gone. */
function isCursor(text: string): boolean {
  return /^[0-9a-z]{26} \d{1,16}$/.test(unverifiedContent(text));
}

const expired: ListOutcome = refused('cursor_expired');
const message = messageOf(changesList, 'field_invalid');
const notACursor: ListOutcome = refused('field_invalid', {
  errors: [{ field: 'after', code: 'field_invalid', message }],
});
