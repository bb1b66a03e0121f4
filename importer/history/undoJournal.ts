import { open, rm } from 'node:fs/promises';
import { AppendedFile, completeLines, jsonLine } from '../journal/appendedFile.ts';
import type { Run, RunHistory } from '../journal/runs.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import type { Left, UndoPlan } from './undoPlan.ts';

export interface UndoCounts {
  removed: number;
  restored: number;
  /** Records that the run deleted, and that have a new ident now. */
  recreated: number;
  /** Records that somebody had deleted before. */
  gone: number;
  left: number;
}

export function emptyCounts(): UndoCounts {
  return { removed: 0, restored: 0, recreated: 0, gone: 0, left: 0 };
}

export interface UndoneBatch {
  readonly counts: UndoCounts;
  readonly left: readonly Left[];
  /** Versions that the undo gave to records, and those from before the undone changes, which have the same values. */
  readonly restored: readonly (readonly [ident: string, version: string, was: string])[];
}

export type UndoLine = { readonly batch: number } & UndoneBatch;

interface PlannedBatch {
  readonly batch: number;
  readonly plan: UndoPlan;
}

/** File of the results of an undo; each one after the first reverts what the one before left. */
export function undoFile(history: RunHistory, run: Run, undo: number): string {
  return history.fileOf(run, undo === 1 ? 'undo.jsonl' : `undo.${undo}.jsonl`);
}

/** File of what an undo has to revert. */
export function entriesFile(history: RunHistory, run: Run, undo: number): string {
  return undo === 1 ? history.recordsOf(run) : history.fileOf(run, `left.${undo - 1}.jsonl`);
}

/** Records the plan of each batch before it is sent, and its result, so that an undo that was killed goes on where it was. */
export class UndoJournal {
  readonly counts = emptyCounts();
  readonly #path: string;
  readonly #done = new Set<number>();
  readonly #results: AppendedFile;
  readonly #plans: AppendedFile;
  /** Plans that were sent, at least in part, and have no result. */
  readonly #open = new Map<number, UndoPlan>();

  private constructor(path: string, results: AppendedFile, plans: AppendedFile) {
    this.#path = path;
    this.#results = results;
    this.#plans = plans;
  }

  static async open(path: string): Promise<UndoJournal> {
    const results = await AppendedFile.open(path, await completeBytes(path));
    const plans = await AppendedFile.open(plansOf(path), await completeBytes(plansOf(path)));
    const journal = new UndoJournal(path, results, plans);
    for await (const { text } of completeLines(path)) journal.#note(JSON.parse(text));
    for await (const { text } of completeLines(plansOf(path))) {
      const { batch, plan }: PlannedBatch = JSON.parse(text);
      if (!journal.isDone(batch)) journal.#open.set(batch, plan);
    }
    return journal;
  }

  #note({ batch, counts }: UndoLine): void {
    this.#done.add(batch);
    for (const name of Object.keys(this.counts) as (keyof UndoCounts)[]) this.counts[name] += counts[name];
  }

  get done(): number {
    return this.#done.size;
  }

  isDone(batch: number): boolean {
    return this.#done.has(batch);
  }

  /** Undefined if the batch was not planned before. */
  planOf(batch: number): UndoPlan | undefined {
    return this.#open.get(batch);
  }

  /** Resolves when the plan is on disk. */
  async plan(batch: number, plan: UndoPlan): Promise<void> {
    await this.#plans.append(jsonLine({ batch, plan } satisfies PlannedBatch));
  }

  /** Resolves when the result is on disk. */
  async add(line: UndoLine): Promise<void> {
    await this.#results.append(jsonLine(line));
    this.#note(line);
  }

  /** Plans are needed until all batches are done. */
  async close(isFinished: boolean): Promise<void> {
    await this.#results.close();
    await this.#plans.close();
    if (isFinished) await rm(plansOf(this.#path), { force: true });
  }

  async *left(): AsyncGenerator<Left> {
    for await (const { text } of completeLines(this.#path)) {
      const { left }: UndoLine = JSON.parse(text);
      yield* left;
    }
  }
}

function plansOf(path: string): string {
  return `${path}.plans`;
}

async function completeBytes(path: string): Promise<number> {
  let bytes = 0;
  for await (const { end } of completeLines(path)) bytes = end;
  return bytes;
}

const columns = ['title', 'number', 'ident', 'reason', 'changed', 'field', 'before', 'run', 'now'];

/** Writes what an undo left: `csvPath` for people, and `entriesPath` for the next undo of the run. */
export async function writeLeft(
  journal: UndoJournal,
  csvPath: string,
  entriesPath: string,
  onLeft: (left: Left) => void,
): Promise<void> {
  const csv = await open(csvPath, 'w', 0o600);
  const entries = await open(entriesPath, 'w', 0o600);
  try {
    await csv.appendFile(byteOrderMark + csvLines([columns]));
    for await (const left of journal.left()) {
      onLeft(left);
      await csv.appendFile(csvLines(rowsOf(left)));
      await entries.appendFile(jsonLine(left.entry));
    }
    await entries.datasync();
  } finally {
    await csv.close();
    await entries.close();
  }
}

/** One row for each field that has another value than the run wrote, or may have; one for a record without such a field. */
function rowsOf({ title, number, ident, reason, changedAt = '', differences }: Left): readonly string[][] {
  const start = [title, number, ident, reason, changedAt];
  if (differences.length === 0) return [[...start, '', '', '', '']];
  return differences.map(({ field, before, run, now = '' }) => [...start, field, before, run, now]);
}
