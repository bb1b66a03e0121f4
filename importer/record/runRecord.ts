import { rename, rm } from 'node:fs/promises';
import { Lock } from '../../shared/process/lock.ts';
import { ImportError } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import { AppendedFile } from './appendedFile.ts';
import type { Identity } from './identity.ts';
import { identLines, openIdents, sizeOfIdents } from './idents.ts';
import { Journal } from './journal.ts';
import type { Handled } from './outcome.ts';
import type { RecordPaths } from './recordPaths.ts';
import { RefusedRows } from './refusedRows.ts';
import { addTally, emptyTally, type Tally, tallyOf } from './tally.ts';

export interface RecordOptions {
  readonly paths: RecordPaths;
  readonly identity: Identity;
  readonly source: Pick<Source, 'columns' | 'description'>;
  readonly restart: boolean;
}

/**
 * Records the results of rows on disk: refused rows, idents, and the journal, which has the valid sizes of both files.
 * A run that was killed between these writes is cut back to those sizes, and writes the same lines again.
 */
export class RunRecord {
  readonly tally: Tally;
  readonly #lock: Lock | undefined;
  readonly #journal: Journal | undefined;
  readonly #refused: AppendedFile;
  readonly #idents: AppendedFile | undefined;
  readonly #refusedRows: RefusedRows;
  /** The last write: writes happen one after the other. */
  #last: Promise<void> = Promise.resolve();

  private constructor(parts: {
    readonly lock: Lock | undefined;
    readonly journal: Journal | undefined;
    readonly refused: AppendedFile;
    readonly idents: AppendedFile | undefined;
    readonly refusedRows: RefusedRows;
  }) {
    this.#lock = parts.lock;
    this.#journal = parts.journal;
    this.#refused = parts.refused;
    this.#idents = parts.idents;
    this.#refusedRows = parts.refusedRows;
    this.tally = emptyTally();
    if (parts.journal) addTally(this.tally, parts.journal.tally);
  }

  /** Opens the files, and continues those of an interrupted run. Throws ImportError when that is impossible. */
  static async open({ paths, identity, source, restart }: RecordOptions): Promise<RunRecord> {
    const lock = paths.journal
      ? await Lock.take(`${paths.journal}.lock`, 'the same file is being imported')
      : undefined;
    try {
      return await RunRecord.#open({ paths, identity, source, restart }, lock);
    } catch (error) {
      await lock?.release();
      throw error;
    }
  }

  static async #open(
    { paths, identity, source, restart }: RecordOptions,
    lock: Lock | undefined,
  ): Promise<RunRecord> {
    if (paths.idents) await sizeOfIdents(paths.idents); // before anything is written
    const journal = paths.journal ? await Journal.open(paths.journal, identity, restart) : undefined;
    if (journal?.isNew ?? true) await keep(paths.refused);
    const refusedRows = new RefusedRows(source.columns, source.description.delimiter);
    const refused = await AppendedFile.open(paths.refused, journal?.sizes.refused ?? 0);
    if (refused.size === 0) await refused.append(refusedRows.head());
    const idents = paths.idents ? await openIdents(paths.idents, journal?.sizes.idents) : undefined;
    return new RunRecord({ lock, journal, refused, idents, refusedRows });
  }

  /** The id of the import, for idempotency keys; undefined without a journal. */
  get id(): string | undefined {
    return this.#journal?.id;
  }

  /** Whether earlier runs did some of the batches. */
  get isResumed(): boolean {
    return this.#journal?.isResumed ?? false;
  }

  /** Whether an earlier run did this batch. */
  isDone(batch: number): boolean {
    return this.#journal?.isDone(batch) ?? false;
  }

  /** Resolves when the results of a batch are on disk. */
  done(batch: number, handled: readonly Handled[]): Promise<void> {
    this.#last = this.#last.then(() => this.#write(batch, handled));
    return this.#last;
  }

  async #write(batch: number, handled: readonly Handled[]): Promise<void> {
    const tally = tallyOf(handled.map(({ outcome }) => outcome));
    const lines = this.#refusedRows.lines(handled);
    if (lines !== '') await this.#refused.append(lines);
    const idents = this.#idents ? identLines(handled) : '';
    if (idents !== '') await this.#idents?.append(idents);
    const sizes = { refused: this.#refused.size, idents: this.#idents?.size ?? 0 };
    await this.#journal?.done(batch, tally, sizes);
    addTally(this.tally, tally);
  }

  /** Closes the files. After a finished run, removes the journal, and the file of refused rows if there are none. */
  async close(paths: RecordPaths, isFinished: boolean): Promise<void> {
    await this.#last.catch(() => {}); // its caller was given the error
    await Promise.all([this.#journal?.close(), this.#refused.close(), this.#idents?.close()]);
    const isOver = isFinished || this.tally.rows === 0;
    if (isOver && paths.journal) await rm(paths.journal, { force: true });
    if (isOver && this.tally.refused === 0) await rm(paths.refused, { force: true });
    await this.#lock?.release();
  }
}

/** Keeps the refused rows of an earlier import: somebody may be fixing them. */
async function keep(path: string): Promise<void> {
  await rename(path, `${path}.previous`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new ImportError(`${path} can't be written (${error.code})`);
  });
}
