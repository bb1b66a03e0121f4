import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import { type Logged, type LoggedEvent } from './loggedEvents.ts';

/** How a request or call ended: `done` and `refused` by its operation, `expired` and `not_run` without an effect. */
export type Outcome =
  | 'done'
  | 'refused'
  | 'rejected'
  | 'unavailable'
  | 'failed'
  | 'expired'
  | 'not_run'
  | 'unknown'
  | 'not_found';

/** What became of a request or of a call. Times are in UTC, as in ISO 8601. */
export interface RequestReport {
  readonly id: string;
  readonly found: boolean;
  readonly outcome: Outcome;
  /** By the clock of the gateway: the id contains it. */
  readonly received_at: string;
  /** What the client got, from the log line `request`; null without one. */
  readonly request: RequestLine | null;
  /** How often a set with it was tried; null if no log line says. */
  readonly attempts: number | null;
  /** How often its job was delivered to a worker; null if no log line says. */
  readonly deliveries: number | null;
  readonly sets: readonly SetLine[];
  /** Everything that went wrong on the way, with the code of the error. */
  readonly problems: readonly Problem[];
  /** What the database has: one for a single write, one for each write of a batch. */
  readonly stored: readonly StoredLine[];
  /** What is not known, and why. */
  readonly notes: readonly string[];
}

interface RequestLine {
  readonly at: string;
  readonly operation: string;
  readonly app: string;
  readonly account: string;
  readonly status: number;
  readonly code: string;
  readonly reason: string | null;
  readonly ms: number;
  readonly queue_ms: number | null;
  /** In a batch. */
  readonly calls: number | null;
  readonly refused: number | null;
}

interface SetLine {
  readonly at: string;
  readonly operation: string;
  readonly lane: string;
  readonly calls: number;
  readonly ms: number;
}

interface Problem {
  readonly at: string;
  readonly event: string;
  readonly code: string;
}

interface StoredLine {
  readonly call_id: string;
  readonly account: string;
  readonly operation: string;
  readonly outcome: 'done' | 'refused';
  readonly code: string;
  readonly expires_at: string;
}

/** The events of one kind. */
export function only<Name extends LoggedEvent['event']>(
  events: readonly LoggedEvent[],
  name: Name,
): readonly Logged<Name>[] {
  return events.filter((event): event is Logged<Name> => event.event === name);
}

export function requestLine(line: Logged<'request'>): RequestLine {
  // Koa returns undefined for a header that is not set, and version 0.2.0 logs no account.
  const { time, method, app, status, reason, ms, queueMs, calls, refused } = line;
  const [account, code] = [line.account ?? '', line.code ?? ''];
  return {
    ...{ at: isoTime(time), operation: method, app, account, status, code },
    ...{ reason: reason ?? null, ms, queue_ms: queueMs ?? null },
    ...{ calls: calls ?? null, refused: refused ?? null },
  };
}

export function setLine({ time, method, lane, calls, ms }: Logged<'set'>): SetLine {
  return { at: isoTime(time), operation: method, lane, calls, ms };
}

/** The problems among the events of a request. */
export function problemsOf(events: readonly LoggedEvent[]): readonly Problem[] {
  return events.flatMap((event) => {
    const code = problemOf(event);
    return code === undefined ? [] : [{ at: isoTime(event.time), event: event.event, code }];
  });
}

function problemOf(event: LoggedEvent): string | undefined {
  switch (event.event) {
    case 'set_replayed':
    case 'call_failed':
    case 'request_crashed':
      return event.error.code;
    case 'signature_refused':
      return event.reason;
    case 'calls_expired':
    case 'calls_resent':
      return '';
    default:
      return undefined;
  }
}

/** No data of the answer: it may be personal. */
export function storedLine({ account_ident, call_id, reply, date_expires }: StoredAnswer): StoredLine {
  const { method = '' } = 'envelope' in reply ? (JSON.parse(reply.envelope) as { method?: string }) : {};
  return {
    ...{ call_id, account: account_ident, operation: method },
    ...{ outcome: reply.kind === 'done' ? 'done' : 'refused', code: reply.code },
    expires_at: `${date_expires.replace(' ', 'T')}Z`,
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
