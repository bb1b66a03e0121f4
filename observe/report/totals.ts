import { sum } from '../../shared/contract/values/arithmetic.ts';
import { presentGateways } from '../status/callSummary.ts';
import { highestP99, meanP50 } from '../status/queueSummary.ts';
import type { Report } from './statusReport.ts';

/** Numbers of the whole service. Undefined if nothing was measured. */
export interface Totals {
  readonly callsPerSecond: number;
  readonly setsPerSecond: number;
  readonly waiting: number;
  readonly active: number;
  /** `p50Ms` is the mean of the queues, weighted by their calls. `p99Ms` is the highest of the queues. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly oldestMs: number;
  /** Requests that were answered 503 or 429 in the last ten seconds. */
  readonly rejections: number;
}

export function totalsOf({ queues, processes, rejections }: Report): Totals {
  return {
    callsPerSecond: sum(presentGateways(processes).map(({ callsPerSecond }) => callsPerSecond)),
    setsPerSecond: sum(queues.map(({ setsPerSecond }) => setsPerSecond)),
    waiting: sum(queues.map(({ waiting }) => waiting)),
    active: sum(queues.map(({ active }) => active)),
    p50Ms: meanP50(queues),
    p99Ms: highestP99(queues),
    oldestMs: Math.max(0, ...queues.map(({ inFlight, oldestMs }) => (inFlight > 0 ? oldestMs : 0))),
    rejections: sum(Object.values(rejections)),
  };
}
