const recentMs = 10_000;

/** Sums up how long a pool's statements took, in milliseconds since the process started. */
export class StatementTimes {
  /** Statements that are neither a COMMIT nor wait for a lock. Statements that are sent together count as one. */
  statementMs = 0;
  statements = 0;
  commitMs = 0;
  commits = 0;
  lockMs = 0;
  /** Time that was spent waiting for a connection. */
  poolMs = 0;
  #connectionError: { readonly code: string; readonly at: number } | undefined;

  /**
   * Code of the error of the last attempt to connect, in the last ten seconds. An older one says nothing: a pool that has enough
   * connections makes no attempt.
   */
  get connectionError(): string | undefined {
    const { code, at } = this.#connectionError ?? { at: Number.NEGATIVE_INFINITY };
    return performance.now() - at <= recentMs ? code : undefined;
  }

  noteConnected(): void {
    this.#connectionError = undefined;
  }

  noteUnconnected(code: string): void {
    this.#connectionError = { code, at: performance.now() };
  }

  add(ms: number, awaitsLock = false): void {
    if (awaitsLock) {
      this.lockMs += ms;
      return;
    }
    this.statementMs += ms;
    this.statements += 1;
  }

  addWait(ms: number): void {
    this.poolMs += ms;
  }

  addCommit(ms: number): void {
    this.commitMs += ms;
    this.commits += 1;
  }
}
