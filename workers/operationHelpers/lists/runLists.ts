import type { TSchema } from 'typebox';
import type { Clock } from '../../../shared/runtime/redis/clock.ts';
import type { Call } from '../../../shared/wire/call.ts';
import { defaultRecordBytes, exceeds, longestPrefix, maxListBytes, SetRoom } from '../../sets/answerSizes.ts';
import {
  done,
  expensive,
  type Outcome,
  postponed,
  refused,
  tooLarge,
  type Unread,
} from '../../sets/callOutcome.ts';
import type { CursorKeys } from '../../stores/cursorKeys.ts';
import type { Lists } from '../../stores/lists/lists.ts';
import type { ListTable } from '../../stores/lists/listTable.ts';
import { isCut, type RecordStore, textBytes } from '../../stores/recordStore.ts';
import type { Row } from '../../stores/recordTable.ts';
import { recordKey, type Scoped } from '../../stores/scope.ts';
import { ListCursors, type ListInput } from './listCursors.ts';
import { findPages, type Page, type PageRequest, type Position, rowsOf } from './paging.ts';

interface ListOptions {
  readonly table: ListTable;
  readonly cursorKeys: CursorKeys;
  readonly clock: Clock;
  readonly inSnapshot: <T>(work: (records: ListedRecords) => Promise<T>) => Promise<T>;
}

export async function runLists<Answer>(
  calls: readonly ListCall[],
  { table, cursorKeys, clock, inSnapshot }: ListOptions,
): Promise<(call: ListCall) => Outcome<Answer, 'cursor_invalid' | 'cursor_expired'>> {
  const cursors = new ListCursors(await cursorKeys.cursors(), clock.now());
  const { requests, others } = admitLists<Answer>(calls, table, cursors);
  const listed =
    requests.length === 0
      ? new Map<ListCall, never>()
      : await inSnapshot((records) => listRecords<Answer>(requests, records, cursors));
  return (call) => listed.get(call) ?? (others.get(call) as Outcome<Answer, never>);
}

/** The least size of a record of this schema as JSON: its names, each with a digit or an empty text. */
export function minBytesOf(record: TSchema): number {
  return namesIn(record).reduce((sum, name) => sum + name.length + 5, 0);
}

function namesIn({
  properties = {},
  allOf = [],
}: {
  properties?: object;
  allOf?: readonly TSchema[];
}): string[] {
  return [...Object.keys(properties), ...allOf.flatMap(namesIn)];
}

export type ListCall = Call<ListInput>;
type ListOutcome<Answer> = Outcome<Answer, 'cursor_invalid' | 'cursor_expired'>;

/** Reads the records of a list. All reads are on the snapshot of the search for pages. */
interface ListedRecords {
  readonly table: ListTable;
  readonly lists: Lists;
  /** The least size of a record in an answer, with empty texts. */
  readonly minBytes: number;
  read(wanted: readonly Scoped[]): Promise<ReadonlyMap<string, Row>>;
  readonly recordOf: (row: Row) => object;
  /** Reads the long texts of records that have one. */
  readonly texts?: RecordStore;
}

/** Rows and index entries that one set reads to find its pages. */
const maxSetRows = 50_000;

interface ListRequest extends PageRequest {
  readonly call: ListCall;
}

interface ChosenPage {
  readonly kind: 'chosen';
  readonly rows: readonly Row[];
  readonly page: Page;
}

/** Decides which calls of a set are listed, and the outcome of the others. */
function admitLists<Answer>(
  calls: readonly ListCall[],
  table: ListTable,
  cursors: ListCursors,
): {
  readonly requests: readonly ListRequest[];
  readonly others: ReadonlyMap<ListCall, ListOutcome<Answer>>;
} {
  const others = new Map<ListCall, ListOutcome<Answer>>();
  const room = new SetRoom(maxSetRows);
  const requests = calls.flatMap((call) => {
    const from = cursors.open(call);
    if (from === 'cursor_invalid' || from === 'cursor_expired') {
      others.set(call, refused(from));
      return [];
    }
    const { account, input } = call;
    const request = { call, account, wanted: input, from, limit: input.limit };
    if (room.reserve(rowsOf(request, table))) return [request];
    others.set(call, postponed);
    return [];
  });
  return { requests, others };
}

/** Answers all lists from one snapshot. */
async function listRecords<Answer>(
  requests: readonly ListRequest[],
  records: ListedRecords,
  cursors: ListCursors,
): Promise<ReadonlyMap<ListCall, ListOutcome<Answer>>> {
  if (requests.length === 0) return new Map();
  const pages = await findPages(requests, records.lists, records.table);
  const room = new SetRoom();
  const unread = new Map(
    requests.map((request) => [request, admitPage(request, pages.get(request) as Page, records, room)]),
  );
  const admitted = requests.filter((request) => unread.get(request) === undefined);
  const rows = await records.read(
    admitted.flatMap((request) => scopedIn(request, pages.get(request) as Page)),
  );
  const chosen = new Map(
    admitted.map((request) => [request, choose(request, pages.get(request) as Page, rows, records, room)]),
  );
  const texts = await longTexts(chosen, records);
  return new Map(
    requests.map((request) => {
      const choice = unread.get(request) ?? (chosen.get(request) as ChosenPage | ListOutcome<Answer>);
      return [
        request.call,
        choice.kind === 'chosen' ? answerWith(request, choice, texts, records, cursors) : choice,
      ];
    }),
  );
}

/** Returns the reason why a page is not read in this set. A large answer is announced before its records are read. */
function admitPage({ call }: ListRequest, { idents }: Page, { minBytes }: ListedRecords, room: SetRoom) {
  const least = Math.min(idents.length * minBytes, maxListBytes);
  if (exceeds(least, call)) return tooLarge(least);
  return room.reserve(idents.length * defaultRecordBytes) ? undefined : postponed;
}

function choose(
  request: ListRequest,
  page: Page,
  rows: ReadonlyMap<string, Row>,
  records: ListedRecords,
  room: SetRoom,
): ChosenPage | Unread {
  const { minBytes } = records;
  const present = scopedIn(request, page)
    .map(({ account, value }) => rows.get(recordKey(account, value)))
    .filter((row) => row !== undefined);
  const fitting = longestPrefix(present, (row) => minBytes + textBytes(row));
  // Customers with too many addresses to be counted while other calls wait.
  if (fitting.some(({ addresses }) => addresses === null)) return expensive;
  const texts = fitting.reduce((sum, row) => sum + textBytes(row), 0);
  const least = texts + fitting.length * minBytes;
  if (exceeds(least, request.call)) return tooLarge(least);
  return room.reserve(texts) ? { kind: 'chosen', rows: fitting, page } : postponed;
}

async function longTexts(
  chosen: ReadonlyMap<ListRequest, ChosenPage | Unread>,
  { texts: store }: ListedRecords,
): Promise<ReadonlyMap<string, string>> {
  if (!store) return new Map();
  const rows = [...chosen.values()].flatMap((choice) => (choice.kind === 'chosen' ? choice.rows : []));
  const cut = rows.filter((row) => isCut(row, store.names));
  return store.texts(cut.map((row) => store.scopedOf(row)));
}

function answerWith<Answer>(
  request: ListRequest,
  { rows, page }: ChosenPage,
  texts: ReadonlyMap<string, string>,
  { table: { table, ident }, texts: store, recordOf }: ListedRecords,
  cursors: ListCursors,
): ListOutcome<Answer> {
  const records: object[] = [];
  const jsons: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = texts.get(recordKey(request.account, row[ident] as string));
    const record = recordOf(store && text !== undefined ? { ...row, [store.names.text]: text } : row);
    const json = JSON.stringify(record);
    bytes += Buffer.byteLength(json) + 1;
    if (bytes > maxListBytes && jsons.length > 0) break;
    records.push(record);
    jsons.push(json);
  }
  const cursor = cursors.seal(request.call, nextOf(request, page, records.length));
  const data = { [table]: records, cursor } as Answer;
  return done(data, `{"${table}":[${jsons.join(',')}],"cursor":${JSON.stringify(cursor)}}`);
}

/** Continues after the last record of the answer if not all of them fit. */
function nextOf({ from }: ListRequest, { idents, next }: Page, shown: number): Position | undefined {
  if (shown === idents.length) return next;
  return { after: idents[shown - 1] as string, isWalk: next?.isWalk ?? from.isWalk };
}

function scopedIn({ account }: ListRequest, { idents }: Page): readonly Scoped[] {
  return idents.map((value) => ({ account, value }));
}
