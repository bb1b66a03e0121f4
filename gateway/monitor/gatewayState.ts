import type { Lane, QueueId } from '../../shared/calls/queues.ts';

/** What a gateway has of a queue: its own calls, not those of other gateways. */
export interface QueueState extends QueueId {
  /** Calls that are not answered yet. */
  readonly inFlight: number;
  /** Since the oldest of them was accepted; 0 when there is none. */
  readonly oldestMs: number;
  /** How long the calls in flight would take at the measured rate. */
  readonly estimatedWaitMs: number;
  /** No worker has sent a heartbeat for seconds, so that calls are refused. */
  readonly isWithoutWorker: boolean;
  /** An operator has paused it, so that calls are refused. */
  readonly isPaused: boolean;
}

interface LaneState {
  readonly lane: Lane;
  readonly maxCalls: number;
  readonly calls: number;
  /** Of the requests in flight, and of the answers that clients have not read. */
  readonly requestBytes: number;
  readonly answerBytes: number;
}

/** What a gateway is doing now. */
export interface GatewayState {
  readonly queues: readonly QueueState[];
  readonly lanes: readonly LaneState[];
  /** Batches that wait for their turn, and that run. */
  readonly batches: { readonly waiting: number; readonly running: number };
  /** Requests that wait for changes. */
  readonly waitingReaders: number;
  readonly connections: number;
  /** HTTP requests that are not answered. */
  readonly requests: number;
  /** What is known of the secret key. */
  readonly key: string;
}
