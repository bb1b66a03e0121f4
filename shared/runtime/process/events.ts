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

/** Fields are an allow-list: no bodies, no secrets, no personal data, no SQL. Times are in milliseconds. */
export interface Events {
  started: { readonly address?: string; readonly resources?: readonly string[] };
  metrics_served: { readonly address: string };
  /** The disk of the log was full and has room again; `lines` lines were lost. */
  log_incomplete: { readonly lines: number };
  stopping: { readonly signal: string };
  crashed: { readonly error: ErrorSummary };
  stop_overran: { readonly part: string };
  stop_failed: { readonly part: string; readonly error: ErrorSummary };
  request: {
    readonly requestId: string;
    readonly method: string;
    readonly app: string;
    /** Ident of the app's account. Like `app`, it is empty if the request was not signed. */
    readonly account: string;
    readonly status: number;
    readonly code: string;
    readonly bytes: number;
    readonly ms: number;
    /** Time from acceptance of the call to the start of its set; the longest one of a batch. */
    readonly queueMs?: number;
    /** Hash of app and `Idempotency-Key`, under which the answer to a write is stored. */
    readonly key?: string;
    /** Set only for a batch, like `refused`. */
    readonly calls?: number;
    readonly refused?: number;
    /** Set only for a request to an address that is not that of an operation. */
    readonly verb?: string;
    readonly path?: string;
    /** Reason why the request was not accepted; the client only gets 503. */
    readonly reason?: string;
    /** Trace id of the `traceparent` header, or of the trace that is recorded. */
    readonly traceId?: string;
  };
  probe: { readonly verb: string; readonly path: string; readonly status: number; readonly ms: number };
  /** All replies of a job were sent. More than one delivery means that a worker died or froze meanwhile. */
  job: {
    readonly queue: string;
    readonly calls: number;
    readonly deliveries: number;
    readonly ms: number;
    readonly callIds?: readonly string[];
  };
  /** Waits from acceptance by the gateway to the start of the set, one per call. */
  calls_waited: { readonly method: string; readonly lane: Lane; readonly waitsMs: readonly number[] };
  set: {
    readonly method: string;
    readonly lane: Lane;
    readonly calls: number;
    readonly refused: number;
    readonly ms: number;
    /** Trace ids of up to sixteen calls. */
    readonly traceIds?: readonly string[];
    /** Present only at the level `debug`, here and in other events of workers. */
    readonly callIds?: readonly string[];
  };
  /** `ms` is the wait for a lock of another transaction. It ends when the call gets the lock or is given up. */
  lock_waited: { readonly method: string; readonly lane: Lane; readonly ms: number };
  /** `lagMs` is the time that the replies spent in the reply stream. */
  replies_read: { readonly replies: number; readonly lagMs: number };
  /** Redis had lost these calls. */
  calls_resent: { readonly queue: string; readonly calls: number; readonly callIds: readonly string[] };
  set_replayed: {
    readonly method: string;
    readonly calls: number;
    readonly callIds?: readonly string[];
    readonly error: ErrorSummary;
  };
  call_failed: { readonly method: string; readonly callId: string; readonly error: ErrorSummary };
  calls_expired: { readonly method: string; readonly calls: number; readonly callIds?: readonly string[] };
  queue_failed: { readonly queue: string; readonly error: ErrorSummary };
  job_failed: { readonly queue: string; readonly error: ErrorSummary };
  /** State after a purge: the approximate number of rows, and how long the oldest has been expired. */
  inbox_measured: { readonly rows: number; readonly lagMs: number };
  inbox_purged: { readonly rows: number; readonly ms: number };
  purge_failed: { readonly error: ErrorSummary };
  storage_not_measured: { readonly error: ErrorSummary };
  /** Redis did not begin to rewrite its append-only file. */
  rewrite_failed: { readonly error: ErrorSummary };
  changes_purged: { readonly rows: number; readonly ms: number };
  /** Redis's clock was stepped by `ms`, or another Redis took over whose clock differs by that much. */
  clock_stepped: { readonly ms: number };
  connection_failed: { readonly to: 'redis' | 'database'; readonly error: ErrorSummary };
  request_crashed: { readonly requestId: string; readonly error: ErrorSummary };
  app_looked_up: { readonly app: string; readonly found: boolean; readonly ms: number };
  app_lookup_failed: { readonly app: string; readonly code: string };
  /** `keys` are ids, never the keys themselves. */
  keys_judged: { readonly state: string; readonly keys: readonly string[] };
  /** `maxmemory-policy` was changed while a gateway runs. */
  redis_evicts: { readonly policy: string };
  workers_missing: { readonly queue: string };
  workers_back: { readonly queue: string };
  /** The gateway refuses the calls of the queue. `until` is in UTC, and missing if only `resume` ends the pause. */
  queue_paused: { readonly queue: string; readonly reason: string; readonly until?: string };
  queue_resumed: { readonly queue: string };
  /** `app` is the app that the request names; empty if it is unreadable. */
  signature_rejected: {
    readonly requestId: string;
    readonly app: string;
    readonly reason: SignatureRejection;
  };
  /** Unsigned requests came faster than they are logged; `lines` lines were omitted. */
  unsigned_not_logged: { readonly lines: number };
  rate_limit_skipped: { readonly key: string; readonly error: ErrorSummary };
  /** Spans did not reach the receiver of traces and were dropped. Emitted once per outage. */
  traces_not_exported: { readonly spans: number; readonly error: ErrorSummary };
  /** Spans reach the receiver of traces again. `dropped` is the number of spans lost since `traces_not_exported`. */
  traces_exported_again: { readonly dropped: number };
}

export interface ErrorSummary {
  readonly code: string;
  readonly at?: string;
}

export const levels: { readonly [Name in keyof Events]: 'debug' | 'info' | 'warn' | 'error' | 'fatal' } = {
  started: 'info',
  metrics_served: 'info',
  log_incomplete: 'warn',
  stopping: 'info',
  crashed: 'fatal',
  stop_overran: 'warn',
  stop_failed: 'error',
  request: 'info',
  probe: 'debug',
  job: 'debug',
  calls_waited: 'debug',
  set: 'info',
  lock_waited: 'debug',
  replies_read: 'debug',
  calls_resent: 'warn',
  set_replayed: 'warn',
  call_failed: 'error',
  calls_expired: 'warn',
  queue_failed: 'warn',
  job_failed: 'error',
  inbox_measured: 'debug',
  inbox_purged: 'info',
  purge_failed: 'warn',
  storage_not_measured: 'warn',
  rewrite_failed: 'warn',
  changes_purged: 'info',
  clock_stepped: 'warn',
  connection_failed: 'warn',
  request_crashed: 'error',
  app_looked_up: 'debug',
  app_lookup_failed: 'warn',
  keys_judged: 'info',
  redis_evicts: 'error',
  workers_missing: 'error',
  workers_back: 'info',
  queue_paused: 'warn',
  queue_resumed: 'info',
  signature_rejected: 'warn',
  unsigned_not_logged: 'warn',
  rate_limit_skipped: 'warn',
  traces_not_exported: 'warn',
  traces_exported_again: 'info',
};
