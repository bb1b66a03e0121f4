import type { GaugeOf } from '../../shared/runtime/metrics/metrics.ts';
import { byQueue, ofQueues } from '../../shared/runtime/metrics/queueMetrics.ts';
import { maxWaitShare } from '../calls/waitEstimate.ts';
import { guardStates } from '../keys/keyGuard.ts';
import type { GatewayState } from './gatewayState.ts';

export const gatewayGauges: readonly GaugeOf<GatewayState>[] = [
  {
    name: 'counterfoil_calls_in_flight',
    labelNames: byQueue,
    help: 'Calls that this gateway accepted and has not answered.',
    read: ofQueues(({ inFlight }) => inFlight),
  },
  {
    name: 'counterfoil_oldest_call_age_seconds',
    labelNames: byQueue,
    help: 'Age of the oldest unanswered call of this gateway, in seconds; 0 if there is none.',
    read: ofQueues(({ oldestMs }) => oldestMs / 1_000),
  },
  {
    name: 'counterfoil_estimated_wait_seconds',
    labelNames: byQueue,
    help: `How long the calls in flight would take at the measured rate; 0 while they are few. Calls that would wait longer than ${100 * maxWaitShare} % of their deadline are rejected.`,
    read: ofQueues(({ estimatedWaitMs }) => estimatedWaitMs / 1_000),
  },
  {
    name: 'counterfoil_queue_without_worker',
    labelNames: byQueue,
    help: '1 if this gateway has seen no worker of the queue for three seconds, so that calls wait, and are rejected after `CALL_DEADLINE_MS`; otherwise 0.',
    read: ofQueues(({ isWithoutWorker }) => Number(isWithoutWorker)),
  },
  {
    name: 'counterfoil_queue_paused',
    labelNames: byQueue,
    help: '1 if an operator has paused the queue, so that this gateway rejects calls; otherwise 0.',
    read: ofQueues(({ isPaused }) => Number(isPaused)),
  },
  {
    name: 'counterfoil_max_calls',
    labelNames: ['lane'],
    help: 'How many calls this gateway accepts at once.',
    read: ({ lanes }) => lanes.map(({ lane, maxCalls }) => [maxCalls, lane]),
  },
  {
    name: 'counterfoil_request_bytes',
    labelNames: ['lane'],
    help: 'Bytes of the requests whose calls are in flight.',
    read: ({ lanes }) => lanes.map(({ lane, requestBytes }) => [requestBytes, lane]),
  },
  {
    name: 'counterfoil_unread_answer_bytes',
    labelNames: ['lane'],
    help: 'Bytes of large answers that clients have not read yet, and room for those that are expected.',
    read: ({ lanes }) => lanes.map(({ lane, answerBytes }) => [answerBytes, lane]),
  },
  {
    name: 'counterfoil_batches',
    labelNames: ['state'],
    help: 'Batches that wait for their turn (`waiting`), and that run (`running`).',
    read: ({ batches }) => [
      [batches.waiting, 'waiting'],
      [batches.running, 'running'],
    ],
  },
  {
    name: 'counterfoil_waiting_readers',
    help: 'Requests of `changes.list` that wait for changes.',
    read: ({ waitingReaders }) => [[waitingReaders]],
  },
  {
    name: 'counterfoil_http_connections',
    help: 'Open connections of clients.',
    read: ({ connections }) => [[connections]],
  },
  {
    name: 'http_server_active_requests',
    help: 'HTTP requests that are not answered.',
    read: ({ requests }) => [[requests]],
  },
  {
    name: 'counterfoil_secret_key_state',
    labelNames: ['state'],
    help: '1 for what is known of the secret key: `unknown`, `unproven`, `proven` or `wrong`.',
    read: ({ key }) => guardStates.map((state) => [Number(state === key), state]),
  },
];
