import { noAccount } from '../../shared/wire/call.ts';
import { type Lane, lanes, queuesOf } from '../../shared/wire/queues.ts';
import type { BatchLimiter } from '../batch/batchLimiter.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { WaitingReaders } from '../changes/waitingReaders.ts';
import type { Connections } from '../http/connections.ts';
import type { KeyGuard } from '../keys/keyGuard.ts';

export interface StateDependencies {
  readonly callClient: CallClient;
  readonly batchLimiter: BatchLimiter;
  readonly waitingReaders: WaitingReaders;
  readonly connections: Connections;
  readonly keys: Pick<KeyGuard, 'state'>;
}

export type GatewayState = Readonly<ReturnType<typeof gatewayState>>;
export type GatewayQueueState = Readonly<ReturnType<typeof queueStates>[number]>;

export function gatewayState(dependencies: StateDependencies) {
  const { callClient, batchLimiter, waitingReaders, connections, keys } = dependencies;
  return {
    queues: queueStates(callClient),
    lanes: lanes.map((lane) => laneState(callClient, lane)),
    batches: batchLimiter.counts,
    waitingReaders: waitingReaders.count,
    connections: connections.size,
    requests: connections.responses.length,
    key: keys.state,
  };
}

function laneState({ rooms }: CallClient, lane: Lane) {
  const { calls, bytes, answers } = rooms[lane];
  return {
    lane,
    maxCalls: calls.max,
    calls: calls.held,
    requestBytes: bytes.held,
    answerBytes: answers.held,
  };
}

/** A gateway's own calls of each queue, not those of other gateways. */
function queueStates({ clock, queues }: CallClient) {
  const now = clock.now();
  return queuesOf().map(({ resource, lane }) => {
    const queue = queues[lane][resource];
    const { inFlight, batcher } = queue;
    const oldest = batcher.oldest?.call;
    return {
      resource,
      lane,
      inFlight,
      oldestMs: Math.max(0, now - (oldest?.acceptedAt ?? now)),
      oldest: oldest && oldest.account !== noAccount ? { method: oldest.method, id: oldest.id } : undefined,
      estimatedWaitMs: queue.waitEstimate.msFor(inFlight),
      isWithoutWorker: queue.isWithoutWorker,
      isPaused: queue.pausedMs(now) > 0,
    };
  });
}
