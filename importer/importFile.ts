import { randomUUID } from 'node:crypto';
import { importRows } from './importRows.ts';
import type { ImportSettings } from './importSettings.ts';
import { type FirstRow, firstRows, mostAreNew, samplesOf } from './plan/firstRows.ts';
import type { Prepared } from './prepare.ts';
import { RepeatedRows } from './questions/repeatedRows.ts';
import { type Summary, summaryOf } from './report/summary.ts';
import { closeRunFiles, openRunFiles, type RunFiles } from './runFiles.ts';
import { chooseRowImporter } from './send/chooseRowImporter.ts';
import { BatchSender } from './service/batchSender.ts';
import { openSource, type Source } from './source/source.ts';
import type { SourceRow } from './source/sourceRow.ts';

export interface ImportEnd {
  readonly summary: Summary;
  readonly error: unknown;
}

interface Run {
  readonly prepared: Prepared;
  readonly settings: ImportSettings;
  readonly source: Source;
  readonly files: RunFiles;
  /** Rows of earlier runs. */
  readonly rowsBefore: number;
}

/**
 * Imports one file: cuts its rows into batches, then maps, plans, sends and records several batches at once. A dry run
 * writes nothing to the service. Resolves also when the run could not be finished. Throws an ImportError, before anything
 * is sent, when the file can't be imported with these settings.
 */
export async function importFile(prepared: Prepared, settings: ImportSettings): Promise<ImportEnd> {
  const { path, name } = prepared.source;
  const source = await openSource(path, settings.source, name);
  try {
    const files = await openRunFiles(prepared, source, settings);
    const { record, paths } = files;
    const rowsBefore = record.tally.rows;
    const startedAt = performance.now();
    const error = await importAll({ prepared, settings, source, files, rowsBefore }).then(
      () => undefined,
      (thrown: unknown) =>
        thrown ?? new Error('the import was stopped: run the same command again to continue'),
    );
    const isFinished = error === undefined;
    await closeRunFiles(files, isFinished);
    const milliseconds = prepared.milliseconds + performance.now() - startedAt;
    const ending = {
      file: source.name,
      isDryRun: settings.rows.isDryRun,
      isCompared: settings.target !== undefined,
      isFinished,
      milliseconds,
    };
    const summary = summaryOf(ending, record.tally, rowsBefore, paths);
    settings.reporter.ended(summary);
    return { summary, error };
  } finally {
    await source.close();
  }
}

/** Batches in flight without a service, which limits them otherwise. */
const maxOffline = 4;

async function importAll(run: Run): Promise<void> {
  const { prepared, settings, source, files, rowsBefore } = run;
  const { rows, customers, signal, target, maxWaitMs } = settings;
  const { record, planFile } = files;
  const mapping = prepared.newMapping();
  const { onRepeat = mapping.takesFirst ? 'first' : 'refuse' } = settings;
  let waiting: string | undefined;
  let rowsRead = 0;
  const onWaiting = (why: string | undefined) => {
    waiting = why;
  };
  async function* counted(): AsyncGenerator<readonly SourceRow[]> {
    for await (const chunk of source.rows()) {
      rowsRead += chunk.length;
      yield chunk;
    }
  }
  const sender = target && new BatchSender({ client: target.client, maxWaitMs, onWaiting, signal });
  const runId = record.journal?.id ?? randomUUID();
  const first = await readFirstRows(run);
  const isBeginning = rowsBefore === 0 && !planFile;
  const firstBatch = { key: `${runId}.first`, name: source.name };
  const isNew = isBeginning && (!sender || (await mostAreNew(first, rows, mapping, sender, firstBatch)));
  settings.reporter.opened({
    source,
    mapping,
    repeats: prepared.repeats,
    isResumed: record.journal?.isResumed ?? false,
    planAt: planFile?.at,
    samples: rows.isDryRun ? samplesOf(rows.resource, first) : [],
    state: () => ({
      tally: record.tally,
      rowsBefore,
      rowsRead,
      waiting,
      bytes: source.bytes,
      bytesRead: source.bytesRead(),
    }),
  });
  await importRows(counted(), {
    mapping,
    record,
    maxInFlight: () => sender?.maxInFlight ?? maxOffline,
    runId,
    signal,
    importer: chooseRowImporter(rows, { ...files, mapping, customers, mostAreNew: isNew }, sender),
    repeated: new RepeatedRows(prepared.repeats, onRepeat),
  });
}

async function readFirstRows({ prepared, settings }: Run): Promise<readonly FirstRow[]> {
  const { path, name } = prepared.source;
  const source = await openSource(path, settings.source, name);
  return firstRows(source, prepared.newMapping()).finally(() => source.close());
}
