import type { TSchema } from 'typebox';
import type { Clock } from '../../../shared/runtime/redis/clock.ts';
import type { Outcome } from '../../sets/outcome.ts';
import type { CursorKeys } from '../../stores/cursorKeys.ts';
import type { ListTable } from '../../stores/lists/listTable.ts';
import { ListCursors } from './listCursors.ts';
import { admitLists, type ListCall, type ListedRecords, listRecords } from './listing.ts';

interface Parts {
  readonly table: ListTable;
  readonly cursorKeys: CursorKeys;
  readonly clock: Clock;
  readonly inSnapshot: <T>(work: (records: ListedRecords) => Promise<T>) => Promise<T>;
}

export async function runLists<Answer>(
  calls: readonly ListCall[],
  { table, cursorKeys, clock, inSnapshot }: Parts,
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
