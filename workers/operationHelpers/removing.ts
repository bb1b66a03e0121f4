import type { RefusalCode } from '../../shared/contract/refusals.ts';
import type { Call } from '../../shared/wire/call.ts';
import { done, type Outcome, refused } from '../sets/callOutcome.ts';
import type { ImportedStore } from '../stores/importedStore.ts';
import type { Row } from '../stores/recordTable.ts';
import type { Stores } from '../stores/stores.ts';
import { nowUtc } from '../stores/time.ts';
import { removalOf, versionColumns, versionOf } from '../stores/versions.ts';
import { type ConditionalInput, lockRecords, recordOf, versionConflict } from './ifVersion.ts';

/** Removes the records that exist and have the required version. */
export async function removeRecords<
  Input extends ConditionalInput & { readonly erase?: 0 | 1 },
  NotFound extends RefusalCode,
>(
  calls: readonly Call<Input>[],
  store: ImportedStore<NotFound>,
  { historyWriter, clock }: Pick<Stores, 'historyWriter' | 'clock'>,
): Promise<(call: Call<Input>) => Outcome<null, NotFound | 'record_changed'>> {
  const { ident, notFound } = store.table;
  const found = await lockRecords(calls, store, [...versionColumns, ...store.removalColumns]);
  const outcomes = new Map(
    calls.map((call) => {
      const row = found.get(call);
      const refusal = row && !hasBegun(call.input, row) ? versionConflict(call.input, row, ident) : undefined;
      return [call, row ? (refusal ?? done(null)) : refused(notFound)] as const;
    }),
  );
  const removed = calls.filter((call) => outcomes.get(call)?.kind === 'done');
  const now = nowUtc(clock);
  await store.remove(
    removed.map((call) => ({
      ...recordOf(call, store),
      required: call.input.if_version,
      now,
      erases: call.input.erase === 1,
    })),
  );
  for (const call of removed) {
    const { revision } = found.get(call) as Row;
    historyWriter.note(call, { record: recordOf(call, store).value, revision: (revision as number) + 1 });
  }
  return (call) => outcomes.get(call) as Outcome<null, NotFound | 'record_changed'>;
}

/** True if the record had the required version when its removal began, and nobody else has changed it since. */
function hasBegun({ if_version }: ConditionalInput, row: Row): boolean {
  return if_version !== undefined && row.removal === removalOf(if_version, versionOf(row));
}
