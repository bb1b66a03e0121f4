/** A row by its columns' names. */
export type Row = Readonly<Record<string, unknown>>;

/** A transaction: what it has written is seen by itself alone until it is committed. */
export class Transaction {
  readonly writes = new Map<string, Row | null>();
  /** Transaction whose lock one of its statements waits for. */
  waitsFor: Transaction | undefined;
  isOpen = true;

  /** True if it waits, perhaps by way of others, for `other`. */
  isBehind(other: Transaction): boolean {
    for (let next = this.waitsFor; next; next = next.waitsFor) if (next === other) return true;
    return false;
  }

  /** The row as the transaction sees it. */
  read(key: string, committed: ReadonlyMap<string, Row>): Row | undefined {
    const own = this.writes.get(key);
    return own === undefined ? committed.get(key) : (own ?? undefined);
  }
}
