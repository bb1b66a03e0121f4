import { copyFile, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Inputs } from '../mapping/mapping.ts';
import type { RowPlan } from './rowPlan.ts';

/** End of the name of a plan's file: batch 7 of `list.csv.articles.journal` is planned in `list.csv.articles.journal.7`. */
const planEnd = /^\d+(\.taken)?(\.part)?$/;

export type BatchPlan = readonly RowPlan[];

/** A plan with the rows that it is of: whoever has both can send the same operations again. */
export interface StoredPlan {
  /** Milliseconds since 1970. Part of the idempotency keys: another plan of the same batch needs other keys. */
  readonly plannedAt: number;
  readonly plan: BatchPlan;
  readonly inputs: Inputs;
}

/** The service keeps the answers to writes for 24 hours at least. Later, it would do the same operations again. */
const answersKeptMs = 24 * 3_600_000;

/** True if a plan can be sent again, and gets the answers that it got before. */
export function isAnswered({ plannedAt }: StoredPlan): boolean {
  return Date.now() - plannedAt < answersKeptMs;
}

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

  /**
   * Resolves to undefined if there is no plan of exactly these rows, as its entries would be taken for those of other rows, and
   * for one that would be done anew.
   */
  async find(batch: string, inputs: Inputs): Promise<StoredPlan | undefined> {
    if (this.#path === undefined || !this.#isContinued) return undefined;
    const text = await readFile(this.#fileOf(batch), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    // After a loss of power, a plan that was not synced may be an empty file.
    if (!text) return undefined;
    const stored: StoredPlan = JSON.parse(text);
    const isSame = JSON.stringify(stored.inputs) === JSON.stringify(inputs);
    return isSame && isAnswered(stored) ? stored : undefined;
  }

  /** Resolves when the plan is on disk. Skips one that writes nothing: another run comes to the same one. */
  async save(batch: string, plan: BatchPlan, inputs: Inputs): Promise<StoredPlan> {
    const stored: StoredPlan = { plannedAt: Date.now(), plan, inputs };
    const isWriting = plan.some(({ kind }) => kind === 'create' || kind === 'update');
    if (this.#path === undefined || !isWriting) return stored;
    this.#written.add(batch);
    // Renaming leaves a whole plan or none.
    const file = this.#fileOf(batch);
    const mustLast = plan.some(
      ({ kind }, index) => kind === 'update' || (kind === 'create' && !inputs[index]?.external_ident),
    );
    await writeText(`${file}.part`, JSON.stringify(stored), mustLast);
    await rename(`${file}.part`, file);
    // Values must be on disk before the service overwrites them, and so must the time in the key of a create that nothing else
    // would recognize when it is sent again.
    if (mustLast) await syncFolder(path.dirname(file));
    return stored;
  }

  /** Must be called only when the results of the batch are in the journal. */
  async remove(batch: string): Promise<void> {
    if (this.#written.delete(batch) || this.#isContinued) await rm(this.#fileOf(batch), { force: true });
  }

  /** Removes all plans: those of another import, or those that a killed run left of finished batches. */
  async clear(): Promise<void> {
    for (const { file } of await this.#files()) await rm(file, { force: true });
  }

  /** Resolves to the plans that a killed run left, by batch. */
  async left(): Promise<ReadonlyMap<string, StoredPlan>> {
    const plans = new Map<string, StoredPlan>();
    for (const { file, batch } of await this.#files())
      if (!batch.endsWith('.part')) plans.set(batch, JSON.parse(await readFile(file, 'utf8')));
    return plans;
  }

  /** Copies all plans, to the place that those of another journal have. */
  async copyTo(journal: string): Promise<void> {
    for (const { file, batch } of await this.#files()) await copyFile(file, `${journal}.${batch}`);
  }

  /** Resolves to the files beside the journal, also incomplete ones; their batches end with `.part`. */
  async #files(): Promise<readonly { readonly file: string; readonly batch: string }[]> {
    if (this.#path === undefined) return [];
    const folder = path.dirname(this.#path);
    const start = `${path.basename(this.#path)}.`;
    const names = (await readdir(folder)).filter((name) => name.startsWith(start));
    return names
      .map((name) => ({ file: path.join(folder, name), batch: name.slice(start.length) }))
      .filter(({ batch }) => planEnd.test(batch));
  }

  #fileOf(batch: string): string {
    return `${this.#path}.${batch}`;
  }
}

async function writeText(path: string, text: string, isSynced: boolean): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    if (isSynced) await file.datasync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
