import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Counterfoil } from '../../client/index.ts';
import { publicOperations } from '../../shared/operations/index.ts';
import { fingerprintOf } from './fingerprint.ts';
import { ImportError } from './importError.ts';
import { importRows } from './importRows.ts';
import { chooseMapping, type Mapping, type MappingOptions, type Resource } from './mapping/index.ts';
import type { RunState } from './progress.ts';
import type { Identity } from './record/journal.ts';
import { type RecordPaths, RunRecord } from './record/runRecord.ts';
import { BatchSender } from './sending/batchSender.ts';
import { type CustomerIdents, DeliveryAddresses } from './sending/deliveryAddresses.ts';
import { DryRun } from './sending/dryRun.ts';
import type { RowImporter } from './sending/rowImporter.ts';
import { type OnExisting, SourcedRecords } from './sending/sourcedRecords.ts';
import { Window } from './sending/window.ts';
import { openSource, type Source, type Options as SourceOptions } from './source/source.ts';
import type { Summary } from './summary.ts';
import type { Tally } from './tally.ts';

/** What an import is to do. */
export interface ImportSettings {
  readonly resource: Resource;
  readonly source: SourceOptions;
  readonly mapping: MappingOptions;
  readonly onExisting: OnExisting;
  /** Customers by their external ident, for addresses that name them so. */
  readonly customers: CustomerIdents;
  /** Where those come from. */
  readonly customersFile: string | undefined;
  /** Where to write the idents of the records. */
  readonly idents: string | undefined;
  readonly restart: boolean;
  readonly patienceMs: number;
  /** The service and who calls it; none for a dry run. */
  readonly target: { readonly client: Counterfoil; readonly name: string } | undefined;
  readonly signal: AbortSignal;
  /** Told when a file is open, and how to ask how far its import is. */
  readonly onOpen: (source: Source, mapping: Mapping, state: () => RunState, isResumed: boolean) => void;
}

const operationOf = {
  customers: 'customer.create',
  addresses: 'address.create',
  articles: 'article.create',
} as const;

/**
 * Imports one file. Resolves to the summary also where the run could not be finished, with the error; throws an
 * ImportError for a file or a mapping that can't be used, before anything is sent.
 */
export async function importFile(
  file: string,
  settings: ImportSettings,
): Promise<{ readonly summary: Summary; readonly error: unknown }> {
  const source = await openSource(file, settings.source);
  try {
    const mapping = chooseMapping(settings.resource, source.columns, settings.mapping);
    const paths = await pathsOf(file, settings);
    const identity = paths.journal ? await identityOf(file, settings) : {};
    const record = await RunRecord.open({ paths, identity, source, restart: settings.restart });
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
  settings: ImportSettings,
): Promise<{ readonly summary: Summary; readonly error: unknown }> {
  const begun = performance.now();
  const rowsBefore = record.tally.rows;
  const window = new Window();
  let waiting: string | undefined;
  const onWaiting = (why: string | undefined) => {
    waiting = why;
  };
  const state = (): RunState => ({
    ...{ tally: record.tally, rowsBefore, waiting },
    ...{ bytesRead: source.bytesRead(), bytes: source.bytes },
  });
  settings.onOpen(source, mapping, state, record.isResumed);
  const importer = importerFor(settings, window, onWaiting);
  const runId = record.id ?? randomUUID();
  const { signal } = settings;
  const error = await importRows(source.rows(), { mapping, importer, record, window, runId, signal }).then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('stopped'),
  );
  await record.close(paths, error === undefined);
  const its = { file: source.name, isDryRun: !settings.target, milliseconds: performance.now() - begun };
  return { summary: summaryOf(its, record.tally, rowsBefore, paths, error === undefined), error };
}

function summaryOf(
  its: Pick<Summary, 'file' | 'isDryRun' | 'milliseconds'>,
  tally: Tally,
  rowsBefore: number,
  paths: RecordPaths,
  isFinished: boolean,
): Summary {
  return {
    ...tally,
    ...its,
    isFinished,
    canGoOn: !isFinished && paths.journal !== undefined,
    milliseconds: Math.round(its.milliseconds),
    rowsPerSecond: Math.round(((tally.rows - rowsBefore) * 1_000) / Math.max(its.milliseconds, 1)),
    refusedFile: tally.refused > 0 ? paths.refused : undefined,
  };
}

function importerFor(
  { resource, target, onExisting, customers, patienceMs, signal }: ImportSettings,
  window: Window,
  onWaiting: (why: string | undefined) => void,
): RowImporter {
  if (!target) return new DryRun(publicOperations[operationOf[resource]], customers);
  const sender = new BatchSender({ client: target.client, window, patienceMs, onWaiting, signal });
  if (resource === 'addresses') return new DeliveryAddresses(sender, customers);
  return new SourcedRecords(resource === 'customers' ? 'customer' : 'article', sender, onExisting);
}

/**
 * Beside the file; standard input has no place, so it is the folder that the command runs in. What can't be read twice has no
 * journal, and a dry run leaves what another run wrote alone.
 */
async function pathsOf(file: string, { resource, target, idents }: ImportSettings): Promise<RecordPaths> {
  const name = file === '-' ? 'stdin' : file;
  if (!target) return { journal: undefined, refused: `${name}.dry-run.refused.csv`, idents: undefined };
  const canBeReadAgain = file !== '-' && (await stat(file)).isFile();
  if (canBeReadAgain) await refuseBesideAnother(file, resource);
  const journal = canBeReadAgain ? journalOf(file, resource) : undefined;
  return { journal, refused: `${name}.refused.csv`, idents };
}

function journalOf(file: string, resource: Resource): string {
  return `${file}.${resource}.journal`;
}

/** Imports of one file share the file of refused rows. */
async function refuseBesideAnother(file: string, resource: Resource): Promise<void> {
  for (const other of ['customers', 'addresses', 'articles'] as const)
    if (other !== resource && existsSync(journalOf(file, other)))
      throw new ImportError(
        `an import of ${other} from ${file} was not finished: finish it first, or remove ${journalOf(file, other)}`,
      );
}

/** What must be the same for a run to go on with another one's journal. */
async function identityOf(
  file: string,
  { resource, target, mapping, onExisting, source, idents, customersFile }: ImportSettings,
): Promise<Identity> {
  return {
    resource,
    service: target?.name,
    mapping: JSON.stringify(mapping),
    ...(mapping.file && { 'mapping file': await fingerprintOf(mapping.file) }),
    ...(customersFile && { 'file of --customers': await fingerprintOf(customersFile) }),
    'on-existing': onExisting,
    reading: JSON.stringify(source),
    idents,
    file: await fingerprintOf(file),
  };
}
