import { randomUUID } from 'node:crypto';
import { deleteMissing, type MissingEnd, NotDeleted } from './history/deleteMissing.ts';
import { listName, refuseRefusedRows } from './history/listName.ts';
import { SeenRecords } from './history/seenRecords.ts';
import { importRows } from './importRows.ts';
import type { ImportSettings } from './importSettings.ts';
import type { Mapping } from './mapping/mapping.ts';
import { type FirstRow, firstRows, mostAreNew, samplesOf } from './plan/firstRows.ts';
import { PriceChanges } from './plan/priceChanges.ts';
import type { Prepared } from './prepareFile.ts';
import { repeatJudge } from './questions/repeatedRows.ts';
import { type Summary, summaryOf } from './report/summary.ts';
import { UpdateSamples } from './report/updateSamples.ts';
import { closeRunFiles, fingerprintOf, openRunFiles, type RunFiles } from './runFiles.ts';
import { chooseRowImporter } from './send/chooseRowImporter.ts';
import type { RowImporter } from './send/rowImporter.ts';
import { BatchSender } from './service/batchSender.ts';
import type { Source } from './source/source.ts';
import type { SourceRow } from './source/sourceRow.ts';

export interface ImportEnd {
  readonly summary: Summary;
  readonly error: unknown;
}

interface OpenImport {
  readonly prepared: Prepared;
  readonly settings: ImportSettings;
  readonly source: Source;
  readonly mapping: Mapping;
  readonly files: RunFiles;
  /** List that the file is a version of; undefined for standard input without a name. */
  readonly list: string | undefined;
  /** Undefined for a dry run that only checks the rows. */
  readonly sender: BatchSender | undefined;
  readonly samples: UpdateSamples;
  readonly progress: RunProgress;
}

interface RunProgress {
  readonly rowsBefore: number;
  rowsRead: number;
  /** Rows at the beginning that were compared before the import began. */
  firstRows: number;
  /** Records that were deleted since the file no longer has them. */
  deleted: number;
}

/**
 * Does the second half of an import: plan → send. It maps the rows again and plans, sends and records several batches at
 * once. A dry run writes nothing to the service. Resolves also when the run could not be finished. Throws an ImportError,
 * before anything is sent, when the file can't be imported with these settings.
 */
export async function importFile(prepared: Prepared, settings: ImportSettings): Promise<ImportEnd> {
  const source = await prepared.source.open();
  try {
    const run = await openRun(prepared, settings, source);
    const startedAt = performance.now();
    const { missing, error } = await planAndSend(run).then(
      (found) => ({ missing: found, error: undefined }),
      (thrown: unknown) => ({
        missing: undefined,
        error: thrown ?? new Error('the import was stopped: run the same command again to continue'),
      }),
    );
    const isFinished = error === undefined || error instanceof NotDeleted;
    await closeRunFiles(run.files, isFinished, settings.history, run.progress.deleted);
    const { record, paths } = run.files;
    const { rowsBefore, rowsRead, firstRows: compared } = run.progress;
    const ending = {
      file: source.name,
      isDryRun: settings.rows.isDryRun,
      isCompared: settings.target !== undefined,
      isFinished,
      rowsRead: Math.max(rowsRead, compared),
      missing,
      run: record.run?.number,
      milliseconds: prepared.prepareMs + performance.now() - startedAt,
    };
    const summary = summaryOf(ending, record.tally, rowsBefore, paths);
    settings.reporter.ended(summary, run.samples);
    return { summary, error };
  } finally {
    await source.close();
  }
}

async function openRun(prepared: Prepared, settings: ImportSettings, source: Source): Promise<OpenImport> {
  const { file } = prepared;
  const { columns, description } = source;
  const mapping = prepared.newMapping();
  const { identRule } = mapping;
  if (settings.deleteMissing) refuseRefusedRows(file, columns);
  const list = await listName(file, source, mapping, settings);
  const files = await openRunFiles(file, { columns, description, identRule, list }, settings);
  const { target, maxWaitMs, signal } = settings;
  const sender = target && new BatchSender({ client: target.client, maxWaitMs, signal });
  const samples = new UpdateSamples();
  const progress = { rowsBefore: files.record.tally.rows, rowsRead: 0, firstRows: 0, deleted: 0 };
  return { prepared, settings, source, mapping, files, list, sender, samples, progress };
}

/** Batches in flight without a service, which limits them otherwise. */
const maxOffline = 4;

async function planAndSend(run: OpenImport): Promise<MissingEnd | undefined> {
  const { prepared, settings, source, mapping, files, sender, progress } = run;
  const { onRepeat = mapping.takesFirst ? 'first' : 'refuse', signal } = settings;
  const { record } = files;
  const runId = record.journal?.id ?? randomUUID();
  const first = await readFirstRows(run);
  reportOpening(run, first);
  const importer = await importerFor(run, first, `${runId}.first`);
  const seen = settings.deleteMissing && new SeenRecords(settings.mapping.match);
  await importRows(countingRows(source, progress), {
    mapping,
    record,
    maxInFlight: () => sender?.maxInFlight ?? maxOffline,
    runId,
    signal,
    importer,
    repeats: repeatJudge(prepared.repeats, onRepeat),
    seen,
  });
  return seen && sender && deleteMissingRecords(run, seen, sender);
}

async function readFirstRows({ prepared, progress }: OpenImport): Promise<readonly FirstRow[]> {
  const source = await prepared.source.open();
  const first = await firstRows(source, prepared.newMapping()).finally(() => source.close());
  progress.firstRows = first.length;
  return first;
}

function reportOpening(run: OpenImport, first: readonly FirstRow[]): void {
  const { prepared, settings, source, mapping, sender, progress } = run;
  const { record, planFile } = run.files;
  const { resource, isDryRun } = settings.rows;
  settings.reporter.opened({
    source,
    mapping,
    repeats: prepared.repeats,
    isResumed: record.journal?.isResumed ?? false,
    planAt: planFile?.at,
    samples: isDryRun ? samplesOf(resource, first) : [],
    state: () => ({
      ...progress,
      waiting: sender?.waiting,
      tally: record.tally,
      bytes: source.bytes,
      bytesRead: source.bytesRead(),
    }),
  });
}

/** Asks the service for the first rows, unless the run continues an earlier one or follows a dry run. */
async function importerFor(run: OpenImport, first: readonly FirstRow[], key: string): Promise<RowImporter> {
  const { source, mapping, files, sender, samples, progress } = run;
  const { rows, customers } = run.settings;
  const { name } = source;
  const isBeginning = progress.rowsBefore === 0 && !files.planFile;
  const isNew = isBeginning && (!sender || (await mostAreNew(first, rows, mapping, sender, { key, name })));
  const prices = new PriceChanges(name, rows.maxChange);
  return chooseRowImporter(
    rows,
    { ...files, mapping, customers, prices, mostAreNew: isNew, onPlan: (plan) => samples.add(plan) },
    sender,
  );
}

async function* countingRows(source: Source, progress: RunProgress): AsyncGenerator<readonly SourceRow[]> {
  for await (const chunk of source.rows()) {
    progress.rowsRead += chunk.length;
    yield chunk;
  }
}

async function deleteMissingRecords(
  { prepared, settings, files: { record }, list, progress }: OpenImport,
  seen: SeenRecords,
  sender: BatchSender,
): Promise<MissingEnd | undefined> {
  const { deleteMissing: options, history, target, rows, signal } = settings;
  const { resource } = rows;
  if (!options || !target || list === undefined || resource === 'addresses') return undefined;
  return deleteMissing({
    history,
    sender,
    run: record.run,
    start: { target: target.name, resource },
    source: list,
    maxDelete: options.maxDelete,
    isContinued: record.journal?.isNew === false,
    tally: record.tally,
    isSameFile: async () =>
      prepared.version !== undefined &&
      prepared.version === (await fingerprintOf(prepared.file).catch(() => undefined)),
    seen,
    signal,
    onDeleted: (records) => {
      progress.deleted += records;
    },
  });
}
