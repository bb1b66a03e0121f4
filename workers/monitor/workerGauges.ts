import { limitSize } from '../../shared/contract/values/byteSize.ts';
import type { GaugeOf, Reading } from '../../shared/runtime/metrics/metrics.ts';
import { byQueue, ofQueues } from '../../shared/runtime/metrics/queueMetrics.ts';
import type { Lane, QueueId } from '../../shared/wire/queues.ts';
import type { QueryIndexStatus, WebhookStatus } from '../../shared/wire/status/processStatus.ts';
import type { PoolState } from '../database/pool.ts';
import type { StatementTimes } from '../database/statementTimes.ts';
import { maxUnsentLength } from '../jobs/replySender.ts';
import type { CoalescerState } from '../sets/coalescer.ts';
import { maxInFlight } from '../webhooks/attemptBudget.ts';

export const workerGauges: readonly GaugeOf<WorkerState>[] = [
  {
    name: 'counterfoil_workers',
    labelNames: byQueue,
    help: '1 for each queue that this worker serves: the sum is the number of workers.',
    read: ofQueues(() => 1),
  },
  {
    name: 'counterfoil_worker_calls',
    labelNames: [...byQueue, 'state'],
    help: 'Calls in this worker: `waiting` for a set, in a set that runs (`running`), or waiting for a lock (`locked`).',
    read: ({ queues }) =>
      queues.flatMap(({ resource, lane, waiting, running, locked }): Reading[] => [
        [waiting, resource, lane, 'waiting'],
        [running, resource, lane, 'running'],
        [locked, resource, lane, 'locked'],
      ]),
  },
  {
    name: 'counterfoil_worker_busy_seconds_total',
    type: 'counter',
    labelNames: byQueue,
    help: 'Time in which at least one set of the queue ran. Its rate is the busy ratio of the worker. Sets grow with the load: a ratio near 1 is a bottleneck only if the sets are large, too.',
    read: ofQueues(({ busyMs }) => busyMs / 1_000),
  },
  {
    name: 'counterfoil_database_pool_connections',
    labelNames: ['lane', 'state'],
    help: 'Connections to the database: `used` or `free`.',
    read: ({ pools }) =>
      pools.flatMap(({ lane, used, free }): Reading[] => [
        [used, lane, 'used'],
        [free, lane, 'free'],
      ]),
  },
  {
    name: 'counterfoil_database_pool_max',
    labelNames: ['lane'],
    help: 'Maximum number of connections: the share of the lane in `DATABASE_POOL`.',
    read: ({ pools }) => pools.map(({ lane, max }) => [max, lane]),
  },
  {
    name: 'counterfoil_database_pool_waiting',
    labelNames: ['lane'],
    help: 'Sets that wait for a connection.',
    read: ({ pools }) => pools.map(({ lane, waiting }) => [waiting, lane]),
  },
  {
    name: 'counterfoil_database_seconds_total',
    type: 'counter',
    labelNames: ['lane', 'phase'],
    help: 'Time that sets waited for the database: for a `statement`, without those that wait for locks, or for a `commit`.',
    read: ofPhases(({ statementMs, commitMs }) => [statementMs / 1_000, commitMs / 1_000]),
  },
  {
    name: 'counterfoil_database_round_trips_total',
    type: 'counter',
    labelNames: ['lane', 'phase'],
    help: 'Number of those waits: statements that are sent together count once.',
    read: ofPhases(({ statements, commits }) => [statements, commits]),
  },
  {
    name: 'counterfoil_unsent_reply_bytes',
    help: `Replies that Redis has not accepted yet, in characters. Above ${limitSize(maxUnsentLength)}, no reads run.`,
    read: ({ unsentReplies }) => [[unsentReplies]],
  },
  {
    name: 'counterfoil_inbox_rows',
    help: 'Approximate number of stored answers. A worker reports it for five minutes after it has purged: use the maximum of all.',
    read: ({ inbox }) => (inbox ? [[inbox.rows]] : []),
  },
  {
    name: 'counterfoil_inbox_purge_lag_seconds',
    help: 'For how long the oldest stored answer has been expired, after a purge; 0 if none is. A worker reports it for five minutes after it has purged: use the maximum of all.',
    read: ({ inbox }) => (inbox ? [[inbox.lagMs / 1_000]] : []),
  },
  {
    name: 'counterfoil_webhooks',
    labelNames: ['state'],
    help: 'Webhooks of all accounts, as each worker of webhooks counts them, and not if that has failed for a minute: `enabled`; those of them whose last attempt failed (`failing`); `disabled` since they failed.',
    read: ({ webhooks }) =>
      webhooks
        ? [
            [webhooks.enabled, 'enabled'],
            [webhooks.failing, 'failing'],
            [webhooks.disabled, 'disabled'],
          ]
        : [],
  },
  {
    name: 'counterfoil_webhook_overdue_seconds',
    help: 'For how long the most overdue delivery could have been tried: attempts in flight and pauses after failures do not count.',
    read: ({ webhooks }) => (webhooks ? [[webhooks.overdueSeconds]] : []),
  },
  {
    name: 'counterfoil_webhook_oldest_change_seconds',
    help: 'Age of the oldest change that an enabled webhook has not delivered: also while its receiver fails or is slow.',
    read: ({ webhooks }) => (webhooks ? [[webhooks.oldestChangeSeconds]] : []),
  },
  {
    name: 'counterfoil_webhook_attempts_in_flight',
    help: `Attempts to deliver that wait for a receiver, at most ${maxInFlight} in a worker.`,
    read: ({ webhooks }) => (webhooks ? [[webhooks.inFlight]] : []),
  },
  {
    name: 'counterfoil_query_index_lag_seconds',
    help: 'Age of the oldest change that the query index lacks. Each worker of `account` reports it, unless it has failed to measure it for five minutes.',
    read: ({ queryIndex }) => (queryIndex ? [[queryIndex.seconds]] : []),
  },
  {
    name: 'counterfoil_query_index_lag_changes',
    help: 'Changes that the query index lacks. Each worker of `account` reports it.',
    read: ({ queryIndex }) => (queryIndex ? [[queryIndex.changes]] : []),
  },
];

type OfPhases = (times: StatementTimes) => readonly [statement: number, commit: number];

function ofPhases(values: OfPhases): (state: WorkerState) => readonly Reading[] {
  return ({ pools }) =>
    pools.flatMap(({ lane, times }): Reading[] => {
      const [statement, commit] = values(times);
      return [
        [statement, lane, 'statement'],
        [commit, lane, 'commit'],
      ];
    });
}

/** Counts the calls of this worker only. */
export interface WorkerQueueState extends QueueId, CoalescerState {
  /** Milliseconds in which a set of the queue ran, since the process started. */
  readonly busyMs: number;
}

export interface WorkerState {
  readonly queues: readonly WorkerQueueState[];
  readonly pools: readonly (PoolState & { readonly lane: Lane; readonly times: StatementTimes })[];
  /** Characters of replies that Redis has not accepted. */
  readonly unsentReplies: number;
  /** Undefined except in processes that have purged the inbox lately. */
  readonly inbox: InboxState | undefined;
  /** Undefined in a worker that delivers no webhooks, and if it could not count them for a minute. */
  readonly webhooks: (WebhookStatus & { readonly inFlight: number }) | undefined;
  /** Undefined in processes that have not looked lately at what the query index lacks. */
  readonly queryIndex: QueryIndexStatus | undefined;
}

export interface InboxState {
  /** Estimate of the database. */
  readonly rows: number;
  /** Milliseconds for which the oldest row has been expired. */
  readonly lagMs: number;
}
