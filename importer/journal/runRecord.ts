import { rm } from 'node:fs/promises';
import { Lock } from '../../shared/runtime/process/lock.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import { AppendedFile } from './appendedFile.ts';
import { identLines, openIdents, sizeOfIdents } from './identsFile.ts';
import type { Identity } from './importIdentity.ts';
import { Journal } from './journal.ts';
import type { RecordPaths } from './recordPaths.ts';
import { RefusedFiles, type RefusedSource } from './refusedFiles.ts';
import type { Handled } from './rowOutcome.ts';
import { addTally, emptyTally, hasChanges, type Tally, tallyOf } from './tally.ts';

export interface RecordOptions {
  readonly paths: RecordPaths;
  readonly identity: Identity;
  readonly source: RefusedSource;
  readonly restart: boolean;
}

interface RecordFiles {
  readonly lock: Lock | undefined;
  readonly journal: Journal | undefined;
  readonly refused: RefusedFiles;
  readonly idents: AppendedFile | undefined;
  readonly changes: AppendedFile | undefined;
}

/**
 * Records the results of rows on disk: refused rows, idents, and the journal, which has the valid sizes of these files.
 * After a kill between these writes, the next run cuts the files back to those sizes, and writes the same lines again.
 */
export class RunRecord {
  readonly tally: Tally = emptyTally();
  readonly #files: RecordFiles;
  /** Last write, for which the next one waits. */
  #last: Promise<void> = Promise.resolve();

  private constructor(files: RecordFiles) {
    this.#files = files;
    if (files.journal) addTally(this.tally, files.journal.tally);
  }

  /** Opens the files, and continues those of an interrupted run. Throws ImportError when that is impossible. */
  static async open({ paths, identity, source, restart }: RecordOptions): Promise<RunRecord> {
    const lock = paths.journal
      ? await Lock.take(`${paths.journal}.lock`, 'the same file is being imported')
      : undefined;
    const opened: { close(): Promise<void> }[] = [];
    async function open<File extends { close(): Promise<void> }>(opening: Promise<File>): Promise<File> {
      const file = await opening;
      opened.push(file);
      return file;
    }
    try {
      if (paths.idents) await sizeOfIdents(paths.idents); // throws before anything is written
      const journal = paths.journal ? await open(Journal.open(paths.journal, identity, restart)) : undefined;
      const sizes = journal?.isNew === false ? journal.sizes : undefined;
      const refused = await open(RefusedFiles.open(paths, source, sizes));
      const idents = paths.idents ? await open(openIdents(paths.idents, journal?.sizes.idents)) : undefined;
      const changes = paths.changes ? await open(openChanges(paths.changes)) : undefined;
      return new RunRecord({ lock, journal, refused, idents, changes });
    } catch (error) {
      for (const file of opened) await file.close();
      await lock?.release();
      throw error;
    }
  }

  /** Id of the import, for idempotency keys; undefined without a journal. */
  get id(): string | undefined {
    return this.#files.journal?.id;
  }

  get isNew(): boolean {
    return this.#files.journal?.isNew ?? true;
  }

  get isResumed(): boolean {
    return this.#files.journal?.isResumed ?? false;
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
    const { journal, refused, idents, changes } = this.#files;
    const tally = tallyOf(handled);
    await refused.append(handled);
    if (idents) await idents.append(identLines(handled));
    if (changes) await changes.append(changeLines(handled));
    await journal?.done(batch, tally, { ...refused.sizes, idents: idents?.size ?? 0 });
    addTally(this.tally, tally);
  }

  /** Closes the files. After a finished run, removes the journal, and the file of refused rows if there are none. */
  async close(paths: RecordPaths, isFinished: boolean): Promise<void> {
    await this.#last.catch(() => {}); // the caller of `done` was given the error
    const { lock, journal, refused, idents, changes } = this.#files;
    for (const file of [journal, refused, idents, changes]) await file?.close();
    const isOver = isFinished || this.tally.rows === 0;
    if (isOver && paths.journal) await rm(paths.journal, { force: true });
    if (isOver && this.tally.refused === 0) await refused.remove();
    if (paths.changes && !hasChanges(this.tally)) await rm(paths.changes, { force: true });
    await lock?.release();
  }
}

const changeColumns = ['line', 'ident', 'field', 'stored', 'in the file', 'action'];

/** Replaces the changes that an earlier dry run found. */
function openChanges(path: string): Promise<AppendedFile> {
  return AppendedFile.open(path, 0, byteOrderMark + csvLines([changeColumns]));
}

/** Returns a line for each field that an import would change, or keep although the file has another value. */
function changeLines(handled: readonly Handled[]): string {
  return csvLines(
    handled.flatMap(({ row, outcome }) => {
      if (outcome.kind !== 'updated' && outcome.kind !== 'existed') return [];
      const action = outcome.kind === 'updated' ? 'update' : 'keep';
      const { ident, changes = [] } = outcome;
      return changes.map(({ field, from, to }) => [`${row.line}`, ident, field, from, to, action]);
    }),
  );
}
