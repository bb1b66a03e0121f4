import type { Envelope } from '../../shared/calls/envelope.ts';

/** What a client was told of a call in the end. */
export type EmittedEvent =
  | 'done' // 200, and it was done
  | 'refused' // 200, and nothing was done
  | 'unavailable' // 503: it was not accepted
  | 'unknown' // 504, or connections broke until nobody tried any more
  | 'failed'; // anything else

/** A call as its client sees it, from the first try to the last answer. Times by the monotonic clock, in milliseconds. */
export interface LedgerEntry {
  readonly method: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly startedAt: number;
  ended: number;
  emitted: EmittedEvent | undefined;
  envelope: Envelope | undefined;
  /** Every status other than 200 that came on the way. */
  readonly failures: number[];
  /** Milliseconds that each 503 took. */
  readonly refusalMs: number[];
  /** Connections that broke before an answer. */
  broken: number;
}

/** Every call that was sent, and every answer that came. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  open(method: string, body: LedgerEntry['body'], key: string): LedgerEntry {
    const entry: LedgerEntry = {
      ...{ method, body, key, startedAt: performance.now(), ended: Number.POSITIVE_INFINITY },
      ...{ emitted: undefined, envelope: undefined, failures: [], refusalMs: [], broken: 0 },
    };
    this.entries.push(entry);
    return entry;
  }

  /** Calls that were sent before a moment and answered after it. */
  inFlight(at: number): readonly LedgerEntry[] {
    return this.entries.filter(({ startedAt, ended }) => startedAt <= at && ended > at);
  }

  /** Milliseconds until the last one of the calls under way at a moment was answered. */
  recovery(at: number): number {
    return Math.max(0, ...this.inFlight(at).map(({ ended }) => ended - at));
  }
}

/** Whether a call met anything but an answer at the first try. */
export function isFailed({ emitted, failures, broken }: LedgerEntry): boolean {
  return (emitted !== 'done' && emitted !== 'refused') || failures.length > 0 || broken > 0;
}

/** One line. */
export function describe({ method, emitted, failures, broken, startedAt, ended }: LedgerEntry): string {
  const statuses = failures.join(', ') || 'no status';
  return `${method}: ${emitted} after ${statuses}, ${broken} broken connections, ${Math.round(ended - startedAt)} ms`;
}

/** What an answer tells of its call. */
export function emittedBy(status: number, { response }: Envelope): EmittedEvent {
  if (status === 200) return response ? 'done' : 'refused';
  if (status === 503 || status === 429) return 'unavailable';
  return status === 504 ? 'unknown' : 'failed';
}
