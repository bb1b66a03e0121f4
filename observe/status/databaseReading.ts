/** State of a database server, as it reports it. Fields are missing if its user may not read them. */
export interface DatabaseReading {
  /** Code of the error, if the server did not answer, such as `ECONNREFUSED`. */
  readonly error?: string | undefined;
  readonly connections?: { readonly used: number; readonly max: number } | undefined;
  /** Mean numbers of connections that run a statement: those of the service's database user, and all others. */
  readonly running?: { readonly own: number; readonly others: number } | undefined;
  /** Statements that wait for a lock, the longest wait first. */
  readonly waits?: readonly LockWait[] | undefined;
  /** Connections that hold what others wait for, or that may hold it. */
  readonly blockers?: readonly Blocker[] | undefined;
  /** Connections with locked rows whose transactions are seconds old, the oldest first. */
  readonly transactions?: readonly Blocker[] | undefined;
  /** False without the right PROCESS: only connections of the same user are seen. */
  readonly seesAll?: boolean | undefined;
  readonly deadlocksPerSecond?: number | undefined;
  /** Statements wait or fail until the server's disk has room. */
  readonly isDiskFull?: boolean | undefined;
}

export interface LockWait {
  /** `table`: a lock of a whole table or of its definition. */
  readonly kind: 'table' | 'row';
  readonly seconds: number;
  readonly statement: string;
}

export interface Blocker {
  readonly id: number;
  readonly user: string;
  readonly host: string;
  /** Seconds since it began its transaction or its statement, or has been idle. */
  readonly seconds: number;
  /** Undefined while it is idle. */
  readonly statement?: string | undefined;
  /** The server names it; otherwise it is only a candidate. */
  readonly isCertain: boolean;
}

export interface DatabaseMeter {
  /** Asks during `ms` milliseconds. Never rejects. */
  measure(ms: number): Promise<DatabaseReading>;

  /** Returns the names of accounts by ident, as far as they can be read now. Never rejects. */
  namesOf(accounts: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
