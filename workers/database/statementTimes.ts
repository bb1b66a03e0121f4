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
  /** Code of the error of the last attempt to connect; undefined if that one succeeded. */
  connectionError: string | undefined;

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
