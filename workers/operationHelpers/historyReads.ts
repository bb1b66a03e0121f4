import type { Cursors } from '../../shared/contract/keys/cursors.ts';
import type { customerHistory } from '../../shared/contract/operations/customer.history.ts';
import type { AnswerOf } from '../../shared/contract/operations/operation.ts';
import type { RefusalCode } from '../../shared/contract/refusals.ts';
import { timeOfIdent } from '../../shared/contract/values/idents.ts';
import type { Call } from '../../shared/wire/call.ts';
import { fittingRecords, SetRoom } from '../sets/answerSizes.ts';
import { done, type Outcome, postponed, refused } from '../sets/callOutcome.ts';
import type { HistoryPosition, HistoryRequest, HistoryRow } from '../stores/historyReader.ts';
import type { ImportedStore } from '../stores/importedStore.ts';
import { recordKey } from '../stores/scope.ts';
import type { Stores } from '../stores/stores.ts';
import { utcAt } from '../stores/time.ts';
import { recordOf } from './ifVersion.ts';

interface HistoryInput {
  readonly limit: number;
  readonly cursor?: string;
}

type HistoryCall = Call<HistoryInput>;
type Answer = AnswerOf<typeof customerHistory>;
type Entry = Answer['entries'][number];
type HistoryOutcome<NotFound extends string> = Outcome<
  Answer,
  NotFound | 'cursor_invalid' | 'cursor_expired'
>;

/** Entries that one set reads: few enough if each has long values in all its fields. */
const maxSetEntries = 500;

/** Lists the changes of records. The creation of a stored record is its oldest entry. Deleted records have a history too. */
export async function readHistories<NotFound extends RefusalCode>(
  calls: readonly HistoryCall[],
  stores: Stores,
  store: ImportedStore<NotFound>,
): Promise<(call: HistoryCall) => HistoryOutcome<NotFound>> {
  const cursors = await stores.cursorKeys.cursors();
  const now = stores.clock.now();
  const outcomes = new Map<HistoryCall, HistoryOutcome<NotFound>>();
  const requests = new Map<HistoryCall, HistoryRequest>();
  const room = new SetRoom(maxSetEntries);
  for (const call of calls) {
    const opened = positionOf(call, cursors, now);
    if (typeof opened === 'string') outcomes.set(call, refused(opened));
    else if (room.reserve(call.input.limit)) requests.set(call, requestOf(call, store, opened.before));
    else outcomes.set(call, postponed);
  }
  const creators = await store.creators([...requests.keys()].map((call) => recordOf(call, store)));
  const lists = await stores.historyReader.read([...requests.values()]);
  for (const [index, [call, request]] of [...requests].entries()) {
    const rows = lists[index] ?? [];
    const creator = creators.get(recordKey(call.account, request.ident));
    const isUnknown = creator === undefined && rows.length === 0 && request.before === undefined;
    const seal = (position: string) => cursors.seal(historyScope(call), position, now);
    outcomes.set(
      call,
      isUnknown ? refused(store.table.notFound) : done(pageOf(call, request.ident, { rows, creator }, seal)),
    );
  }
  return (call) => outcomes.get(call) as HistoryOutcome<NotFound>;
}

/** Leaves out the limit, which may differ from page to page. */
export function historyScope({ account, method, input: { limit: _, cursor: __, ...record } }: HistoryCall) {
  return { purpose: method, account, subject: JSON.stringify(record) };
}

function positionOf(
  call: HistoryCall,
  cursors: Cursors,
  now: number,
): { readonly before: HistoryPosition | undefined } | 'cursor_invalid' | 'cursor_expired' {
  const { cursor } = call.input;
  if (cursor === undefined) return { before: undefined };
  const opened = cursors.open(historyScope(call), cursor, now);
  if (typeof opened === 'string') return opened;
  const [revision, address = ''] = opened.position.split(' ');
  return { before: { revision: Number(revision), address } };
}

/** Asks for one row more than the answer has, to know whether there are more. */
function requestOf(
  call: HistoryCall,
  store: ImportedStore,
  before: HistoryPosition | undefined,
): HistoryRequest {
  return { account: call.account, ident: recordOf(call, store).value, before, limit: call.input.limit + 1 };
}

interface RecordHistory {
  readonly rows: readonly HistoryRow[];
  /** Text of `created_by`; undefined if the record is not stored. */
  readonly creator: string | undefined;
}

function pageOf(
  { input: { limit } }: HistoryCall,
  ident: string,
  { rows, creator }: RecordHistory,
  seal: (position: string) => string,
): Answer {
  const changes = rows.map(entryOf);
  const all = creator ? [...changes, creationOf(ident, creator)] : changes;
  const entries = fittingRecords(all.slice(0, limit));
  const last = rows[entries.length - 1];
  const hasMore = last !== undefined && all.length > entries.length;
  return { entries: [...entries], cursor: hasMore ? seal(`${last.revision} ${last.address_ident}`) : null };
}

function entryOf({ operation, app_id, date_created: date, address_ident, changes }: HistoryRow): Entry {
  const changed = JSON.parse(changes) as readonly (readonly [string, string | number, string | number])[];
  const fields = changed.map(([field, old, value]) => ({ field, old, new: value }));
  const entry = { operation, app_id, date, fields };
  return address_ident === '' ? entry : { ...entry, address_ident };
}

/** The gateway that accepted the create put its time into the ident. Clients may set `date_created`. */
function creationOf(ident: string, creator: string): Entry {
  const [operation = '', app_id = ''] = creator.split(' ');
  return { operation, app_id, date: utcAt(timeOfIdent(ident)), fields: [] };
}
