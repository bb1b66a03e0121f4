import type { SeenRecords } from './history/seenRecords.ts';
import { type Handled, type Outcome, refusedFor } from './journal/rowOutcome.ts';
import type { RunRecord } from './journal/runRecord.ts';
import type { Input, MappedRow, Mapping } from './mapping/mapping.ts';
import type { RepeatJudge } from './questions/repeatedRows.ts';
import type { BatchKey, RowImporter } from './send/rowImporter.ts';
import type { SourceRow } from './source/sourceRow.ts';

export interface Stages {
  readonly mapping: Mapping;
  readonly repeats: RepeatJudge;
  /** Given if the records of all rows are to be noted. */
  readonly seen?: SeenRecords | undefined;
  readonly importer: RowImporter;
  readonly record: RunRecord;
  readonly maxInFlight: () => number;
  /** Identifies the import in idempotency keys. */
  readonly runId: string;
  readonly signal: AbortSignal;
}

/** Batches that were answered and are not on disk yet. */
const maxUnrecorded = 4;

/**
 * Maps, sends and records all rows except those that earlier runs did. The next batches are sent while the results of others are
 * written. Throws the first error, after the batches in flight have ended.
 */
export async function importRows(chunks: AsyncIterable<readonly SourceRow[]>, stages: Stages): Promise<void> {
  const { record, importer, maxInFlight, runId, signal } = stages;
  const inFlight = new Set<Promise<void>>();
  const unrecorded = new Set<Promise<void>>();
  let failure: unknown;
  const failed = (error: unknown) => {
    failure ??= error;
  };
  try {
    for await (const batch of batchesOf(chunks)) {
      const rows = mapped(batch, stages);
      if (record.isDone(batch.number)) continue;
      while (inFlight.size >= maxInFlight()) await Promise.race(inFlight);
      while (unrecorded.size >= maxUnrecorded) await Promise.race(unrecorded);
      if (failure !== undefined || signal.aborted) break;
      const key = { number: batch.number, key: `${runId}.${batch.number}` };
      const sent = sendBatch(key, rows, importer)
        .then((handled) => track(unrecorded, recordBatch(key, handled, stages).catch(failed)))
        .catch(failed);
      track(inFlight, sent);
    }
  } catch (error) {
    failed(error);
  }
  await Promise.all(inFlight);
  await Promise.all(unrecorded);
  if (failure !== undefined) throw failure;
  signal.throwIfAborted();
}

type Mapped = { readonly row: SourceRow; readonly externalIdent: string } & (
  | { readonly input: Readonly<Input>; readonly repairs: readonly string[] | undefined }
  | { readonly outcome: Outcome }
);

/** Maps every row in order, also those of earlier runs: some take values from the rows before, or repeat them. */
function mapped({ rows }: RowBatch, { mapping, repeats, seen }: Stages): readonly Mapped[] {
  return rows.map((sourceRow): Mapped => {
    const result = mapping.map(sourceRow);
    const row = mapping.whole(sourceRow);
    if ('input' in result) {
      const { input, repairs } = result;
      const outcome = repeats.outcomeOf(input);
      const externalIdent = identOf(input);
      return outcome ? { row, outcome, externalIdent } : { row, input, repairs, externalIdent };
    }
    if ('fault' in result) return { row, outcome: refusalOf(result, repeats), externalIdent: '' };
    const externalIdent = seen ? (result.ident?.() ?? '') : '';
    return { row, outcome: { kind: 'skipped', reason: result.skip }, externalIdent };
  });
}

type Faulty = Extract<MappedRow, { readonly fault: unknown }>;

/** Refuses a row for its faults, and because it repeats a record: each must be corrected. */
function refusalOf({ fault, readable }: Faulty, repeats: RepeatJudge): Outcome {
  const repeat = readable && repeats.refusalOf(readable);
  const again = repeat ? [{ code: repeat.code, message: repeat.reason }] : [];
  return refusedFor([...(fault.all ?? [fault]), ...again]);
}

function track(set: Set<Promise<void>>, work: Promise<void>): void {
  const tracked = work.finally(() => set.delete(tracked));
  set.add(tracked);
}

async function sendBatch(
  batch: BatchKey,
  rows: readonly Mapped[],
  importer: RowImporter,
): Promise<readonly Handled[]> {
  const inputs = rows.flatMap((row) => ('input' in row ? [row.input] : []));
  const outcomes = inputs.length > 0 ? await importer.run(inputs, batch) : [];
  const sent = outcomes.values();
  return rows.map((row): Handled => {
    if (!('input' in row)) return row;
    const outcome = sent.next().value as Outcome;
    return { row: row.row, outcome, externalIdent: row.externalIdent, repairs: row.repairs };
  });
}

async function recordBatch(batch: BatchKey, handled: readonly Handled[], { record, importer, seen }: Stages) {
  seen?.note(handled);
  await record.done(batch.number, handled);
  await importer.recorded?.(batch);
}

/** Names a record as its own file does. Our own export has the idents that another account gave. */
function identOf({
  customer_ident: customer,
  article_ident: article,
  external_ident: external,
}: Input): string {
  return String(customer ?? article ?? external ?? '');
}

interface RowBatch {
  /** Counts from 0. The same rows of a file get the same number in every run. */
  readonly number: number;
  readonly rows: readonly SourceRow[];
}

/** Rows of a batch: enough to share the cost of a request and a set, few enough to be checked between single calls. */
const maxRows = 500;
/** Limit for tables with many columns: several batches are in memory at once. */
const maxValues = 50_000;

/** Cuts the rows of a file into batches of the same size, whatever the size of the chunks. */
async function* batchesOf(chunks: AsyncIterable<readonly SourceRow[]>): AsyncGenerator<RowBatch> {
  let rows: SourceRow[] = [];
  let size = maxRows;
  let number = 0;
  for await (const chunk of chunks) {
    if (number === 0 && rows.length === 0) size = rowsOfBatch(chunk);
    rows.push(...chunk);
    while (rows.length >= size) {
      yield { number, rows: rows.slice(0, size) };
      rows = rows.slice(size);
      number += 1;
    }
  }
  if (rows.length > 0) yield { number, rows };
}

/** Depends on the first row only, so it is the same in every run. */
function rowsOfBatch([first]: readonly SourceRow[]): number {
  const columns = Math.max(first?.values.length ?? 1, 1);
  return Math.min(maxRows, Math.max(1, Math.floor(maxValues / columns)));
}
