import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { AppendedFile, jsonLine } from '../journal/appendedFile.ts';
import { differences, type Identity } from '../journal/journal.ts';
import { ImportError } from '../source/importError.ts';
import type { BatchPlan } from './batchPlans.ts';

interface Head {
  readonly plan: 1;
  /** Time at which the dry run compared the records, as ISO 8601. */
  readonly at: string;
  readonly identity: Identity;
}

interface Line {
  readonly batch: number;
  readonly plan: BatchPlan;
}

/** Writes what a dry run found, so that the import does exactly that. The file appears when it is complete. */
export class PlanWriter {
  readonly #path: string;
  readonly #file: AppendedFile;
  /** Last write, for which the next one waits. */
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, file: AppendedFile) {
    this.#path = path;
    this.#file = file;
  }

  /** Throws an ImportError when the file exists and is not a plan. */
  static async open(path: string, identity: Identity): Promise<PlanWriter> {
    const lines = linesOf(path);
    await headOf(path, lines);
    await lines.return(undefined);
    const head: Head = { plan: 1, at: new Date().toISOString(), identity };
    return new PlanWriter(path, await AppendedFile.open(`${path}.part`, 0, jsonLine(head)));
  }

  /** Resolves when the plan of a batch is on disk. */
  write(batch: number, plan: BatchPlan): Promise<void> {
    const line: Line = { batch, plan };
    this.#last = this.#last.then(() => this.#file.append(jsonLine(line)));
    return this.#last;
  }

  /** Replaces the plan of an earlier dry run, but only after a finished one. */
  async close(isFinished: boolean): Promise<void> {
    await this.#last;
    await this.#file.close();
    if (isFinished) await rename(`${this.#path}.part`, this.#path);
    else await rm(`${this.#path}.part`, { force: true });
  }
}

export class PlanFile {
  readonly at: string;
  readonly #lines: AsyncGenerator<string>;
  /** Plans of batches that were read before they are needed: a dry run finishes batches in any order. */
  readonly #read = new Map<number, BatchPlan>();
  /** Last read, for which the next one waits. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #path: string;

  private constructor(path: string, at: string, lines: AsyncGenerator<string>) {
    this.#path = path;
    this.at = at;
    this.#lines = lines;
  }

  /** Throws an ImportError when there is no plan, or one of another file or other options. */
  static async open(path: string, identity: Identity): Promise<PlanFile> {
    const lines = linesOf(path);
    const head = await headOf(path, lines);
    const different = head ? differences(head.identity, identity) : [];
    if (head && different.length === 0) return new PlanFile(path, head.at, lines);
    await lines.return(undefined);
    throw new ImportError(
      head
        ? `--plan ${path} is of another import: ${different.join(', ')} differs from it`
        : `--plan ${path} does not exist: write it with --dry-run and --plan`,
    );
  }

  /** Takes batches in ascending order. Throws an ImportError when the plan has no such batch. */
  planOf(batch: number): Promise<BatchPlan> {
    const plan = this.#last.then(() => this.#readUntil(batch));
    this.#last = plan.catch(() => {});
    return plan;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#lines.return(undefined);
  }

  async #readUntil(batch: number): Promise<BatchPlan> {
    // Earlier batches that nobody asked for were done by an earlier run.
    for (const before of this.#read.keys()) if (before < batch) this.#read.delete(before);
    for (;;) {
      const plan = this.#read.get(batch);
      this.#read.delete(batch);
      if (plan) return plan;
      const { done, value } = await this.#lines.next();
      if (done)
        throw new ImportError(
          `--plan ${this.#path} is not complete: make another dry run, or leave out --plan`,
        );
      const line = parsed(this.#path, value) as Line;
      if (line.batch >= batch) this.#read.set(line.batch, line.plan);
    }
  }
}

/**
 * Yields nothing if there is no file. Lines are read on demand: each is the plan of a batch, and `readline` reads up to a
 * thousand of them ahead.
 */
async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  let start = '';
  try {
    for await (const text of createReadStream(path, 'utf8')) {
      const [first = '', ...others] = (text as string).split('\n');
      start += first;
      if (others.length === 0) continue;
      yield start;
      start = others.pop() ?? '';
      yield* others;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (start !== '') yield start;
}

/** Resolves to undefined if there is no file, or an empty one. Throws an ImportError for a file that is not a plan. */
async function headOf(path: string, lines: AsyncGenerator<string>): Promise<Head | undefined> {
  const { done, value } = await lines.next();
  if (done) return undefined;
  const head = parsed(path, value) as Partial<Head> | null;
  if (head?.plan === 1) return head as Head;
  throw notAPlan(path);
}

function parsed(path: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw notAPlan(path);
  }
}

function notAPlan(path: string): ImportError {
  return new ImportError(`--plan ${path} is not the plan of a dry run: choose another file`);
}
