import { signingObstacles } from '../operations/account.app.ts';
import type { Lane } from '../values/lanes.ts';

/** The reason why a signature was refused, for the operator; clients get the same answer for all of them. */
export type SignatureFault = (typeof signatureFaults)[number];
export const signatureFaults = [
  'malformed',
  'unknown_app',
  ...signingObstacles,
  'bad_signature',
  'v2_required',
  'unknown_key',
  'stale',
  'nonce_reused',
] as const;

/**
 * The events that processes log. The fields are an allow-list: no bodies, no secrets, no personal data, no SQL. Times are
 * in milliseconds.
 */
export interface Events {
  started: { readonly address?: string; readonly resources?: readonly string[] };
  /** Where metrics and health are served. */
  metrics_served: { readonly address: string };
  /** A setting was given by its name in an earlier version. */
  setting_renamed: { readonly old: string; readonly name: string };
  /** The disk of the log was full and has room again; so many lines are missing. */
  log_incomplete: { readonly lines: number };
  stopping: { readonly signal: string };
  crashed: { readonly error: ErrorSummary };
  stop_overran: { readonly part: string };
  stop_failed: { readonly part: string; readonly error: ErrorSummary };
  request: {
    readonly requestId: string;
    readonly method: string;
    readonly app: string;
    /** The ident of the app's account. Like `app`, it is empty if nobody signed the request. */
    readonly account: string;
    readonly status: number;
    readonly code: string;
    readonly bytes: number;
    readonly ms: number;
    /** From the acceptance of the call to the start of its set; the longest one in a batch. */
    readonly queueMs?: number;
    /** A hash of app and `Idempotency-Key`, under which the answer to a write is stored. */
    readonly key?: string;
    /** In a batch. */
    readonly calls?: number;
    readonly refused?: number;
    /** Of a request to another address than that of the operations. */
    readonly verb?: string;
    readonly path?: string;
    /** Why it was not accepted: the client only gets 503. */
    readonly reason?: string;
    /** Of the `traceparent` that it came with, or of the trace that is recorded of it. */
    readonly traceId?: string;
  };
  /** A load balancer or a monitoring system asked for health or metrics. */
  probe: { readonly verb: string; readonly path: string; readonly status: number; readonly ms: number };
  /** All replies of a job are sent. More than one delivery: a worker died or froze meanwhile. */
  job: {
    readonly queue: string;
    readonly calls: number;
    readonly deliveries: number;
    readonly ms: number;
    readonly callIds?: readonly string[];
  };
  /** The calls of a set: how long each waited from its acceptance by the gateway to the start of the set. */
  calls_waited: { readonly method: string; readonly lane: Lane; readonly waitsMs: readonly number[] };
  set: {
    readonly method: string;
    readonly lane: Lane;
    readonly calls: number;
    readonly refused: number;
    readonly ms: number;
    /** Of its calls, up to sixteen. */
    readonly traceIds?: readonly string[];
    /** Here and in other events of workers: only at the level `debug`. */
    readonly callIds?: readonly string[];
  };
  /** A call got the lock that another transaction had, or was given up. */
  lock_waited: { readonly method: string; readonly lane: Lane; readonly ms: number };
  /** How long replies were in the reply stream. */
  replies_read: { readonly replies: number; readonly lagMs: number };
  /** Calls that Redis had lost. */
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
  /** After a purge: about how many rows there are, and for how long the oldest of them has been expired. */
  inbox_measured: { readonly rows: number; readonly lagMs: number };
  inbox_purged: { readonly rows: number; readonly ms: number };
  purge_failed: { readonly error: ErrorSummary };
  /** Redis did not begin to rewrite its append-only file. */
  rewrite_failed: { readonly error: ErrorSummary };
  /** Changes were removed that are no longer kept. */
  changes_purged: { readonly rows: number; readonly ms: number };
  /** Redis's clock was stepped by so many milliseconds, or another Redis took over whose clock differs so much. */
  clock_stepped: { readonly ms: number };
  connection_failed: { readonly to: 'redis' | 'database'; readonly error: ErrorSummary };
  request_crashed: { readonly requestId: string; readonly error: ErrorSummary };
  app_looked_up: { readonly app: string; readonly found: boolean; readonly ms: number };
  app_lookup_failed: { readonly app: string; readonly code: string };
  /** The ids of the keys, never the keys. */
  keys_judged: { readonly state: string; readonly keys: readonly string[] };
  /** `maxmemory-policy` was changed while a gateway runs. */
  redis_evicts: { readonly policy: string };
  workers_missing: { readonly queue: string };
  workers_back: { readonly queue: string };
  /** A gateway refuses the calls of a queue from now on; `until` is in UTC, and missing if only `resume` ends it. */
  queue_paused: { readonly queue: string; readonly reason: string; readonly until?: string };
  /** The pause has ended. */
  queue_resumed: { readonly queue: string };
  /** `app` is the app that the request names; empty if that can't be read. */
  signature_refused: { readonly requestId: string; readonly app: string; readonly reason: SignatureFault };
  /** Unsigned requests came faster than they are logged; so many lines were left out. */
  unsigned_not_logged: { readonly lines: number };
  rate_limit_skipped: { readonly key: string; readonly error: ErrorSummary };
  /** Spans did not reach the receiver of traces and were dropped. Emitted once, until some arrive again. */
  traces_not_exported: { readonly spans: number; readonly error: ErrorSummary };
  /** Spans reach the receiver of traces again. `dropped` is how many did not, since `traces_not_exported`. */
  traces_exported_again: { readonly dropped: number };
}

export interface ErrorSummary {
  readonly code: string;
  readonly at?: string;
}

/** How important each event is. */
export const levels: { readonly [Name in keyof Events]: 'debug' | 'info' | 'warn' | 'error' | 'fatal' } = {
  started: 'info',
  metrics_served: 'info',
  setting_renamed: 'warn',
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
  signature_refused: 'warn',
  unsigned_not_logged: 'warn',
  rate_limit_skipped: 'warn',
  traces_not_exported: 'warn',
  traces_exported_again: 'info',
};
