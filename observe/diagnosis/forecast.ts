import { maxBy } from '../../shared/contract/values/arithmetic.ts';
import type { MeasuredLoad } from '../../shared/wire/status/processStatus.ts';
import type { SeenStatus } from '../status/readStatuses.ts';

/** Number of processes that a load needs. The fields are part of the interface of `/scaling`. */
export interface Forecast {
  readonly at_least: number;
  readonly at_most: number;
  /** `measured`: processes had such a load; `extrapolated` from two loads; `guessed` from one. */
  readonly trust: 'measured' | 'extrapolated' | 'guessed';
}

/** Maximum use of processes: the rest is a reserve. */
export const reserve = 0.7;

/** Calls grow together at high load: the cost of a call falls at most so far (docs/scaling.md, "Costs"). */
const maxGain = 7;

/** Two loads that differ less say little about a third. */
const minRatio = 1.5;
/** A load that is so much higher than a measured one still counts as measured. */
const measuredRatio = 1.25;

/**
 * Returns how many processes like these the calls need. The use of a process grows less than its calls, since sets and jobs
 * grow: a line through the highest two measured loads is an upper bound, a line through one and zero is a higher one.
 */
export function forecastOf(processes: readonly SeenStatus[], callsPerSecond: number): Forecast {
  const loads = loadsOf(processes);
  const high = loads.at(-1);
  if (!high || callsPerSecond <= 0) return { at_least: 1, at_most: 1, trust: 'guessed' };
  const low = loads.findLast((load) => high.callsPerSecond >= minRatio * load.callsPerSecond);
  const perCall = low ? marginalCost(low, high) : high.busy / high.callsPerSecond;
  const base = Math.max(0, high.busy - perCall * high.callsPerSecond);
  // The base of each process is spent before its first call.
  const room = Math.max(0.1, reserve - base);
  const perProcess = perCall > 0 ? room / perCall : Number.POSITIVE_INFINITY;
  const at_most = Math.max(1, Math.ceil(callsPerSecond / perProcess - rounding));
  const cheapest = (low ? costInSets(low, high) : undefined) ?? high.busy / high.callsPerSecond / maxGain;
  const at_least = Math.max(1, Math.ceil((callsPerSecond * cheapest) / reserve - rounding));
  return {
    at_least: Math.min(at_least, at_most),
    at_most,
    trust: trustOf(low, high, callsPerSecond / at_most),
  };
}

const rounding = 1e-9;

function trustOf(low: MeasuredLoad | undefined, high: MeasuredLoad, each: number): Forecast['trust'] {
  const [from, to] = [(low ?? high).callsPerSecond, measuredRatio * high.callsPerSecond];
  if (each >= from && each <= to) return 'measured';
  return low ? 'extrapolated' : 'guessed';
}

/** Loads of the process that has seen the most different ones, smallest first. */
function loadsOf(processes: readonly SeenStatus[]): readonly MeasuredLoad[] {
  const measured = processes.map(({ loads = [] }) => loads);
  const sorted = measured.map((loads) =>
    loads.toSorted((one, other) => one.callsPerSecond - other.callsPerSecond),
  );
  return (
    maxBy(sorted, (loads) => (loads.at(-1)?.callsPerSecond ?? 0) / (loads[0]?.callsPerSecond ?? 1)) ?? []
  );
}

/** Never above the mean cost: use that grows faster than the calls is a sign of other work. */
function marginalCost(low: MeasuredLoad, high: MeasuredLoad): number {
  const slope = (high.busy - low.busy) / (high.callsPerSecond - low.callsPerSecond);
  return Math.min(Math.max(0, slope), high.busy / high.callsPerSecond);
}

/**
 * Cost of a call in a set of any size, without the cost of the set: solves busy = set cost × sets + call cost × calls for two
 * loads. Undefined if they do not tell both costs apart.
 */
function costInSets(low: MeasuredLoad, high: MeasuredLoad): number | undefined {
  const determinant = low.setsPerSecond * high.callsPerSecond - high.setsPerSecond * low.callsPerSecond;
  if (Math.abs(determinant) < Number.EPSILON) return undefined;
  const ofCall = (low.setsPerSecond * high.busy - high.setsPerSecond * low.busy) / determinant;
  return ofCall > 0 ? ofCall : undefined;
}
