import type { Lane, QueueId } from '../../shared/wire/queues.ts';
import type { UnansweredCall } from '../../shared/wire/status/processStatus.ts';

/** A gateway's own calls of a queue, not those of other gateways. */
export interface QueueState extends QueueId {
  readonly inFlight: number;
  readonly oldestMs: number;
  readonly oldest?: UnansweredCall | undefined;
  readonly estimatedWaitMs: number;
  /** No worker has sent a heartbeat for seconds, so calls wait, and are rejected later. */
  readonly isWithoutWorker: boolean;
  /** An operator has paused the queue, so calls are rejected. */
  readonly isPaused: boolean;
}

export interface LaneState {
  readonly lane: Lane;
  readonly maxCalls: number;
  readonly calls: number;
  readonly requestBytes: number;
  readonly answerBytes: number;
}

export interface GatewayState {
  readonly queues: readonly QueueState[];
  readonly lanes: readonly LaneState[];
  readonly batches: { readonly waiting: number; readonly running: number };
  readonly waitingReaders: number;
  readonly connections: number;
  readonly requests: number;
  readonly key: string;
}
