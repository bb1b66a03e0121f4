import { randomUUID } from 'node:crypto';
import { chooseMapping, type Mapping, type MappingOptions, type Resource } from './mapping/index.ts';
import { identityOf } from './record/identity.ts';
import { type Handled, type Outcome, refused } from './record/outcome.ts';
import { type RecordPaths, recordPaths } from './record/recordPaths.ts';
import { RunRecord } from './record/runRecord.ts';
import type { RunState } from './report/progress.ts';
import type { Reporter } from './report/reporter.ts';
import { type Summary, summaryOf } from './report/summary.ts';
import { type Customers, requireCustomers } from './sending/customers.ts';
import type { MappedInput, RowImporter } from './sending/rowImporter.ts';
import { rowImporterFor } from './sending/rowImporterFor.ts';
import type { OnExisting } from './sending/sourcedRecords.ts';
import type { Target } from './sending/target.ts';
import { Window } from './sending/window.ts';
import { batchesOf, type RowBatch } from './source/batches.ts';
import type { SourceRow } from './source/row.ts';
import { openSource, type Source, type Options as SourceOptions } from './source/source.ts';

/** What an import is to do. */
export interface ImportSettings {
  readonly resource: Resource;
  readonly source: SourceOptions;
  readonly mapping: MappingOptions;
  readonly onExisting: OnExisting;
  /** For addresses that name their customers by external ident. */
  readonly customers: Customers | undefined;
  /** The file to which the idents of the records are written. */
  readonly idents: string | undefined;
  /** Whether to ignore the journal of an interrupted run. */
  readonly restart: boolean;
  /** Milliseconds without any answer of the service after which the run gives up. */
  readonly maxWaitMs: number;
  /** Undefined for a dry run. */
  readonly target: Target | undefined;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}

/** How an import ended; the error says why it could not be finished. */
export interface ImportEnd {
  readonly summary: Summary;
  readonly error: unknown;
}

/**
 * Imports one file: its rows are cut into batches, mapped, sent and recorded, several batches at once. Resolves also when
 * the run could not be finished. Throws an ImportError, before anything is sent, for a file or mapping that can't be used.
 */
export async function importFile(file: string, settings: ImportSettings): Promise<ImportEnd> {
  const source = await openSource(file, settings.source);
  try {
    const mapping = chooseMapping(settings.resource, source.columns, settings.mapping, source.name);
    requireCustomers(source.name, mapping, settings.customers);
    const paths = await recordPaths(file, { ...settings, isDryRun: !settings.target });
    const { target, customers, restart } = settings;
    const its = { ...settings, targetName: target?.name, customersFile: customers?.file };
    const identity = paths.journal ? await identityOf(file, its) : {};
    const record = await RunRecord.open({ paths, identity, source, restart });
    return await run(source, mapping, record, paths, settings);
  } finally {
    await source.close();
  }
}

async function run(
  source: Source,
  mapping: Mapping,
  record: RunRecord,
  paths: RecordPaths,
  { reporter, signal, maxWaitMs, target, ...wanted }: ImportSettings,
): Promise<ImportEnd> {
  const startedAt = performance.now();
  const rowsBefore = record.tally.rows;
  const live: { rowsRead: number; waiting?: string | undefined } = { rowsRead: 0 };
  const state = (): RunState => ({
    ...{ tally: record.tally, rowsBefore, rowsRead: live.rowsRead, waiting: live.waiting },
    ...{ bytesRead: source.bytesRead(), bytes: source.bytes },
  });
  reporter.opened(source, mapping, state, record.isResumed);
  const window = new Window();
  const onWaiting = (why: string | undefined) => {
    live.waiting = why;
  };
  const sending = target && { client: target.client, window, maxWaitMs, onWaiting, signal };
  const importer = rowImporterFor(wanted, sending);
  const stages = { mapping, importer, record, window, runId: record.id ?? randomUUID(), signal };
  const rows = counted(source.rows(), (count) => (live.rowsRead += count));
  const error = await importRows(rows, stages).then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('stopped'),
  );
  const isFinished = error === undefined;
  await record.close(paths, isFinished);
  const its = {
    file: source.name,
    isDryRun: !target,
    isFinished,
    milliseconds: performance.now() - startedAt,
  };
  const summary = summaryOf(its, record.tally, rowsBefore, paths);
  reporter.ended(summary);
  return { summary, error };
}

async function* counted(chunks: AsyncIterable<readonly SourceRow[]>, onRead: (rows: number) => unknown) {
  for await (const rows of chunks) {
    onRead(rows.length);
    yield rows;
  }
}

/** What the rows of a file pass through. */
interface Stages {
  readonly mapping: Mapping;
  readonly importer: RowImporter;
  readonly record: RunRecord;
  readonly window: Window;
  /** Identifies the import in idempotency keys. */
  readonly runId: string;
  readonly signal: AbortSignal;
}

/**
 * Maps, sends and records all rows but those that earlier runs did. Throws the first error, after the batches in flight
 * have ended.
 */
async function importRows(chunks: AsyncIterable<readonly SourceRow[]>, stages: Stages): Promise<void> {
  const { record, window, signal } = stages;
  const inFlight = new Set<Promise<void>>();
  let failure: unknown;
  const failed = (error: unknown) => {
    failure ??= error;
  };
  try {
    for await (const batch of batchesOf(chunks)) {
      const rows = mapped(batch, stages.mapping);
      if (record.isDone(batch.number)) continue;
      await window.enter();
      if (failure !== undefined || signal.aborted) break;
      const sent = importBatch(batch.number, rows, stages)
        .catch(failed)
        .finally(() => {
          inFlight.delete(sent);
          window.leave();
        });
      inFlight.add(sent);
    }
  } catch (error) {
    failed(error);
  }
  await Promise.all(inFlight);
  if (failure !== undefined) throw failure;
  signal.throwIfAborted();
}

/** A row with its input, or with its result when there is nothing to send. */
type Mapped = { readonly row: SourceRow } & ({ readonly input: MappedInput } | { readonly outcome: Outcome });

/** Maps every row in its order, also those of earlier runs: some take values from the row before. */
function mapped({ rows }: RowBatch, mapping: Mapping): readonly Mapped[] {
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
  const outcomes = inputs.length > 0 ? await importer.run(inputs, `${runId}.${number}`) : [];
  const sent = outcomes.values();
  const handled = rows.map((row): Handled => {
    if (!('input' in row)) return { row: row.row, outcome: row.outcome, externalIdent: '' };
    const outcome = sent.next().value as Outcome;
    return { row: row.row, outcome, externalIdent: String(row.input.external_ident ?? '') };
  });
  await record.done(number, handled);
}
