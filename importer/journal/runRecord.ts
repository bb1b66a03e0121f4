import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Lock } from '../../shared/runtime/process/lock.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import { AppendedFile, type ResultFile } from './appendedFile.ts';
import { identsFile, sizeOfIdents } from './identsFile.ts';
import { type Identity, Journal, lockJournal, type Sizes } from './journal.ts';
import type { RecordPaths } from './recordPaths.ts';
import { recordsFile } from './recordsFile.ts';
import { type RefusedSource, refusedFiles } from './refusedFiles.ts';
import { type Handled, shownChange } from './rowOutcome.ts';
import type { Run, RunHistory, RunStart } from './runs.ts';
import { addTally, emptyTally, hasChanges, type Tally, tallyOf } from './tally.ts';

export interface RecordOptions {
  readonly paths: RecordPaths;
  readonly identity: Identity;
  readonly source: RefusedSource;
  readonly restart: boolean;
  /** Undefined for a dry run. */
  readonly history: HistoryOptions | undefined;
}

interface HistoryOptions {
  readonly runs: RunHistory;
  readonly start: RunStart;
}

interface OpenResult {
  readonly result: ResultFile;
  readonly file: AppendedFile;
}

interface RecordFiles {
  readonly run: Run | undefined;
  readonly locks: readonly Lock[];
  readonly journal: Journal | undefined;
  readonly results: readonly OpenResult[];
}

/**
 * Records the results of rows on disk: refused rows, idents, and the journal, which has the valid sizes of these files.
 * After a kill between these writes, the next run cuts the files back to those sizes, and writes the same lines again.
 */
export class RunRecord {
  /** Counts all batches that are done, also those of earlier runs. */
  readonly tally: Tally = emptyTally();
  readonly #files: RecordFiles;
  /** Last write, for which the next one waits. */
  #last: Promise<void> = Promise.resolve();

  private constructor(files: RecordFiles) {
    this.#files = files;
    if (files.journal) addTally(this.tally, files.journal.tallyBefore);
  }

  /** Opens the files, and continues those of an interrupted run. Throws ImportError when that is impossible. */
  static async open({ paths, identity, source, restart, history }: RecordOptions): Promise<RunRecord> {
    const locks: Lock[] = [];
    if (paths.journal) locks.push(await lockJournal(paths.journal));
    let journal: Journal | undefined;
    const results: OpenResult[] = [];
    try {
      if (paths.idents) await sizeOfIdents(paths.idents); // throws before anything is written
      journal = paths.journal ? await Journal.open(paths.journal, identity, restart) : undefined;
      const sizes = journal?.isNew === false ? journal.sizes : undefined;
      const isContinued = sizes !== undefined;
      const run = await history?.runs.begin(journal?.id ?? randomUUID(), isContinued, history.start);
      // An import from standard input has no journal, and an undo must see that it is running.
      if (run && history) locks.push(await history.runs.lock(run));
      const kept = [
        ...(await resultFiles(paths, source, sizes)),
        ...(run && history ? [recordsFile(history.runs.recordsOf(run), sizes?.records ?? 0)] : []),
      ];
      for (const result of kept)
        results.push({ result, file: await AppendedFile.open(result.path, result.length, result.head) });
      return new RunRecord({ locks, journal, results, run });
    } catch (error) {
      for (const { file } of results) await file.close();
      await journal?.close();
      for (const lock of locks) await lock.release();
      throw error;
    }
  }

  /** Undefined for a dry run, and for a file that can't be read again. */
  get journal(): Journal | undefined {
    return this.#files.journal;
  }

  /** Undefined for a dry run. */
  get run(): Run | undefined {
    return this.#files.run;
  }

  isDone(batch: number): boolean {
    return this.#files.journal?.isDone(batch) ?? false;
  }

  /** Resolves when the results of a batch are on disk. */
  done(batch: number, handled: readonly Handled[]): Promise<void> {
    this.#last = this.#last.then(() => this.#write(batch, handled));
    return this.#last;
  }

  async #write(batch: number, handled: readonly Handled[]): Promise<void> {
    const { journal, results } = this.#files;
    const tally = tallyOf(handled);
    for (const { result, file } of results) await file.append(result.linesOf(handled));
    const sizes = Object.fromEntries(results.map(({ result, file }) => [result.name, file.size]));
    await journal?.done(batch, tally, sizes);
    addTally(this.tally, tally);
  }

  /** Closes the files. Removes the journal of a finished run, and files that nobody needs, unless the run can be continued. */
  async close({ journal: path }: RecordPaths, isFinished: boolean, mayHaveWritten = false): Promise<void> {
    await this.#last.catch(() => {}); // the caller of `done` was given the error
    const { journal, results } = this.#files;
    const isOver = isFinished || (this.tally.rows === 0 && !mayHaveWritten) || path === undefined;
    await journal?.close();
    for (const { result, file } of results) {
      await file.close();
      if (isOver && !result.isNeeded(this.tally)) await rm(result.path, { force: true });
    }
    if (isOver && path !== undefined) await rm(path, { force: true });
  }

  /** Lets others use the files. Must be called last. */
  async release(): Promise<void> {
    for (const lock of this.#files.locks) await lock.release();
  }
}

async function resultFiles(
  paths: RecordPaths,
  source: RefusedSource,
  sizes: Sizes | undefined,
): Promise<readonly ResultFile[]> {
  return [
    ...(await refusedFiles(paths, source, sizes)),
    ...(paths.idents ? [await identsFile(paths.idents, sizes?.idents)] : []),
    ...(paths.changes ? [changesFile(paths.changes)] : []),
  ];
}

const changeColumns = ['line', 'ident', 'field', 'stored', 'in the file', 'action'];

/** Has a line for each field that an import would change, or keep although the file has another value. */
function changesFile(path: string): ResultFile {
  return {
    name: 'changes',
    path,
    head: byteOrderMark + csvLines([changeColumns]),
    length: 0,
    linesOf: (handled) =>
      csvLines(
        handled.flatMap(({ row, outcome }) => {
          if (outcome.kind !== 'updated' && outcome.kind !== 'existed') return [];
          const action = outcome.kind === 'updated' ? 'update' : 'keep';
          const { ident, changes = [] } = outcome;
          return changes
            .map(shownChange)
            .map(({ field, from, to }) => [`${row.line}`, ident, field, from, to, action]);
        }),
      ),
    isNeeded: hasChanges,
  };
}
