import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Lock } from '../../shared/runtime/process/lock.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { ImportError } from '../source/importError.ts';
import { unwritable } from './appendedFile.ts';
import { stateOfJournal } from './journal.ts';
import type { Tally } from './tally.ts';

/** Facts of a run that are known when it begins. */
export interface RunStart {
  /** App and address of the service. */
  readonly target: string;
  /** Path of the imported file; `-` for standard input. */
  readonly file: string;
  readonly resource: Resource;
  /** List that the file is a version of: its path, or the name that the user gave; with what identifies its records. */
  readonly source?: string;
  readonly journal: string | undefined;
}

type RunState = 'started' | 'finished' | 'interrupted' | 'undoing' | 'undone';

export interface Run extends RunStart {
  readonly run: 1;
  /** Counts the runs of a data folder from 1; names the run for people. */
  readonly number: number;
  /** Begins the idempotency keys of the run; the same in its journal. */
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly state: RunState;
  readonly tally?: Tally;
  /** Records that were deleted since the file no longer had them. */
  readonly deleted?: number;
  /** Records that the last undo left as they are. */
  readonly left?: number;
  /** Number of undos that were begun: each one after the first tries again what the one before left. */
  readonly undos?: number;
}

/** The recorded runs of a data folder: each has a folder of its own with `run.json` and `records.jsonl`. */
export class RunHistory {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'imports');
  }

  fileOf({ number }: Pick<Run, 'number'>, name: string): string {
    return path.join(this.#folder, `${number}`, name);
  }

  /** File of what a run did to its records. */
  recordsOf(run: Run): string {
    return this.fileOf(run, 'records.jsonl');
  }

  /** Held by whoever imports or undoes a run. Throws an OperatorError if somebody does. */
  lock(run: Run): Promise<Lock> {
    return Lock.take(this.fileOf(run, 'run.lock'), `run ${run.number} is being imported or undone`);
  }

  /**
   * Continues the run with this id, or records a new one. Throws an ImportError when its undo was interrupted, and when the
   * folder can't be written.
   */
  async begin(id: string, isContinued: boolean, start: RunStart): Promise<Run> {
    const known = isContinued ? (await this.all()).find((run) => run.id === id) : undefined;
    if (known?.state === 'undoing')
      throw new ImportError(
        `run ${known.number} of this file is undone in part: finish it with \`counterfoil import undo ${known.number}\`, and then import the file again`,
      );
    if (known) return known;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const number = await this.#newFolder();
      const startedAt = new Date().toISOString();
      const run: Run = { run: 1, number, id, ...start, startedAt, state: 'started' };
      await this.save(run);
      return run;
    } catch (error) {
      const { message } = unwritable(`the history of imports in ${this.#folder}`, error);
      throw new ImportError(`${message}: set COUNTERFOIL_DATA_DIR to a folder that can be written`);
    }
  }

  async #newFolder(): Promise<number> {
    for (let number = Math.max(0, ...(await this.#numbers())) + 1; ; number += 1)
      if (await isCreated(path.join(this.#folder, `${number}`))) return number;
  }

  async #numbers(): Promise<readonly number[]> {
    if (!existsSync(this.#folder)) return [];
    return (await readdir(this.#folder)).filter((name) => /^\d+$/.test(name)).map(Number);
  }

  /** Replaces what is recorded of a run; resolves when it is on disk. */
  async save(run: Run): Promise<void> {
    const name = this.fileOf(run, 'run.json');
    const file = await open(`${name}.part`, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(run));
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(`${name}.part`, name);
  }

  /** Forgets a run that wrote nothing. */
  async forget(run: Run): Promise<void> {
    await rm(path.dirname(this.fileOf(run, 'run.json')), { recursive: true, force: true });
  }

  /** Resolves to the runs in the order of their beginning. Those that a kill ended have the counts of their journal. */
  async all(): Promise<readonly Run[]> {
    const numbers = (await this.#numbers()).toSorted((one, other) => one - other);
    const runs = await Promise.all(numbers.map((number) => this.#read(number)));
    return runs.flatMap((run) => run ?? []);
  }

  async hasLater(run: Run): Promise<boolean> {
    return (await this.#numbers()).some((number) => number > run.number);
  }

  /** Throws an ImportError when there is no such run. */
  async find(number: number): Promise<Run> {
    const run = await this.#read(number);
    if (run) return run;
    throw new ImportError(
      `there is no run ${number} in ${this.#folder}: \`counterfoil import history\` lists the runs`,
    );
  }

  /** Resolves to undefined for a run that was killed before it was recorded. */
  async #read(number: number): Promise<Run | undefined> {
    const text = await readFile(this.fileOf({ number }, 'run.json'), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const run: Run = JSON.parse(text);
    if (run.state !== 'started' || run.journal === undefined) return run;
    const state = await stateOfJournal(run.journal, run.id);
    return state ? { ...run, tally: state.tally } : run;
  }
}

async function isCreated(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
