import { randomUUID } from 'node:crypto';
import { deleteMissing, type MissingEnd, NotDeleted } from './history/deleteMissing.ts';
import { listName, refuseRefusedRows, requireWholeList } from './history/listName.ts';
import { SeenRecords } from './history/seenRecords.ts';
import { importRows } from './importRows.ts';
import type { ImportSettings } from './importSettings.ts';
import type { Mapping } from './mapping/mapping.ts';
import type { Resource } from './mapping/rules/resourceFields.ts';
import { type FirstRow, firstRows, mostAreNew, samplesOf } from './plan/firstRows.ts';
import { PriceChanges } from './plan/priceChanges.ts';
import { resolveAmbiguity } from './questions/ambiguousColumns.ts';
import { chooseMapping } from './questions/chooseMapping.ts';
import { withAccountCurrency } from './questions/priceChecks.ts';
import { findRepeats, noRepeats, type Repeats, repeatJudge, rowKey } from './questions/repeatedRows.ts';
import { requireCustomersFile } from './questions/requireCustomers.ts';
import { RowSelection } from './questions/rowSelection.ts';
import { requireRates } from './questions/taxRateColumn.ts';
import { type Summary, summaryOf } from './report/summary.ts';
import { UpdateSamples } from './report/updateSamples.ts';
import { inspect } from './rows/inspectColumns.ts';
import { findProducts } from './rows/products.ts';
import { closeRunFiles, fingerprintOf, openRunFiles, type RunFiles } from './runFiles.ts';
import { chooseRowImporter } from './send/chooseRowImporter.ts';
import { BatchSender } from './service/batchSender.ts';
import { explanationOf } from './source/importError.ts';
import type { Source } from './source/source.ts';
import type { SourceRow } from './source/sourceRow.ts';
import { type RereadableFile, rereadableFile } from './source/tempCopy.ts';

export interface Prepared {
  readonly file: string;
  readonly source: RereadableFile;
  /** Makes a mapping for one pass over all rows. */
  readonly newMapping: () => Mapping;
  readonly repeats: Repeats;
  /** Version of the file before it was first read, if records that it no longer has are to be deleted. */
  readonly version?: string | undefined;
  readonly prepareMs: number;
}

type Settings = Pick<
  ImportSettings,
  'source' | 'mapping' | 'customers' | 'target' | 'signal' | 'deleteMissing'
>;

export interface PrepareOptions extends Settings {
  readonly resource: Resource;
  readonly onRepeat?: ImportSettings['onRepeat'];
  readonly onReading: (source: Source) => void;
}

/** Does `prepareSource` for a file. The caller must call `source.remove` in the end. */
export async function prepareFile(file: string, options: PrepareOptions): Promise<Prepared> {
  const startedAt = performance.now();
  if (options.deleteMissing) await requireWholeList(file);
  const version = options.deleteMissing && (await fingerprintOf(file));
  const source = await rereadableFile(file, options.source, options.signal);
  try {
    const prepared = await prepareSource(file, source, options);
    return { ...prepared, version, prepareMs: performance.now() - startedAt };
  } catch (error) {
    await source.remove();
    throw error;
  }
}

/**
 * Does the first half of an import: source → rows → mapping → questions. It reads a whole file, and decides how it is mapped
 * and what identifies its records. Throws an ImportError when a file or mapping can't be used, or when the user must decide.
 */
export async function prepareSource(
  file: string,
  source: RereadableFile,
  options: PrepareOptions,
): Promise<Prepared> {
  const startedAt = performance.now();
  const found = await examineSource(source, options);
  return { file, source, ...found, prepareMs: performance.now() - startedAt };
}

async function examineSource(file: RereadableFile, options: PrepareOptions) {
  const { name } = file;
  const { resource, customers, onReading, onRepeat, signal } = options;
  const mapping = await withAccountCurrency(options);
  const { inspection, columns } = await pass(async (rows) => {
    const selection = new RowSelection(mapping, rows.columns, name);
    const found = await inspect(rows, (values) => selection.isWanted(values));
    selection.requireValues();
    return { inspection: found, columns: rows.columns };
  });
  const first = chooseMapping(resource, columns, mapping, name, inspection);
  const takesFirst = onRepeat === undefined ? first.takesFirst : onRepeat === 'first';
  const products = first.family && (await findProducts(pass, first.family, takesFirst));
  const choose = () => chooseMapping(resource, columns, mapping, name, { ...inspection, products });
  const chosen = choose();
  requireCustomersFile(name, chosen, customers);
  const { ambiguous, rates } = chosen;
  if (rates !== undefined) await pass((rows) => requireRates(rows, choose(), rates, name));
  const notices = ambiguous.length > 0 ? await pass((rows) => resolveAmbiguity(rows, ambiguous, name)) : [];
  const newMapping = () => withNotices(choose(), notices);
  const key = rowKey(resource, mapping.match ?? 'external_ident', chosen);
  const isUnique = resource !== 'addresses' && chosen.isUnique(key.field);
  const repeats = isUnique ? noRepeats(key) : await pass((rows) => findRepeats(rows, chosen, key));
  return { newMapping, repeats };

  async function pass<Result>(read: (rows: Source) => Promise<Result>) {
    const opened = await file.open(signal);
    onReading(opened);
    return read(opened).finally(() => opened.close());
  }
}

function withNotices(mapping: Mapping, notices: readonly string[]): Mapping {
  const { description } = mapping;
  return {
    ...mapping,
    description: {
      ...description,
      notices: [...description.notices, ...notices],
      decisions: [...description.decisions, ...notices.map(explanationOf)],
    },
  };
}

export interface ImportEnd {
  readonly summary: Summary;
  readonly error: unknown;
}

interface Run {
  readonly prepared: Prepared;
  readonly settings: ImportSettings;
  readonly source: Source;
  readonly files: RunFiles;
  readonly samples: UpdateSamples;
  /** Rows of earlier runs. */
  readonly rowsBefore: number;
  readonly progress: RunProgress;
  /** List that the file is a version of; undefined for standard input without a name. */
  readonly list: string | undefined;
  missing?: MissingEnd | undefined;
}

/**
 * Does the second half of an import: plan → send. It maps the rows again and plans, sends and records several batches at
 * once. A dry run writes nothing to the service. Resolves also when the run could not be finished. Throws an ImportError,
 * before anything is sent, when the file can't be imported with these settings.
 */
export async function importFile(prepared: Prepared, settings: ImportSettings): Promise<ImportEnd> {
  const source = await prepared.source.open();
  try {
    const { columns, description } = source;
    const mapping = prepared.newMapping();
    const { identRule } = mapping;
    if (settings.deleteMissing) refuseRefusedRows(prepared.file, columns);
    const list = await listName(prepared.file, source, mapping, settings);
    const files = await openRunFiles(prepared.file, { columns, description, identRule, list }, settings);
    const { record, paths } = files;
    const rowsBefore = record.tally.rows;
    const startedAt = performance.now();
    const samples = new UpdateSamples();
    const progress: RunProgress = { rowsRead: 0, firstRows: 0 };
    const run: Run = { prepared, settings, source, files, list, samples, rowsBefore, progress };
    const error = await planAndSend(run).then(
      () => undefined,
      (thrown: unknown) =>
        thrown ?? new Error('the import was stopped: run the same command again to continue'),
    );
    const isFinished = error === undefined || error instanceof NotDeleted;
    await closeRunFiles(files, isFinished, settings.history, run.missing?.deleted);
    const ending = {
      file: source.name,
      isDryRun: settings.rows.isDryRun,
      isCompared: settings.target !== undefined,
      isFinished,
      rowsRead: Math.max(progress.rowsRead, progress.firstRows),
      missing: run.missing,
      run: record.run?.number,
      milliseconds: prepared.prepareMs + performance.now() - startedAt,
    };
    const summary = summaryOf(ending, record.tally, rowsBefore, paths);
    settings.reporter.ended(summary, samples);
    return { summary, error };
  } finally {
    await source.close();
  }
}

/** Batches in flight without a service, which limits them otherwise. */
const maxOffline = 4;

async function planAndSend(run: Run): Promise<void> {
  const { prepared, settings, source, files, rowsBefore, progress } = run;
  const { rows, customers, signal, target, maxWaitMs } = settings;
  const { record, planFile } = files;
  const mapping = prepared.newMapping();
  const { onRepeat = mapping.takesFirst ? 'first' : 'refuse' } = settings;
  const sender = target && new BatchSender({ client: target.client, maxWaitMs, signal });
  const runId = record.journal?.id ?? randomUUID();
  const first = await readFirstRows(run);
  progress.firstRows = first.length;
  settings.reporter.opened({
    source,
    mapping,
    repeats: prepared.repeats,
    isResumed: record.journal?.isResumed ?? false,
    planAt: planFile?.at,
    samples: rows.isDryRun ? samplesOf(rows.resource, first) : [],
    state: () => ({
      ...progress,
      waiting: sender?.waiting,
      tally: record.tally,
      rowsBefore,
      bytes: source.bytes,
      bytesRead: source.bytesRead(),
    }),
  });
  const prices = new PriceChanges(source.name, rows.maxChange);
  const firstBatch = { key: `${runId}.first`, name: source.name };
  const isBeginning = rowsBefore === 0 && !planFile;
  const isNew = isBeginning && (!sender || (await mostAreNew(first, rows, mapping, sender, firstBatch)));
  const importer = chooseRowImporter(
    rows,
    { ...files, mapping, customers, prices, mostAreNew: isNew, onPlan: (plan) => run.samples.add(plan) },
    sender,
  );
  const seen = settings.deleteMissing && new SeenRecords(settings.mapping.match);
  await importRows(counted(source, progress), {
    mapping,
    record,
    maxInFlight: () => sender?.maxInFlight ?? maxOffline,
    runId,
    signal,
    importer,
    repeats: repeatJudge(prepared.repeats, onRepeat),
    seen,
  });
  if (seen && sender) run.missing = await deleted(run, seen, sender);
}

async function deleted(
  { prepared, settings, files: { record }, list }: Run,
  seen: SeenRecords,
  sender: BatchSender,
): Promise<MissingEnd | undefined> {
  const { deleteMissing: options, history, target, rows, signal } = settings;
  if (!options || !target || list === undefined) return undefined;
  return deleteMissing({
    history,
    sender,
    run: record.run,
    start: { target: target.name, resource: rows.resource },
    source: list,
    maxDelete: options.maxDelete,
    isContinued: record.journal?.isNew === false,
    tally: record.tally,
    isSameFile: async () =>
      prepared.version !== undefined &&
      prepared.version === (await fingerprintOf(prepared.file).catch(() => undefined)),
    seen,
    signal,
  });
}

interface RunProgress {
  rowsRead: number;
  /** Rows at the beginning that were compared before the import began. */
  firstRows: number;
}

async function* counted(source: Source, progress: RunProgress): AsyncGenerator<readonly SourceRow[]> {
  for await (const chunk of source.rows()) {
    progress.rowsRead += chunk.length;
    yield chunk;
  }
}

async function readFirstRows({ prepared }: Run): Promise<readonly FirstRow[]> {
  const source = await prepared.source.open();
  return firstRows(source, prepared.newMapping()).finally(() => source.close());
}
