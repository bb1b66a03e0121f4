import type { Envelope } from '../../shared/wire/envelope.ts';

/** The last answer to a call. */
export type Outcome =
  | 'done' // 200, and it was done
  | 'refused' // 200, and nothing was done
  | 'unavailable' // 503: it was not accepted
  | 'unknown' // 504, or connections broke until the client gave up
  | 'failed'; // anything else

/** A call as its client sees it, from the first attempt to the last answer. Times are milliseconds of the monotonic clock. */
export interface LedgerEntry {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** True for an entry of an atomic batch. All its entries have the same key. */
  readonly isAtomic?: boolean;
  readonly startedAt: number;
  ended: number;
  outcome: Outcome | undefined;
  envelope: Envelope | undefined;
  /** Every status other than 200, of all attempts. */
  readonly failures: number[];
  /** Milliseconds that each 503 took. */
  readonly refusalMs: number[];
  /** Reasons why connections broke before an answer. */
  readonly broken: string[];
}

/** Every call that was sent, and every answer that came. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  open(method: string, body: LedgerEntry['body'], key: string, isAtomic = false): LedgerEntry {
    const entry: LedgerEntry = {
      method,
      body,
      key,
      isAtomic,
      startedAt: performance.now(),
      ended: Number.POSITIVE_INFINITY,
      outcome: undefined,
      envelope: undefined,
      failures: [],
      refusalMs: [],
      broken: [],
    };
    this.entries.push(entry);
    return entry;
  }

  /** Calls that were sent before a time and answered after it. */
  inFlight(time: number): readonly LedgerEntry[] {
    return this.entries.filter(({ startedAt, ended }) => startedAt <= time && ended > time);
  }

  /** Milliseconds until the last of the calls in flight at a time was answered. */
  recovery(time: number): number {
    return Math.max(0, ...this.inFlight(time).map(({ ended }) => ended - time));
  }
}

/** True if the first attempt of a call got no definite answer. */
export function isFailed({ outcome, failures, broken }: LedgerEntry): boolean {
  return (outcome !== 'done' && outcome !== 'refused') || failures.length > 0 || broken.length > 0;
}

/** True if nobody knows what became of the call. After a 503 that is so only if an earlier try may have come through. */
export function isOpen({ outcome, failures, broken }: LedgerEntry): boolean {
  return (
    outcome === 'unknown' || (outcome === 'unavailable' && (broken.length > 0 || failures.includes(504)))
  );
}

/** Returns what a call was answered; empty without an answer. */
export function dataOf({ envelope }: Pick<LedgerEntry, 'envelope'>): Readonly<Record<string, unknown>> {
  return (envelope?.data ?? {}) as Readonly<Record<string, unknown>>;
}

/** Describes a call in one line. */
export function describe({ method, outcome, failures, broken, startedAt, ended }: LedgerEntry): string {
  const troubles = [...failures, ...broken.map((reason) => `a broken connection (${reason})`)];
  return `${method}: ${outcome} after ${troubles.join(', ') || 'no trouble'}, ${Math.round(ended - startedAt)} ms`;
}

/** The outcome that an answer means. */
export function outcomeOf(status: number, { response }: Envelope): Outcome {
  if (status === 200) return response ? 'done' : 'refused';
  if (status === 503 || status === 429) return 'unavailable';
  return status === 504 ? 'unknown' : 'failed';
}
