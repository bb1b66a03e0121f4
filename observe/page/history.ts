import { signalsOf } from '../diagnosis/signals.ts';
import type { Report } from '../report/statusReport.ts';
import { sum } from '../status/queueSummary.ts';

/** Values are undefined if nothing was measured. */
export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly callsPerSecond: number;
  /** `p50Ms` is the mean of the queues, weighted by their calls. `p99Ms` is the highest of the queues. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly oldestMs: number;
  /** Requests that were answered 503 or 429 in the last ten seconds. */
  readonly rejections: number;
}

export const historyMs = 15 * 60_000;

export class History {
  readonly #points: Point[] = [];

  add(point: Point): void {
    this.#points.push(point);
    const first = this.#points.findIndex(({ at }) => at > point.at - historyMs);
    this.#points.splice(0, first);
  }

  get points(): readonly Point[] {
    return this.#points;
  }
}

export function pointOf({ queues, processes, rejections, redis }: Report, at: number): Point {
  const answering = queues.flatMap(({ p50Ms, callsPerSecond }) =>
    p50Ms === undefined ? [] : [{ p50Ms, callsPerSecond }],
  );
  const calls = sum(answering.map(({ callsPerSecond }) => callsPerSecond));
  const p99s = queues.flatMap(({ p99Ms }) => p99Ms ?? []);
  return {
    at,
    callsPerSecond: signalsOf(processes, redis).callsPerSecond,
    p50Ms: calls > 0 ? sum(answering.map((one) => one.p50Ms * one.callsPerSecond)) / calls : undefined,
    p99Ms: p99s.length > 0 ? Math.max(...p99s) : undefined,
    oldestMs: Math.max(0, ...queues.map(({ inFlight, oldestMs }) => (inFlight > 0 ? oldestMs : 0))),
    rejections: sum(Object.values(rejections)),
  };
}
