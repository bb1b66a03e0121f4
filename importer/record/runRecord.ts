import { rename, rm } from 'node:fs/promises';
import { Lock } from '../../shared/process/lock.ts';
import { ImportError } from '../importError.ts';
import type { Handled } from '../outcome.ts';
import type { Source } from '../source/source.ts';
import { addTally, emptyTally, type Tally, tallyOf } from '../tally.ts';
import { AppendedFile } from './appendedFile.ts';
import { identLines, openIdents, sizeOfIdents } from './idents.ts';
import { type Identity, Journal } from './journal.ts';
import { RefusedRows } from './refusedRows.ts';

/** What a run writes beside its file. */
export interface RecordPaths {
  /** None for standard input, which can't be read twice, and where nothing is sent. */
  readonly journal: string | undefined;
  readonly refused: string;
  /** Where the idents of the records go, if somewhere. */
  readonly idents: string | undefined;
}

export interface RecordOptions {
  readonly paths: RecordPaths;
  readonly identity: Identity;
  readonly source: Pick<Source, 'columns' | 'description'>;
  readonly restart: boolean;
}

/**
 * What has become of the rows so far, on disk: refused rows, idents, and the journal that says how much of both is right.
 * A run that was killed between the two writes the same lines again.
 */
export class RunRecord {
  readonly tally: Tally;
  readonly #lock: Lock | undefined;
  readonly #journal: Journal | undefined;
  readonly #refused: AppendedFile;
  readonly #idents: AppendedFile | undefined;
  readonly #refusedRows: RefusedRows;
  /** Writes happen one after the other. */
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

  /** Opens the files, with what an earlier run left. Throws ImportError when that is impossible. */
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

  /** Names the run for idempotency keys; `undefined` without a journal. */
  get id(): string | undefined {
    return this.#journal?.id;
  }

  /** Whether an earlier run did some of the batches. */
  get isResumed(): boolean {
    return this.#journal?.isResumed ?? false;
  }

  /** Whether an earlier run did this batch. */
  isDone(batch: number): boolean {
    return this.#journal?.isDone(batch) ?? false;
  }

  /** Resolves when the disk knows what became of the rows of a batch. */
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

  /** Closes the files; of a run that came to its end, those that say nothing any more go. */
  async close(paths: RecordPaths, isFinished: boolean): Promise<void> {
    await this.#last.catch(() => {}); // whoever waited for it was told
    await Promise.all([this.#journal?.close(), this.#refused.close(), this.#idents?.close()]);
    const isOver = isFinished || this.tally.rows === 0;
    if (isOver && paths.journal) await rm(paths.journal, { force: true });
    if (isOver && this.tally.refused === 0) await rm(paths.refused, { force: true });
    await this.#lock?.release();
  }
}

/** What an earlier import left to mend may be being mended. */
async function keep(path: string): Promise<void> {
  await rename(path, `${path}.previous`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new ImportError(`${path} can't be written (${error.code})`);
  });
}
