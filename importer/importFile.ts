import { randomUUID } from 'node:crypto';
import type { Counterfoil } from '../client/index.ts';
import { publicOperations } from '../shared/operations/index.ts';
import { ImportError } from './importError.ts';
import { importRows } from './importRows.ts';
import { chooseMapping, type Mapping, type MappingOptions, type Resource } from './mapping/index.ts';
import type { RunState } from './progress.ts';
import { type RecordPaths, RunRecord } from './record/runRecord.ts';
import { identityOf, pathsOf } from './runPlace.ts';
import { BatchSender } from './sending/batchSender.ts';
import { type CustomerIdents, DeliveryAddresses } from './sending/deliveryAddresses.ts';
import { DryRun } from './sending/dryRun.ts';
import type { RowImporter } from './sending/rowImporter.ts';
import { type OnExisting, SourcedRecords } from './sending/sourcedRecords.ts';
import { Window } from './sending/window.ts';
import { openSource, type Source, type Options as SourceOptions, type SourceRow } from './source/source.ts';
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
  readonly maxWaitMs: number;
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
    refuseUnknownCustomers(mapping, settings);
    const paths = await pathsOf(file, settings);
    const identity = paths.journal ? await identityOf(file, settings) : {};
    const record = await RunRecord.open({ paths, identity, source, restart: settings.restart });
    return await run(source, mapping, record, paths, settings);
  } finally {
    await source.close();
  }
}

async function* counted(chunks: AsyncIterable<readonly SourceRow[]>, onRead: (rows: number) => unknown) {
  for await (const rows of chunks) {
    onRead(rows.length);
    yield rows;
  }
}

async function run(
  source: Source,
  mapping: Mapping,
  record: RunRecord,
  paths: RecordPaths,
  settings: ImportSettings,
): Promise<{ readonly summary: Summary; readonly error: unknown }> {
  const startedAt = performance.now();
  const rowsBefore = record.tally.rows;
  let rowsRead = 0;
  let waiting: string | undefined;
  const onWaiting = (why: string | undefined) => {
    waiting = why;
  };
  const state = (): RunState => ({
    ...{ tally: record.tally, rowsBefore, rowsRead, waiting },
    ...{ bytesRead: source.bytesRead(), bytes: source.bytes },
  });
  const window = new Window();
  settings.onOpen(source, mapping, state, record.isResumed);
  const importer = importerFor(settings, window, onWaiting);
  const runId = record.id ?? randomUUID();
  const stages = { mapping, importer, record, window, runId, signal: settings.signal };
  const rows = counted(source.rows(), (count) => (rowsRead += count));
  const error = await importRows(rows, stages).then(
    () => undefined,
    (thrown: unknown) => thrown ?? new Error('stopped'),
  );
  await record.close(paths, error === undefined);
  const its = { file: source.name, isDryRun: !settings.target, milliseconds: performance.now() - startedAt };
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
    canGoOn: !isFinished && paths.journal !== undefined && tally.rows > 0,
    milliseconds: Math.round(its.milliseconds),
    rowsPerSecond: Math.round(((tally.rows - rowsBefore) * 1_000) / Math.max(its.milliseconds, 1)),
    refusedFile: tally.refused > 0 ? paths.refused : undefined,
  };
}

/** Without the file that tells them, every row would be refused for the same reason. */
function refuseUnknownCustomers({ description }: Mapping, { customersFile }: ImportSettings): void {
  const named = description.fields.find(({ field }) => field === 'customer_external_ident');
  if (!named || customersFile) return;
  throw new ImportError(
    `the addresses name their customers by ${named.from}: give --customers the file that the import of the customers wrote with --idents`,
  );
}

function importerFor(
  { resource, target, onExisting, customers, maxWaitMs, signal }: ImportSettings,
  window: Window,
  onWaiting: (why: string | undefined) => void,
): RowImporter {
  if (!target) return new DryRun(publicOperations[operationOf[resource]], customers);
  const sender = new BatchSender({ client: target.client, window, maxWaitMs, onWaiting, signal });
  if (resource === 'addresses') return new DeliveryAddresses(sender, customers);
  return new SourcedRecords(resource === 'customers' ? 'customer' : 'article', sender, onExisting);
}
