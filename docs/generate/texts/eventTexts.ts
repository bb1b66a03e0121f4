import { changesKeptDays } from '../../../shared/contract/values/contractLimits.ts';
import type { Events } from '../../../shared/runtime/process/events.ts';

/** The roles that emit an event. */
type Role = 'gateway' | 'worker' | 'both';

/** An event in the documentation: who emits it, its fields (`?`: not always there), and what it means. */
type EventText<Name extends keyof Events> = readonly [
  role: Role,
  fields: { readonly [Field in keyof Events[Name]]-?: undefined extends Events[Name][Field] ? '?' : '' },
  meaning: string,
];

/** Every event; the project does not compile without one, or without one of its fields. */
export const eventTexts: { readonly [Name in keyof Events]: EventText<Name> } = {
  started: ['both', { address: '?', resources: '?' }, 'The role serves its clients or queues.'],
  metrics_served: ['both', { address: '' }, 'Where `/metrics`, `/healthz` and `/readyz` of the role are.'],
  log_incomplete: [
    'both',
    { lines: '' },
    'The disk of the log was full and has room again, or its reader did not read for some time; `lines` lines before this one are missing.',
  ],
  stopping: ['both', { signal: '' }, 'The role finishes its calls and ends.'],
  crashed: ['both', { error: '' }, 'The role ends because of an unexpected error.'],
  stop_overran: ['both', { part: '' }, 'A part did not stop in time; the others stop all the same.'],
  stop_failed: ['both', { part: '', error: '' }, 'A part failed to stop; the others stop all the same.'],
  request: [
    'gateway',
    {
      requestId: '',
      method: '',
      app: '',
      account: '',
      status: '',
      code: '',
      bytes: '',
      ms: '',
      queueMs: '?',
      key: '?',
      calls: '?',
      refused: '?',
      verb: '?',
      path: '?',
      reason: '?',
      deadlineMs: '?',
      traceId: '?',
    },
    'A request was answered.',
  ],
  probe: [
    'gateway',
    { verb: '', path: '', status: '', ms: '' },
    'A health or metrics request was answered: `/healthz`, `/readyz`, or `/metrics` on its own port.',
  ],
  job: [
    'worker',
    { queue: '', calls: '', deliveries: '', ms: '', callIds: '?' },
    'All replies of a job are sent. More than one delivery: a worker died or froze meanwhile.',
  ],
  calls_waited: [
    'worker',
    { method: '', lane: '', waitsMs: '' },
    'How long the calls of a set waited from their acceptance to its start.',
  ],
  set: [
    'worker',
    { method: '', lane: '', calls: '', refused: '', ms: '', traceIds: '?', callIds: '?' },
    'A set of calls was run.',
  ],
  lock_waited: [
    'worker',
    { method: '', lane: '', ms: '' },
    'A call got the lock that another transaction had, or was given up.',
  ],
  replies_read: ['gateway', { replies: '', lagMs: '' }, 'Replies were read from the reply stream.'],
  calls_resent: [
    'gateway',
    { queue: '', calls: '', callIds: '' },
    'Redis had lost these calls or their replies; they were sent again.',
  ],
  set_retried: [
    'worker',
    { method: '', calls: '', callIds: '?', error: '' },
    'A set failed and runs again, in whole or in part. `ER_DUP_ENTRY`: one of its calls has run before.',
  ],
  call_failed: [
    'worker',
    { method: '', callId: '', error: '' },
    'A call was given up, and answered `internal_error`.',
  ],
  calls_expired: [
    'worker',
    { method: '', calls: '', callIds: '?' },
    'Calls did not run before their deadline. Their clients get 504.',
  ],
  queue_failed: [
    'worker',
    { queue: '', error: '' },
    'Error of a queue, such as Redis being away, or of a job of webhooks or maintenance.',
  ],
  job_failed: ['worker', { queue: '', error: '' }, 'A job failed. The gateway sends its calls again.'],
  inbox_measured: [
    'worker',
    { rows: '', lagMs: '' },
    'After a purge: about how many stored answers there are, and for how long the oldest one has been expired.',
  ],
  inbox_purged: ['worker', { rows: '', ms: '' }, 'Expired stored answers were deleted.'],
  purge_failed: [
    'worker',
    { error: '' },
    'Expired stored answers were not deleted; the next purge tries again.',
  ],
  query_index_measured: [
    'worker',
    { accounts: '', changes: '', seconds: '' },
    'What the query index lacks: the number of changes, and the age of the oldest one.',
  ],
  query_index_failed: [
    'worker',
    { error: '' },
    'A step of the query index failed; tried again. Queries do not find the newest records meanwhile.',
  ],
  storage_not_measured: [
    'worker',
    { error: '' },
    'The sizes of Redis and of the tables, which `counterfoil status` shows, were not measured.',
  ],
  rewrite_failed: [
    'worker',
    { error: '' },
    'Redis did not begin to rewrite its append-only file, which keeps the data of finished calls; tried again in an hour. `NOPERM`: grant BGREWRITEAOF.',
  ],
  connection_failed: ['both', { to: '', error: '' }, 'A connection to `redis` or `database` failed.'],
  request_crashed: [
    'gateway',
    { requestId: '', error: '' },
    'An error in the gateway. The request was answered 500.',
  ],
  app_looked_up: [
    'gateway',
    { app: '', found: '', ms: '' },
    'An app was looked up through the queue of accounts.',
  ],
  app_lookup_failed: [
    'gateway',
    { app: '', code: '' },
    'An app could not be looked up, or its secret not decrypted.',
  ],
  keys_judged: [
    'gateway',
    { state: '', keys: '' },
    'The ids of the secret keys, and what is known of them: `proven`, `unproven`, `unknown` or `wrong`.',
  ],
  redis_evicts: [
    'gateway',
    { policy: '' },
    'The `maxmemory-policy` of Redis was changed: when its memory is full, it deletes jobs, replies and nonces.',
  ],
  workers_missing: [
    'gateway',
    { queue: '' },
    'No worker of the queue has sent a heartbeat for three seconds. Its calls wait; after `CALL_DEADLINE_MS` without a worker, new ones get 503.',
  ],
  workers_back: ['gateway', { queue: '' }, 'The queue has a worker again.'],
  queue_paused: [
    'gateway',
    { queue: '', reason: '', until: '?' },
    'An operator has paused the queue. Its calls get 503 with the code `paused`.',
  ],
  queue_resumed: ['gateway', { queue: '' }, 'The pause of the queue has ended.'],
  signature_rejected: [
    'gateway',
    { requestId: '', app: '', reason: '' },
    'A request was answered 401, for a reason in the table of docs/signatures.md.',
  ],
  unsigned_not_logged: [
    'gateway',
    { lines: '' },
    'More than 10 unsigned requests a second came. The lines `request` and `signature_rejected` of some are left out; metrics count all.',
  ],
  changes_purged: [
    'worker',
    { rows: '', ms: '' },
    `Changes were removed that are older than ${changesKeptDays} days.`,
  ],
  history_purged: [
    'worker',
    { rows: '', ms: '' },
    'History was removed that is older than its accounts keep it.',
  ],
  answers_erased: [
    'worker',
    { rows: '', ms: '' },
    'Stored answers with values of erased customers were removed.',
  ],
  deliveries_purged: [
    'worker',
    { rows: '', ms: '' },
    'Deliveries of webhooks that are no longer listed were removed.',
  ],
  webhook_attempt: [
    'worker',
    { webhook: '', delivery: '', changes: '', status: '', delivered: '', ms: '' },
    'A delivery of a webhook was tried. `status` is 0 without an answer.',
  ],
  webhook_disabled: [
    'worker',
    { webhook: '', reason: '' },
    'A webhook was disabled: its receiver failed for days or answered 410, or changes were no longer kept.',
  ],
  webhook_request_dropped: [
    'worker',
    { webhook: '', reason: '' },
    'A test, or a delivery that `webhook redeliver` asked for, is not sent. `reason` is `changes_purged`: its changes are no longer kept; or `unavailable`: the webhook was deleted, or its account is disabled.',
  ],
  webhooks_not_sent: [
    'worker',
    { resources: '' },
    'The worker serves the operations of webhooks, but has no secret key to sign with. Start a `worker webhook` with it.',
  ],
  webhook_key_missing: [
    'worker',
    { webhook: '' },
    'The secret of the webhook was encrypted with another key than this worker has. It is tried again every minute; a test of it has failed.',
  ],
  clock_stepped: [
    'both',
    { ms: '' },
    "Redis's clock was stepped by `ms`; the service's time continues without a step.",
  ],
  rate_limit_skipped: [
    'gateway',
    { key: '', error: '' },
    'Redis did not answer, so a request was let through without being counted.',
  ],
  traces_not_exported: [
    'both',
    { spans: '', error: '' },
    'The receiver of traces does not take spans. They are dropped; calls are not affected.',
  ],
  traces_exported_again: ['both', { dropped: '' }, 'The receiver of traces takes spans again.'],
};

type EventField = { [Name in keyof Events]: keyof Events[Name] }[keyof Events];

/** The meaning of each field, whichever event has it. */
export const fieldTexts: Readonly<Record<EventField, string>> = {
  account: 'the ident of the account of the app; empty if nobody signed the request',
  accounts: 'how many accounts',
  address: 'host and port',
  app: 'the id of the app; in `signature_rejected`, the one that the request names',
  bytes: 'the size of the body of the request',
  callId: 'the id of a call: that of its request; for an entry of a batch, with a dot and its index',
  callIds: 'the ids of the calls; from workers only at the level `debug`',
  calls: 'how many calls',
  changes: 'how many changes',
  code: 'the code of the answer (`X-Svc-Error`), missing on success; or that of a failed look-up',
  deliveries: 'how often the job was delivered',
  delivered: 'whether the receiver answered 2xx',
  delivery: 'the `webhook-id` of the delivery',
  dropped: 'how many spans were lost',
  error: '`code`, and `at`: the place in the code',
  found: 'whether it exists and may sign',
  key: 'a hash of the app and the `Idempotency-Key`, under which the answer is stored; in `rate_limit_skipped`, the app or account whose limit was not counted',
  deadlineMs: 'the deadline of calls at this gateway in milliseconds (`CALL_DEADLINE_MS`)',
  keys: 'ids of secret keys',
  lagMs: 'the delay in milliseconds',
  lane: '`interactive` or `bulk`',
  lines: 'how many lines were left out',
  method: 'the operation; in `request`, the first 64 characters of `X-Svc-Method`',
  ms: 'the duration in milliseconds',
  part: 'a part of the process',
  policy: '`maxmemory-policy`',
  path: 'the path, if it is not that of the operations',
  queue: 'the queue, such as `article` or `article.bulk`',
  queueMs: 'milliseconds from the acceptance of the call to the start of its set; in a batch, the longest',
  reason:
    'why; in `request`, one of the [reasons](#metrics) of a 503 or 429; in `queue_paused`, what the operator gave',
  refused: 'how many calls were refused by their operation',
  replies: 'how many replies',
  requestId: '`X-Request-Id` of the answer',
  resources: 'the queues that a worker serves',
  rows: 'how many rows',
  seconds: 'the age of the oldest change',
  signal: 'the signal, or another cause',
  spans: 'how many spans',
  state: 'what is known of the secret keys',
  status: 'the status of the answer',
  traceId: 'the id of the trace of the request, if it has one',
  traceIds: 'the ids of the traces of its calls, at most 16',
  to: '`redis` or `database`',
  until: 'when the pause ends by itself',
  verb: 'the HTTP verb, unless it is a `POST` to an operation',
  waitsMs: 'milliseconds, one number for each call',
  webhook: 'the ident of the webhook',
};
