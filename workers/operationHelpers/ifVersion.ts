import type { Call } from '../../shared/wire/call.ts';
import { type Outcome, refused } from '../sets/callOutcome.ts';
import type { RecordStore } from '../stores/recordStore.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';
import { versionOf } from '../stores/versions.ts';

export interface ConditionalInput {
  readonly if_version?: string;
}

export function isConditional({ if_version }: ConditionalInput): boolean {
  return if_version !== undefined;
}

/** Locks the records that exist, by call. Rows of conditional calls also get the other parts of their versions. */
export async function lockRecords<Input extends ConditionalInput>(
  calls: readonly Call<Input>[],
  store: RecordStore,
  columns: readonly string[],
): Promise<ReadonlyMap<Call<Input>, Row>> {
  const wanted = calls.map((call) => recordOf(call, store));
  const rows = await store.lock(wanted, columns);
  const found = new Map<Call<Input>, Row>();
  for (const [index, { account, value }] of wanted.entries()) {
    const row = rows.get(recordKey(account, value));
    if (row) found.set(calls[index] as Call<Input>, row);
  }
  const conditional = [...found.keys()].filter(({ input }) => isConditional(input));
  const complete = await store.withVersionParts(conditional.map((call) => found.get(call) as Row));
  for (const [index, row] of complete.entries()) found.set(conditional[index] as Call<Input>, row);
  return found;
}

export function recordOf({ account, input }: Call<object>, { table }: RecordStore): Scoped {
  return { account, value: (input as Record<string, string>)[table.ident] as string };
}

/** Refuses a change if the locked row has another version than the change requires. */
export function versionConflict(
  { if_version }: ConditionalInput,
  before: Row,
  ident: string,
): Outcome<never, 'record_changed'> | undefined {
  if (if_version === undefined) return undefined;
  const version = versionOf(before);
  return version === if_version ? undefined : refused('record_changed', { [ident]: before[ident], version });
}
