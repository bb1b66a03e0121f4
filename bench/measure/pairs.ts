import type { LoadResult } from '../load/load.ts';
import { type ByPart, cpuSeconds, type Part } from '../support/processes.ts';

export interface Turn {
  readonly perSecond: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU microseconds per request. */
  readonly cpu: ByPart;
}

export interface Sides {
  readonly names: readonly [string, string];
  readonly turn: (side: 0 | 1) => Promise<Turn>;
  readonly printLine: (text: string) => void;
}

/**
 * Lets two sides take turns, AB BA AB …, so that a machine that slows down or speeds up favours neither. Returns the median
 * of the ratios of the second side's throughput to the first's.
 */
export async function comparePairs({ names, turn, printLine }: Sides, rounds: number): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turns: Turn[] = [];
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      turns[side] = await turn(side);
    const [first, second] = turns as [Turn, Turn];
    const ratio = second.perSecond / first.perSecond;
    ratios.push(ratio);
    printLine(`${names[0]} ${describe(first)}\n${names[1]} ${describe(second)}\nratio ${ratio.toFixed(3)}`);
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  const median = ((sorted[(rounds - 1) >> 1] as number) + (sorted[rounds >> 1] as number)) / 2;
  printLine(`median ratio ${median.toFixed(3)} of ${sorted.map((ratio) => ratio.toFixed(3)).join(', ')}`);
  return median;
}

export async function measureTurn(parts: readonly Part[], load: () => Promise<LoadResult>): Promise<Turn> {
  const before = cpuSeconds(parts);
  const { requests, seconds, failed, p50Ms, p99Ms } = await load();
  const used = Object.entries(cpuSeconds(parts)).map(([name, value]) => {
    const microseconds = ((value - (before[name as keyof ByPart] ?? 0)) * 1e6) / requests;
    return [name, Math.round(microseconds * 10) / 10];
  });
  return { perSecond: requests / seconds, failed, p50Ms, p99Ms, cpu: Object.fromEntries(used) };
}

function describe({ perSecond, failed, p50Ms, p99Ms, cpu }: Turn): string {
  return `${Math.round(perSecond)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${failed} failed, µs ${JSON.stringify(cpu)}`;
}
