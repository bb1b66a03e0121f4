import { randomUUID } from 'node:crypto';
import { type FirstRow, firstRows, mostAreNew, samplesOf } from './firstRows.ts';
import { importRows } from './importRows.ts';
import type { ImportSettings } from './importSettings.ts';
import type { Mapping } from './mapping/mapping.ts';
import { keyOf, type Prepared } from './prepare.ts';
import type { RunState } from './report/progress.ts';
import { type Summary, summaryOf } from './report/summary.ts';
import { chooseRowImporter } from './rows/chooseRowImporter.ts';
import { RepeatedRows } from './rows/repeatedRows.ts';
import { closeRunFiles, openRunFiles, type RunFiles } from './runFiles.ts';
import { BatchSender } from './sending/batchSender.ts';
import { openSource, type Source } from './source/source.ts';
import type { SourceRow } from './source/sourceRow.ts';

export interface ImportEnd {
  readonly summary: Summary;
  readonly error: unknown;
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
    return await new Run(prepared, settings, source, files).toEnd();
  } finally {
    await source.close();
  }
}

class Run {
  readonly #prepared: Prepared;
  readonly #settings: ImportSettings;
  readonly #source: Source;
  readonly #files: RunFiles;
  readonly #rowsBefore: number;
  #waiting: string | undefined;
  #rowsRead = 0;

  constructor(prepared: Prepared, settings: ImportSettings, source: Source, files: RunFiles) {
    this.#prepared = prepared;
    this.#settings = settings;
    this.#source = source;
    this.#files = files;
    this.#rowsBefore = files.record.tally.rows;
  }

  async toEnd(): Promise<ImportEnd> {
    const { record, paths } = this.#files;
    const startedAt = performance.now();
    const error = await this.#importAll().then(
      () => undefined,
      (thrown: unknown) => thrown ?? new Error('stopped'),
    );
    const isFinished = error === undefined;
    await closeRunFiles(this.#files, isFinished);
    const ending = {
      file: this.#source.name,
      isDryRun: this.#settings.rows.isDryRun,
      isFinished,
      milliseconds: this.#prepared.milliseconds + performance.now() - startedAt,
    };
    const summary = summaryOf(ending, record.tally, this.#rowsBefore, paths);
    this.#settings.reporter.ended(summary);
    return { summary, error };
  }

  async #importAll(): Promise<void> {
    const { rows, customers, signal, mapping: options } = this.#settings;
    const { record, planFile } = this.#files;
    const mapping = this.#prepared.newMapping();
    const sender = this.#sender();
    const runId = record.id ?? randomUUID();
    const first = await this.#firstRows();
    const isBeginning = this.#rowsBefore === 0 && !planFile;
    const isNew =
      isBeginning &&
      (!sender ||
        (await mostAreNew(first, rows, mapping, sender, { key: `${runId}.first`, name: this.#source.name })));
    this.#open(mapping, first);
    const parts = { ...this.#files, mapping, customers, mostAreNew: isNew };
    await importRows(this.#rows(), {
      mapping,
      record,
      isWaiting: () => this.#waiting !== undefined,
      runId,
      signal,
      importer: chooseRowImporter(rows, parts, sender),
      repeated: this.#repeatedRows(mapping.takesFirst, options.match ?? 'external_ident'),
    });
  }

  #open(mapping: Mapping, first: readonly FirstRow[]): void {
    const { rows, reporter } = this.#settings;
    const { record, planFile } = this.#files;
    reporter.opened({
      source: this.#source,
      mapping,
      repeats: this.#prepared.repeats,
      isResumed: record.isResumed,
      planAt: planFile?.at,
      samples: rows.isDryRun ? samplesOf(rows.resource, first) : [],
      state: () => this.#state(),
    });
  }

  #repeatedRows(takesFirst: boolean, field: string): RepeatedRows {
    const { rows, onRepeat = takesFirst ? 'first' : 'refuse' } = this.#settings;
    return new RepeatedRows({
      repeats: this.#prepared.repeats,
      field,
      onRepeat,
      keyOf: keyOf(rows.resource, field),
    });
  }

  #sender(): BatchSender | undefined {
    const { target, maxWaitMs, signal } = this.#settings;
    if (!target) return undefined;
    const onWaiting = (why: string | undefined) => {
      this.#waiting = why;
    };
    return new BatchSender({ client: target.client, maxWaitMs, onWaiting, signal });
  }

  async #firstRows() {
    const { path, name } = this.#prepared.source;
    const source = await openSource(path, this.#settings.source, name);
    return firstRows(source, this.#prepared.newMapping()).finally(() => source.close());
  }

  async *#rows(): AsyncGenerator<readonly SourceRow[]> {
    for await (const rows of this.#source.rows()) {
      this.#rowsRead += rows.length;
      yield rows;
    }
  }

  #state(): RunState {
    const { bytes, bytesRead } = this.#source;
    return {
      tally: this.#files.record.tally,
      rowsBefore: this.#rowsBefore,
      rowsRead: this.#rowsRead,
      waiting: this.#waiting,
      bytes,
      bytesRead: bytesRead(),
    };
  }
}
