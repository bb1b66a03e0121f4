/** Counts how long a pool's statements took, in milliseconds since the process started. */
export class StatementTimes {
  /** All but the two below; several statements that are sent together count as one. */
  statementMs = 0;
  statements = 0;
  commitMs = 0;
  commits = 0;
  /** Statements that wait for a lock of another transaction. */
  lockMs = 0;
  /** Waiting for a connection. */
  poolMs = 0;

  add(ms: number, awaitsLock = false): void {
    if (awaitsLock) {
      this.lockMs += ms;
      return;
    }
    this.statementMs += ms;
    this.statements += 1;
  }

  /** A connection was waited for. */
  addWait(ms: number): void {
    this.poolMs += ms;
  }

  addCommit(ms: number): void {
    this.commitMs += ms;
    this.commits += 1;
  }
}
