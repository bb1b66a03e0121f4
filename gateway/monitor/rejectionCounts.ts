import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import { sum } from '../../shared/contract/values/arithmetic.ts';
import { type RejectionReason, rejectionReasons } from '../../shared/runtime/process/events.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { queueLabel, queuesOf } from '../../shared/wire/queues.ts';
import type { Counts } from '../../shared/wire/status/processStatus.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';

type CountOfEach = Record<RejectionReason, number>;

const none = Object.fromEntries(rejectionReasons.map((reason) => [reason, 0])) as CountOfEach;
/** Queues of single calls. A batch is rejected as a whole, so it belongs to none. */
const labels = queuesOf(undefined, ['interactive']).map(queueLabel);
const elsewhere = 'elsewhere';

/** Counts the requests that were answered 503 or 429 in the last ten seconds, by queue and reason. */
export class RejectionCounts {
  readonly #places = new Map(
    [...labels, elsewhere].map((place) => [place, { counts: { ...none }, window: new SlidingWindow(none) }]),
  );

  readonly handlers: Handlers = {
    request: ({ method, reason }) => {
      if (reason === undefined) return;
      const isCall = Object.hasOwn(publicOperations, method);
      const place = this.#places.get(isCall ? resourceOf(method) : elsewhere);
      if (place) place.counts[reason] += 1;
    },
  };

  sample(): void {
    for (const { counts, window } of this.#places.values()) window.add(counts);
  }

  of(label: string): Counts {
    return countsOf((reason) => this.#places.get(label)?.window.growth[reason] ?? 0);
  }

  get all(): Counts {
    const growths = [...this.#places.values()].map(({ window }) => window.growth);
    return countsOf((reason) => sum(growths.map((growth) => growth[reason])));
  }
}

/** Leaves out reasons without a request. */
function countsOf(countOf: (reason: RejectionReason) => number): Counts {
  return Object.fromEntries(
    rejectionReasons.map((reason) => [reason, countOf(reason)] as const).filter(([, count]) => count > 0),
  );
}
