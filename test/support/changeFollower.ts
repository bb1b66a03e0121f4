import { setTimeout as delay } from 'node:timers/promises';
import { type ListedChange, lineOf } from './changes.ts';

/** Sends `changes.list`; resolves to its data, or to undefined after an answer that may be tried again. */
export type ListChanges = (
  request: object,
) => Promise<{ readonly changes: readonly ListedChange[]; readonly cursor: string } | undefined>;

const waitMs = 5_000;
const pauseMs = 50;

/** Follows the changes of an account as a client does, through all that happens meanwhile. */
export class ChangeFollower {
  readonly #list: ListChanges;
  readonly #limit: number;
  #cursor = '';
  /** The records that exist by what was read, with how often each was updated. */
  readonly records = new Map<string, number>();
  /** Changes that can't follow those before them. */
  readonly wrong: string[] = [];
  count = 0;

  constructor(list: ListChanges, limit = 1_000) {
    this.#list = list;
    this.#limit = limit;
  }

  /** Begins now. */
  async start(): Promise<this> {
    for (;;) {
      const begun = await this.#list({});
      if (begun) this.#cursor = begun.cursor;
      if (begun) return this;
      await delay(pauseMs);
    }
  }

  /** Reads until there is nothing left and `isEnough`. */
  async live(isEnough: () => boolean): Promise<void> {
    for (;;) {
      const isLast = isEnough();
      const wait_ms = isLast ? 0 : waitMs;
      const page = await this.#list({ after: this.#cursor, limit: this.#limit, wait_ms });
      if (!page) await delay(pauseMs);
      else if (isLast && page.changes.length === 0) return;
      else this.#replay(page.changes, page.cursor);
    }
  }

  #replay(changes: readonly ListedChange[], cursor: string): void {
    this.#cursor = cursor;
    this.count += changes.length;
    for (const change of changes) {
      const { ident, kind } = change;
      const updates = this.records.get(ident);
      if ((updates === undefined) !== (kind === 'created')) this.wrong.push(lineOf(change));
      if (kind === 'deleted') this.records.delete(ident);
      else this.records.set(ident, (updates ?? -1) + 1);
    }
  }

  /** The differences from what the tables have: records by their idents, and how often articles were updated. */
  differences(stored: ReadonlyMap<string, number>): readonly string[] {
    const found: string[] = this.wrong.map((line) => `out of order: ${line}`);
    for (const [ident, revision] of stored) {
      const updates = this.records.get(ident);
      if (updates === undefined) found.push(`missed: ${ident}`);
      else if (!/^(?:cus|whk)_/.test(ident) && updates !== revision)
        found.push(`${ident}: ${updates} updates, not ${revision}`);
    }
    for (const ident of this.records.keys()) if (!stored.has(ident)) found.push(`not deleted: ${ident}`);
    return found;
  }
}
