import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RowPlan } from './rowPlan.ts';

/** End of the name of a plan's file: batch 7 of `list.csv.articles.journal` is planned in `list.csv.articles.journal.7`. */
const planEnd = /^\d+(\.taken)?(\.part)?$/;

export type BatchPlan = readonly RowPlan[];

/**
 * Stores the plan of each batch in flight on disk. After a kill, the next run sends the same operations again and gets the
 * same answers, instead of taking its own changes for those of somebody else.
 */
export class BatchPlans {
  readonly #path: string | undefined;
  readonly #isContinued: boolean;
  readonly #written = new Set<string>();

  /** Plans are beside the journal; without one, an import can't be continued. */
  constructor(journal: string | undefined, isContinued: boolean) {
    this.#path = journal;
    this.#isContinued = isContinued;
  }

  async find(batch: string): Promise<BatchPlan | undefined> {
    if (this.#path === undefined || !this.#isContinued) return undefined;
    const text = await readFile(this.#fileOf(batch), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Skips a plan that writes nothing: another run comes to the same one. */
  async save(batch: string, plan: BatchPlan): Promise<void> {
    if (this.#path === undefined || !plan.some(({ kind }) => kind === 'create' || kind === 'update')) return;
    this.#written.add(batch);
    // Renaming leaves a whole plan or none.
    const file = this.#fileOf(batch);
    await writeFile(`${file}.part`, JSON.stringify(plan), { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  /** Must be called only when the results of the batch are in the journal. */
  async remove(batch: string): Promise<void> {
    if (this.#written.delete(batch) || this.#isContinued) await rm(this.#fileOf(batch), { force: true });
  }

  /** Removes all plans: those of another import, or those that a killed run left of finished batches. */
  async clear(): Promise<void> {
    if (this.#path === undefined) return;
    const start = `${path.basename(this.#path)}.`;
    const names = await readdir(path.dirname(this.#path));
    const plans = names.filter((name) => name.startsWith(start) && planEnd.test(name.slice(start.length)));
    for (const name of plans) await rm(path.join(path.dirname(this.#path), name), { force: true });
  }

  #fileOf(batch: string): string {
    return `${this.#path}.${batch}`;
  }
}
