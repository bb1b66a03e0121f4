import type { StoredAnswer } from '../../workers/stores/storedAnswers.ts';
import { type Logged, type LoggedEvent } from './loggedEvents.ts';

/** The operation itself answered `done` and `refused`. `expired` and `not_run` had no effect. */
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

/** Times are in UTC, as in ISO 8601. */
export interface RequestReport {
  readonly id: string;
  readonly found: boolean;
  readonly outcome: Outcome;
  /** Comes from the id, by the clock of the gateway. */
  readonly received_at: string;
  /** The client's answer, from the log line `request`. Null without that line. */
  readonly request: RequestLine | null;
  /** Counts how often a set with it was tried. Null if no log line says so. */
  readonly attempts: number | null;
  /** Counts how often its job was delivered to a worker. Null if no log line says so. */
  readonly deliveries: number | null;
  readonly sets: readonly SetLine[];
  readonly problems: readonly Problem[];
  /** Answers in the database: one for a single write, one for each write of a batch. */
  readonly stored: readonly StoredLine[];
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
  /** Null unless it is a batch, as is `refused`. */
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

export function only<Name extends LoggedEvent['event']>(
  events: readonly LoggedEvent[],
  name: Name,
): readonly Logged<Name>[] {
  return events.filter((event): event is Logged<Name> => event.event === name);
}

export function requestLine(line: Logged<'request'>): RequestLine {
  const { time, method, app, account, status, reason, ms, queueMs, calls, refused } = line;
  // Koa returns undefined for a header that is not set.
  const code = line.code ?? '';
  return {
    at: isoTime(time),
    operation: method,
    app,
    account,
    status,
    code,
    reason: reason ?? null,
    ms,
    queue_ms: queueMs ?? null,
    calls: calls ?? null,
    refused: refused ?? null,
  };
}

export function setLine({ time, method, lane, calls, ms }: Logged<'set'>): SetLine {
  return { at: isoTime(time), operation: method, lane, calls, ms };
}

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

/** Leaves out the data of the answer, which may be personal. */
export function storedLine({ account_ident, call_id, reply, date_expires }: StoredAnswer): StoredLine {
  const { method = '' } = 'envelope' in reply ? (JSON.parse(reply.envelope) as { method?: string }) : {};
  return {
    call_id,
    account: account_ident,
    operation: method,
    outcome: reply.kind === 'done' ? 'done' : 'refused',
    code: reply.code,
    expires_at: `${date_expires.replace(' ', 'T')}Z`,
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
