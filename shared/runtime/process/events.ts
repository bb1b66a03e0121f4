import { appRefusalReasons } from '../../contract/operations/account.app.ts';
import type { Lane } from '../queueNames.ts';

/** Logged for the operator. Clients get the same answer for all of them. */
export type SignatureRejection = (typeof signatureRejections)[number];
export const signatureRejections = [
  'malformed',
  'unknown_app',
  ...appRefusalReasons,
  'bad_signature',
  'v2_required',
  'unknown_key',
  'stale',
  'nonce_reused',
] as const;

/** Reasons why a call was not accepted (503). */
export type UnavailableReason = (typeof unavailableReasons)[number];
const unavailableReasons = [
  'calls',
  'bytes',
  'answers',
  'account_share',
  'wait',
  'no_worker',
  'paused',
  'redis',
  'redis_full',
  'nonces',
  'key',
  'app_lookup',
  'connections',
  'bodies',
  'waiting_readers',
  'batches',
  'simulated',
] as const;

/** Reasons for 503 and 429. */
export type RejectionReason = (typeof rejectionReasons)[number];
export const rejectionReasons = [...unavailableReasons, 'app_rate', 'account_rate'] as const;

export interface ErrorSummary {
  readonly code: string;
  readonly at?: string;
}

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

interface Event<Fields> {
  readonly level: Level;
  /** Type of the fields; never set. */
  readonly fields?: Fields;
}

const at =
  (level: Level) =>
  <Fields extends object>(): Event<Fields> => ({ level });
const debug = at('debug');
const info = at('info');
const warn = at('warn');
const error = at('error');
const fatal = at('fatal');

/** Fields are an allow-list: no bodies, no secrets, no personal data, no SQL. Times are in milliseconds. */
export const events = {
  started: info<{ address?: string; resources?: readonly string[] }>(),
  metrics_served: info<{ address: string }>(),
  /** The disk of the log was full and has room again, or its reader reads again; `lines` lines were lost. */
  log_incomplete: warn<{ lines: number }>(),
  stopping: info<{ signal: string }>(),
  crashed: fatal<{ error: ErrorSummary }>(),
  stop_overran: warn<{ part: string }>(),
  stop_failed: error<{ part: string; error: ErrorSummary }>(),
  request: info<{
    requestId: string;
    method: string;
    app: string;
    /** Ident of the app's account. Like `app`, it is empty if the request was not signed. */
    account: string;
    status: number;
    code: string;
    bytes: number;
    ms: number;
    /** Time from acceptance of the call to the start of its set; the longest one of a batch. */
    queueMs?: number;
    /** Hash of app and `Idempotency-Key`, under which the answer to a write is stored. */
    key?: string;
    /** Set only for a batch, like `refused`. */
    calls?: number;
    refused?: number;
    /** Set unless the request is a POST to an operation. */
    verb?: string;
    /** Set only for an address that is not that of an operation. */
    path?: string;
    /** The deadline of calls at the gateway. Set only if the outcome is unknown: the call may still run until then. */
    deadlineMs?: number;
    /** Reason of a 503 or 429. Of those of 503, clients can tell only `paused` from the others. */
    reason?: RejectionReason;
    /** Trace id of the `traceparent` header, or of the trace that is recorded. */
    traceId?: string;
  }>(),
  probe: debug<{ verb: string; path: string; status: number; ms: number }>(),
  /** All replies of a job were sent. More than one delivery means that a worker died or froze meanwhile. */
  job: debug<{ queue: string; calls: number; deliveries: number; ms: number; callIds?: readonly string[] }>(),
  /** Waits from acceptance by the gateway to the start of the set, one per call. */
  calls_waited: debug<{ method: string; lane: Lane; waitsMs: readonly number[] }>(),
  set: info<{
    method: string;
    lane: Lane;
    calls: number;
    refused: number;
    ms: number;
    /** Trace ids of up to sixteen calls. */
    traceIds?: readonly string[];
    /** Present only at the level `debug`, here and in other events of workers. */
    callIds?: readonly string[];
  }>(),
  /** `ms` is the wait for a lock of another transaction. It ends when the call gets the lock or is given up. */
  lock_waited: debug<{ method: string; lane: Lane; ms: number }>(),
  /** `lagMs` is the time that the replies spent in the reply stream. */
  replies_read: debug<{ replies: number; lagMs: number }>(),
  /** Redis had lost these calls. */
  calls_resent: warn<{ queue: string; calls: number; callIds: readonly string[] }>(),
  set_retried: warn<{ method: string; calls: number; callIds?: readonly string[]; error: ErrorSummary }>(),
  call_failed: error<{ method: string; callId: string; error: ErrorSummary }>(),
  calls_expired: warn<{ method: string; calls: number; callIds?: readonly string[] }>(),
  queue_failed: warn<{ queue: string; error: ErrorSummary }>(),
  job_failed: error<{ queue: string; error: ErrorSummary }>(),
  /** State after a purge: the approximate number of rows, and how long the oldest has been expired. */
  inbox_measured: debug<{ rows: number; lagMs: number }>(),
  inbox_purged: info<{ rows: number; ms: number }>(),
  purge_failed: warn<{ error: ErrorSummary }>(),
  /** The query index lacks changes: `seconds` is the age of the oldest one. */
  query_index_measured: debug<{ accounts: number; changes: number; seconds: number }>(),
  query_index_failed: warn<{ error: ErrorSummary }>(),
  storage_not_measured: warn<{ error: ErrorSummary }>(),
  /** Redis did not begin to rewrite its append-only file. */
  rewrite_failed: warn<{ error: ErrorSummary }>(),
  changes_purged: info<{ rows: number; ms: number }>(),
  history_purged: info<{ rows: number; ms: number }>(),
  answers_erased: info<{ rows: number; ms: number }>(),
  deliveries_purged: info<{ rows: number; ms: number }>(),
  /** One attempt to deliver a webhook. `status` is 0 without an answer. */
  webhook_attempt: info<{
    webhook: string;
    delivery: string;
    changes: number;
    status: number;
    delivered: boolean;
    ms: number;
  }>(),
  /** Nothing more is sent to the webhook until it is enabled. */
  webhook_disabled: warn<{ webhook: string; reason: string }>(),
  /** A requested test or repeat of a delivery is not sent. */
  webhook_request_dropped: warn<{ webhook: string; reason: string }>(),
  /** The worker has no secret key. Another one must send the webhooks. */
  webhooks_not_sent: warn<{ resources: readonly string[] }>(),
  /** No secret key of this worker decrypts the secret of the webhook. */
  webhook_key_missing: error<{ webhook: string }>(),
  /** Redis's clock was stepped by `ms`, or another Redis took over whose clock differs by that much. */
  clock_stepped: warn<{ ms: number }>(),
  connection_failed: warn<{ to: 'redis' | 'database'; error: ErrorSummary }>(),
  request_crashed: error<{ requestId: string; error: ErrorSummary }>(),
  app_looked_up: debug<{ app: string; found: boolean; ms: number }>(),
  app_lookup_failed: warn<{ app: string; code: string }>(),
  /** `keys` are ids, never the keys themselves. */
  keys_judged: info<{ state: string; keys: readonly string[] }>(),
  /** `maxmemory-policy` was changed while a gateway runs. */
  redis_evicts: error<{ policy: string }>(),
  workers_missing: error<{ queue: string }>(),
  workers_back: info<{ queue: string }>(),
  /** The gateway refuses the calls of the queue. `until` is in UTC, and missing if only `resume` ends the pause. */
  queue_paused: warn<{ queue: string; reason: string; until?: string }>(),
  queue_resumed: info<{ queue: string }>(),
  /** `app` is the app that the request names; empty if it is unreadable. */
  signature_rejected: warn<{ requestId: string; app: string; reason: SignatureRejection }>(),
  /** Unsigned requests came faster than they are logged; `lines` lines were omitted. */
  unsigned_not_logged: warn<{ lines: number }>(),
  rate_limit_skipped: warn<{ key: string; error: ErrorSummary }>(),
  /** Spans did not reach the receiver of traces and were dropped. Emitted once per outage. */
  traces_not_exported: warn<{ spans: number; error: ErrorSummary }>(),
  /** Spans reach the receiver of traces again. `dropped` is the number of spans lost since `traces_not_exported`. */
  traces_exported_again: info<{ dropped: number }>(),
};

export type Events = {
  readonly [Name in keyof typeof events]: (typeof events)[Name] extends Event<infer Fields>
    ? Readonly<Fields>
    : never;
};
