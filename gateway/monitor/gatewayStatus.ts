import { sum } from '../../shared/contract/values/arithmetic.ts';
import { queueLabel, queueOf, queuesOf } from '../../shared/wire/queues.ts';
import { noDurations, percentile } from '../../shared/wire/status/durations.ts';
import type {
  GatewayQueueStatus,
  OperationStatus,
  ProcessStatus,
} from '../../shared/wire/status/processStatus.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';
import type { StatusSource } from '../../shared/wire/status/statusPublisher.ts';
import type { AccountTally } from '../apps/accountTally.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { GatewayMonitor } from './gatewayMonitor.ts';
import type { GatewayQueueState } from './gatewayState.ts';
import type { RejectionCounts } from './rejectionCounts.ts';

interface StatusDependencies {
  readonly monitor: Pick<GatewayMonitor, 'state'>;
  readonly callClient: Pick<CallClient, 'queues'>;
  readonly accounts: AccountTally;
  readonly rejections: RejectionCounts;
}

/** The times of operations are sampled every ten seconds, for five minutes. */
const samplesOfInterval = 10;
const intervals = 30;

const labels = queuesOf().map(queueLabel);

export class GatewayStatusSource implements StatusSource {
  readonly role = 'gateway';
  readonly title = 'gateway';
  readonly #dependencies: StatusDependencies;
  /** Calls in flight, by the label of the queue. */
  readonly #inFlight = new SlidingWindow(Object.fromEntries(labels.map((label) => [label, 0])));
  readonly #operations = new Map<string, SlidingWindow<readonly number[]>>();
  #samples = 0;
  readonly #durationsOfQueues = new Map(labels.map((label) => [label, new SlidingWindow(noDurations)]));

  constructor(dependencies: StatusDependencies) {
    this.#dependencies = dependencies;
  }

  sample(): void {
    const { monitor, callClient, accounts, rejections } = this.#dependencies;
    const inFlight = monitor.state().queues.map((queue) => [queueLabel(queue), queue.inFlight]);
    this.#inFlight.add(Object.fromEntries(inFlight));
    for (const [label, window] of this.#durationsOfQueues) {
      const { resource, lane } = queueOf(label);
      window.add(callClient.queues[lane][resource].durations.counts);
    }
    rejections.sample();
    accounts.nextSecond();
    if (this.#samples % samplesOfInterval === 0) this.#sampleOperations();
    this.#samples += 1;
  }

  #sampleOperations(): void {
    for (const { name, counts } of this.#durations()) {
      let window = this.#operations.get(name);
      if (!window) {
        window = new SlidingWindow(noDurations, intervals);
        window.add(noDurations);
        this.#operations.set(name, window);
      }
      window.add(counts);
    }
  }

  /** Durations of each operation since the start. Calls of batches count apart: they wait longer. */
  #durations(): readonly { readonly name: string; readonly counts: readonly number[] }[] {
    const { queues } = this.#dependencies.callClient;
    return queuesOf().flatMap(({ resource, lane }) =>
      [...queues[lane][resource].durations.byOperation].map(([method, { counts }]) => ({
        name: lane === 'bulk' ? `${method} in batches` : method,
        counts,
      })),
    );
  }

  #operationStatuses(): readonly OperationStatus[] {
    return this.#durations().flatMap(({ name, counts }) => {
      const growth = this.#operations.get(name)?.growthUntil(counts) ?? counts;
      const p50Ms = percentile(growth, 0.5);
      const p99Ms = percentile(growth, 0.99);
      if (p50Ms === undefined || p99Ms === undefined) return [];
      return [{ method: name, calls: sum(growth), p50Ms, p99Ms }];
    });
  }

  status(): Pick<ProcessStatus, 'gateway'> {
    const { monitor, accounts, rejections } = this.#dependencies;
    const means = this.#inFlight.means;
    const queues = monitor.state().queues.map((queue) => this.#queue(queue, means[queueLabel(queue)] ?? 0));
    const callsPerSecond = sum(queues.map((queue) => queue.callsPerSecond));
    const operations = this.#operationStatuses();
    return {
      gateway: { callsPerSecond, queues, rejections: rejections.all, accounts: accounts.share, operations },
    };
  }

  #queue(state: GatewayQueueState, meanInFlight: number): GatewayQueueStatus {
    const { resource, lane, inFlight, oldestMs, oldest, estimatedWaitMs, isWithoutWorker } = state;
    const window = this.#durationsOfQueues.get(queueLabel(state));
    const counts = window?.growth ?? noDurations;
    return {
      resource,
      lane,
      inFlight,
      meanInFlight,
      estimatedWaitMs,
      isWithoutWorker,
      oldestMs: Math.round(oldestMs),
      oldest,
      callsPerSecond: sum(window?.rates ?? noDurations),
      p50Ms: percentile(counts, 0.5),
      p99Ms: percentile(counts, 0.99),
      rejections: this.#dependencies.rejections.of(queueLabel(state)),
    };
  }
}
