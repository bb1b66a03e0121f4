import { type Row, Transaction } from './transaction.ts';

/** An error of the simulated server, as the driver gives it. */
export class ServerError extends Error {
  readonly code: string;
  readonly errno: number;

  constructor(code: string, errno: number) {
    super(code);
    this.code = code;
    this.errno = errno;
  }
}

/** A transaction that was committed: the rows that it wrote, by table and key; null for a row that it deleted. */
export interface Commit {
  readonly atMs: number;
  readonly writes: ReadonlyMap<string, Row | null>;
}

/** Milliseconds that a statement waits for a lock (`innodb_lock_wait_timeout`). */
const lockWaitMs = 1_000;

/** A simulated database: rows by their keys, exclusive locks, and READ COMMITTED. */
export class DatabaseServer {
  readonly rows = new Map<string, Row>();
  readonly commits: Commit[] = [];
  readonly #locks = new Map<string, Transaction>();
  readonly #waiting = new Set<() => void>();

  /** Rows that are locked. */
  get locked(): number {
    return this.#locks.size;
  }

  /** True if another transaction has the row locked. */
  isLocked(key: string, by: Transaction): boolean {
    return (this.#locks.get(key) ?? by) !== by;
  }

  /** Locks a row until the transaction ends. Rejects after a while, and at once if it would wait for itself. */
  async lock(key: string, by: Transaction): Promise<void> {
    const until = performance.now() + lockWaitMs;
    for (;;) {
      if (!by.isOpen) throw new ServerError('ER_QUERY_INTERRUPTED', 1317);
      const holder = this.#locks.get(key);
      if (!holder || holder === by) break;
      if (holder.isBehind(by)) {
        this.rollBack(by);
        throw new ServerError('ER_LOCK_DEADLOCK', 1213);
      }
      const leftMs = until - performance.now();
      if (leftMs <= 0) throw new ServerError('ER_LOCK_WAIT_TIMEOUT', 1205);
      by.waitsFor = holder;
      await this.#change(leftMs);
      by.waitsFor = undefined;
    }
    this.#locks.set(key, by);
  }

  commit(transaction: Transaction): void {
    if (!transaction.isOpen) return;
    for (const [key, row] of transaction.writes) {
      if (row) this.rows.set(key, row);
      else this.rows.delete(key);
    }
    this.commits.push({ atMs: performance.now(), writes: transaction.writes });
    this.#end(transaction);
  }

  rollBack(transaction: Transaction): void {
    if (transaction.isOpen) this.#end(transaction);
  }

  #end(transaction: Transaction): void {
    transaction.isOpen = false;
    for (const [key, holder] of Array.from(this.#locks)) if (holder === transaction) this.#locks.delete(key);
    for (const wake of Array.from(this.#waiting)) wake();
  }

  /** Resolves when a transaction ends, or after so many milliseconds. */
  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(limit);
        this.#waiting.delete(end);
        resolve();
      };
      const limit = setTimeout(end, ms);
      this.#waiting.add(end);
    });
  }
}
