import { sum } from '../../contract/values/arithmetic.ts';
import type { MeasuredLoad, ProcessStatus } from './processStatus.ts';

/** Loads that are older say little about the present mix of calls. */
const loadTtlMs = 900_000;
/** Loads of fewer calls measure the idle work of a process. */
const minCallsPerSecond = 1;

/** A shorter window mixes a load with the one before the start. */
export const fullWindowMs = 9_000;

interface Kept extends MeasuredLoad {
  readonly at: number;
}

/** The latest measurement of each size of load, in powers of two: how a process scales is read from two of them. */
export class LoadHistory {
  readonly #bySize = new Map<number, Kept>();

  /** `at` is in milliseconds. */
  add(load: MeasuredLoad, at: number): void {
    if (load.callsPerSecond >= minCallsPerSecond)
      this.#bySize.set(Math.floor(Math.log2(load.callsPerSecond)), { ...load, at });
    for (const [size, kept] of this.#bySize) if (at - kept.at > loadTtlMs) this.#bySize.delete(size);
  }

  /** Smallest first. */
  get loads(): readonly MeasuredLoad[] {
    const sizes = [...this.#bySize].toSorted(([one], [other]) => one - other);
    return sizes.map(([, { at: _, ...load }]) => load);
  }
}

export function measuredLoad(
  busy: number,
  { gateway, worker }: Pick<ProcessStatus, 'gateway' | 'worker'>,
): MeasuredLoad {
  const sets = sum(worker?.queues.map(({ setsPerSecond }) => setsPerSecond) ?? []);
  return { callsPerSecond: (gateway ?? worker)?.callsPerSecond ?? 0, setsPerSecond: sets, busy };
}
