import type { Lane, QueueId } from '../../shared/wire/queues.ts';
import type { PoolState } from '../database/pool.ts';
import type { CoalescerState } from '../sets/coalescer.ts';

/** Counts the calls of this worker only. */
export interface QueueState extends QueueId, CoalescerState {
  /** Milliseconds in which a set of the queue ran, since the process started. */
  readonly busyMs: number;
}

export interface WorkerState {
  readonly queues: readonly QueueState[];
  readonly pools: readonly (PoolState & { readonly lane: Lane })[];
  /** Characters of replies that Redis has not accepted. */
  readonly unsentReplies: number;
  /** Only the process that purged the inbox last has it. */
  readonly inbox: InboxState | undefined;
}

export interface InboxState {
  /** An estimate. */
  readonly rows: number;
  /** Milliseconds for which the oldest row has been expired. */
  readonly lagMs: number;
}
