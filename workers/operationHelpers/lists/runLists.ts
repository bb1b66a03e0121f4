import type { TSchema } from 'typebox';
import { sum } from '../../../shared/contract/values/arithmetic.ts';
import type { Call } from '../../../shared/wire/call.ts';
import { defaultRecordBytes, longestPrefix, maxListBytes, SetRoom } from '../../sets/answerSizes.ts';
import {
  done,
  expensive,
  type Outcome,
  postponed,
  refused,
  type UnansweredRead,
} from '../../sets/callOutcome.ts';
import { allTextBytes, textBytes } from '../../stores/importedStore.ts';
import type { Lists, Place } from '../../stores/lists/lists.ts';
import type { ListTable } from '../../stores/lists/listTable.ts';
import type { Row } from '../../stores/recordTable.ts';
import type { Stores } from '../../stores/stores.ts';
import type { WordSearch } from '../../stores/wordSearch.ts';
import {
  admitAnswer,
  answerReads,
  type Chosen,
  type Found,
  isUncounted,
  type ReadStore,
  type WholeRow,
} from '../answerReads.ts';
import { ListCursors, type ListInput } from './listCursors.ts';
import { findPages, maxRowsRead, orderOf, type Page, type PageRequest, type Position } from './paging.ts';
import { findRanked, maxRankedRows, type RankedRequest } from './ranking.ts';

type ListCall = Call<ListInput>;
type ListOutcome<Answer> = Outcome<Answer, 'cursor_invalid' | 'cursor_expired'>;

interface ListedRecords {
  readonly storeOf: (stores: Stores) => ListStore;
  /** Least size of a record in an answer, with empty texts. */
  readonly minBytes: number;
  readonly recordOf: (row: Row) => object;
}

interface ListStore extends ReadStore {
  readonly table: ListTable;
  readonly lists: Lists;
  /** Missing for records that no query finds. */
  readonly wordSearch?: WordSearch;
}

/** Lists records page by page. All lists of a set are read from one snapshot. */
export async function runLists<Answer>(
  calls: readonly ListCall[],
  stores: Stores,
  listed: ListedRecords,
): Promise<(call: ListCall) => ListOutcome<Answer>> {
  const cursors = new ListCursors(await stores.cursorKeys.cursors(), stores.clock.now());
  const { requests, others } = admitLists<Answer>(calls, listed.storeOf(stores).table, cursors);
  const outcomeOf =
    requests.size > 0
      ? await stores.inSnapshot((snapshot) => readLists<Answer>(requests, listed, snapshot, cursors))
      : undefined;
  return (call) => others.get(call) ?? (outcomeOf?.(call) as ListOutcome<Answer>);
}

/** Returns the least size of a record of this schema as JSON: its names, each with a digit or an empty text. */
export function minBytesOf(record: TSchema): number {
  return sum(propertiesIn(record).map((name) => name.length + 5));
}

function propertiesIn({
  properties = {},
  allOf = [],
}: {
  properties?: object;
  allOf?: readonly TSchema[];
}): string[] {
  return [...Object.keys(properties), ...allOf.flatMap(propertiesIn)];
}

/** Rows and index entries that one set reads to find its pages. */
const maxSetRows = 50_000;

type ListRequests = ReadonlyMap<ListCall, ListRequest>;

interface ListRequest extends PageRequest {
  readonly query: string | undefined;
}

/** Decides which calls of a set are listed, and the outcome of the others. */
function admitLists<Answer>(
  calls: readonly ListCall[],
  table: ListTable,
  cursors: ListCursors,
): { readonly requests: ListRequests; readonly others: ReadonlyMap<ListCall, ListOutcome<Answer>> } {
  const requests = new Map<ListCall, ListRequest>();
  const others = new Map<ListCall, ListOutcome<Answer>>();
  const room = new SetRoom(maxSetRows);
  for (const call of calls) {
    const { account, input } = call;
    const from = cursors.open(call);
    if (from === 'cursor_invalid' || from === 'cursor_expired') {
      others.set(call, refused(from));
      continue;
    }
    const { limit, sort, total, query } = input;
    const order = orderOf(table, sort);
    const request = { account, wanted: input, order, from, limit, hasTotal: total === 1, query };
    if (room.reserve(query === undefined ? maxRowsRead(request, table) : maxRankedRows))
      requests.set(call, request);
    else others.set(call, postponed);
  }
  return { requests, others };
}

interface FoundPage extends Found {
  readonly page: Page;
}

interface ChosenPage extends Chosen {
  readonly page: Page;
}

function readLists<Answer>(
  requests: ListRequests,
  listed: ListedRecords,
  stores: Stores,
  cursors: ListCursors,
): Promise<(call: ListCall) => ListOutcome<Answer>> {
  const room = new SetRoom();
  const store = listed.storeOf(stores);
  return answerReads<ListCall, FoundPage, ChosenPage, Answer, 'cursor_invalid' | 'cursor_expired'>(
    [...requests.keys()],
    store,
    {
      find: async () => {
        const pages = await pagesOf([...requests.values()], store);
        return new Map(
          [...requests].map(([call, request]) => [
            call,
            admitPage(call, pages.get(request) as Page, listed, room),
          ]),
        );
      },
      choose: (call, { page }, rows) => choose(call, meantOf(page, rows, store.table), listed, room),
      answers: async () => (call, chosen, whole) => {
        const from = (requests.get(call) as ListRequest).from;
        return answerWith(chosen, whole, { table: store.table.table, recordOf: listed.recordOf }, (shown) =>
          cursors.seal(call, nextOf(from, chosen.page, shown)),
        );
      },
    },
  );
}

async function pagesOf(
  requests: readonly ListRequest[],
  store: ListStore,
): Promise<ReadonlyMap<ListRequest, Page>> {
  const { lists, table, wordSearch } = store;
  const isRanked = (request: ListRequest): request is ListRequest & RankedRequest =>
    request.query !== undefined;
  const ranked = requests.filter(isRanked);
  const listed = requests.filter((request) => !isRanked(request));
  return new Map<ListRequest, Page>([
    ...(listed.length > 0 ? await findPages(listed, lists, table) : []),
    ...(ranked.length > 0 && wordSearch ? await findRanked(ranked, wordSearch, table) : []),
  ]);
}

/** Announces a large answer before its records are read. */
function admitPage(
  call: ListCall,
  page: Page,
  { minBytes }: ListedRecords,
  room: SetRoom,
): FoundPage | UnansweredRead {
  const { places } = page;
  const least = Math.min(places.length * minBytes, maxListBytes);
  const unread = admitAnswer(call, { least, likely: places.length * defaultRecordBytes }, room);
  if (unread) return unread;
  return {
    kind: 'found',
    idents: places.map(({ ident }) => ({ account: call.account, value: ident })),
    page,
  };
}

interface ReadPage {
  readonly page: Page;
  readonly rows: readonly Row[];
}

/** Leaves out records of a page that are not meant any more, or no longer exist. */
function meantOf(page: Page, rows: readonly Row[], { ident }: ListTable): ReadPage {
  const { isMeant } = page;
  if (!isMeant) return { page, rows };
  const meant = new Map(rows.filter(isMeant).map((row) => [row[ident], row]));
  return {
    page: { ...page, places: page.places.filter((place) => meant.has(place.ident)) },
    rows: [...meant.values()],
  };
}

function choose(
  call: ListCall,
  { page, rows }: ReadPage,
  { minBytes }: ListedRecords,
  room: SetRoom,
): ChosenPage | UnansweredRead {
  const fitting = longestPrefix(rows, (row) => minBytes + textBytes(row));
  if (fitting.some(isUncounted)) return expensive;
  const texts = allTextBytes(fitting);
  const unread = admitAnswer(call, { least: texts + fitting.length * minBytes, likely: texts }, room);
  return unread ?? { kind: 'chosen', rows: fitting, page };
}

function answerWith<Answer>(
  { rows, page: { total } }: ChosenPage,
  whole: WholeRow,
  { table, recordOf }: { readonly table: string; readonly recordOf: ListedRecords['recordOf'] },
  cursorAfter: (shown: number) => string | null,
): ListOutcome<Answer> {
  const records: object[] = [];
  const jsons: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const record = recordOf(whole(row));
    const json = JSON.stringify(record);
    bytes += Buffer.byteLength(json) + 1;
    if (bytes > maxListBytes && jsons.length > 0) break;
    records.push(record);
    jsons.push(json);
  }
  const cursor = cursorAfter(records.length);
  const more = { cursor, ...(total !== undefined && { total }) };
  const data = { [table]: records, ...more } as Answer;
  return done(data, `{"${table}":[${jsons.join(',')}],${JSON.stringify(more).slice(1)}`);
}

/** Continues after the last record of the answer if not all of them fit. */
function nextOf(from: Position, { places, next }: Page, shown: number): Page['next'] {
  if (shown === places.length) return next;
  return { after: places[shown - 1] as Place, isWalk: next?.isWalk ?? from.isWalk };
}
