import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { resourceOf } from '../../shared/contract/operations/operation.ts';
import type { Handlers } from '../../shared/runtime/process/log.ts';
import { queueLabel, queuesOf } from '../../shared/wire/queues.ts';
import type { Counts } from '../../shared/wire/status/processStatus.ts';
import { SlidingWindow } from '../../shared/wire/status/slidingWindow.ts';
import { type RejectionReason, rejectionReasons } from '../calls/unavailable.ts';

const reasons = Object.keys(rejectionReasons) as RejectionReason[];
/** Queues of single calls. A batch is rejected as a whole, so it belongs to none. */
const labels = queuesOf(undefined, ['interactive']).map(queueLabel);
const elsewhere = 'elsewhere';
const places = [...labels, elsewhere];

/** Counts the requests that were answered 503 or 429 in the last ten seconds, by queue and reason. */
export class RejectionCounts {
  readonly #counts = new Map(places.map((place) => [place, new Map<RejectionReason, number>()]));
  readonly #window = new SlidingWindow();

  readonly handlers: Handlers = {
    request: ({ method, reason }) => {
      if (reason === undefined) return;
      const place = method in publicOperations ? resourceOf(method) : elsewhere;
      const counts = this.#counts.get(place);
      counts?.set(reason as RejectionReason, (counts.get(reason as RejectionReason) ?? 0) + 1);
    },
  };

  sample(): void {
    this.#window.add(
      places.flatMap((place) => reasons.map((reason) => this.#counts.get(place)?.get(reason) ?? 0)),
    );
  }

  of(label: string): Counts {
    const from = places.indexOf(label) * reasons.length;
    return from < 0 ? {} : named(this.#window.growth.slice(from, from + reasons.length));
  }

  get all(): Counts {
    const growth = this.#window.growth;
    return named(
      reasons.map((_, index) =>
        places.reduce((sum, _place, place) => sum + (growth[place * reasons.length + index] ?? 0), 0),
      ),
    );
  }
}

function named(counts: readonly number[]): Counts {
  return Object.fromEntries(
    reasons.flatMap((reason, index) => (counts[index] ? [[reason, counts[index]] as const] : [])),
  );
}
