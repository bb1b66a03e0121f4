import type { Lane, QueueId } from '../../shared/calls/queues.ts';
import type { PoolState } from '../database/pool.ts';
import type { CoalescerState } from '../sets/coalescer.ts';

/** What a worker has of a queue: its own calls, not those of other workers. */
export interface QueueState extends QueueId, CoalescerState {
  /** Milliseconds in which a set of the queue ran, since the process started. */
  readonly busyMs: number;
}

/** What a worker is doing now. */
export interface WorkerState {
  readonly queues: readonly QueueState[];
  readonly pools: readonly (PoolState & { readonly lane: Lane })[];
  /** Characters of replies that Redis has not accepted. */
  readonly unsentReplies: number;
  /** Known by the process that purged the inbox last. */
  readonly inbox: InboxState | undefined;
}

export interface InboxState {
  /** About how many rows there are. */
  readonly rows: number;
  /** For how long the oldest of them has been expired. */
  readonly lagMs: number;
}
