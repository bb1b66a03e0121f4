import { batchesOf } from './batches.ts';
import type { Mapping } from './mapping/index.ts';
import { type Handled, type Outcome, refused } from './outcome.ts';
import type { RunRecord } from './record/runRecord.ts';
import type { MappedInput, RowImporter } from './sending/rowImporter.ts';
import type { Window } from './sending/window.ts';
import type { SourceRow } from './source/source.ts';

/** What the rows of a file pass through. */
export interface Stages {
  readonly mapping: Mapping;
  readonly importer: RowImporter;
  readonly record: RunRecord;
  readonly window: Window;
  /** Names the run for idempotency keys. */
  readonly runId: string;
  readonly signal: AbortSignal;
}

/**
 * Brings rows to their end: cut into batches, mapped, imported, noted as done; several batches at once, and those that an
 * earlier run did not at all. Throws the first error, when what was under way has ended.
 */
export async function importRows(chunks: AsyncIterable<readonly SourceRow[]>, stages: Stages): Promise<void> {
  const { record, window, signal } = stages;
  const inFlight = new Set<Promise<void>>();
  let failure: unknown;
  const failed = (error: unknown) => {
    failure ??= error;
  };
  try {
    for await (const batch of batchesOf(chunks)) {
      const rows = mapped(batch.rows, stages.mapping);
      if (record.isDone(batch.number)) continue;
      await window.enter();
      if (failure !== undefined || signal.aborted) break;
      const run = importBatch(batch.number, rows, stages)
        .catch(failed)
        .finally(() => {
          inFlight.delete(run);
          window.leave();
        });
      inFlight.add(run);
    }
  } catch (error) {
    failed(error);
  }
  await Promise.all(inFlight);
  if (failure !== undefined) throw failure;
  signal.throwIfAborted();
}

/** A row with its input, or with what has become of it already. */
type Mapped = { readonly row: SourceRow } & ({ readonly input: MappedInput } | { readonly outcome: Outcome });

/** Every row is mapped, and in its order, whoever imports it: some take values over from the one before. */
function mapped(rows: readonly SourceRow[], mapping: Mapping): readonly Mapped[] {
  return rows.map((given): Mapped => {
    const result = mapping.map(given);
    const row = mapping.whole(given);
    if ('input' in result) return { row, input: result.input };
    if ('skip' in result) return { row, outcome: { kind: 'skipped' } };
    return { row, outcome: refused(result.fault.code, result.fault.message) };
  });
}

async function importBatch(number: number, rows: readonly Mapped[], stages: Stages): Promise<void> {
  const { importer, record, runId } = stages;
  const inputs = rows.flatMap((row) => ('input' in row ? [row.input] : []));
  const results = inputs.length > 0 ? await importer.run(inputs, `${runId}.${number}`) : [];
  let next = 0;
  const handled = rows.map((row): Handled => {
    if (!('input' in row)) return { row: row.row, outcome: row.outcome, externalIdent: '' };
    const outcome = results[next] as Outcome;
    next += 1;
    return { row: row.row, outcome, externalIdent: String(row.input.external_ident ?? '') };
  });
  await record.done(number, handled);
}
