import type { Answered } from './load.ts';

export interface Second {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

export class Series {
  readonly #seconds: Answered[][] = [];

  add(answered: Answered): void {
    const second = Math.floor(answered.dueAt / 1_000);
    (this.#seconds[second] ??= []).push(answered);
  }

  get seconds(): readonly Second[] {
    return Array.from({ length: this.#seconds.length }, (_, second) => {
      const answers = this.#seconds[second] ?? [];
      const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
      return {
        rate: answers.length,
        p50: at(sorted, 0.5),
        p99: at(sorted, 0.99),
        failed: answers.filter(({ status }) => status !== 200).length,
      };
    });
  }

  /** Returns milliseconds, for requests that were due from second `from` up to `to`, exclusive. */
  p99(from: number, to: number): number {
    const answers = this.#seconds.slice(from, to).flatMap((second) => second ?? []);
    return at(
      answers.map(({ ms }) => ms).toSorted((one, other) => one - other),
      0.99,
    );
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** A change of the number of processes of a role. */
export interface Step {
  /** Seconds from the beginning. */
  readonly at: number;
  readonly role: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

export function stepIn(line: string, at: number): Step | undefined {
  const [, role = '', from, to, reason = ''] = /^Scaling (\S+) from (\d+) to (\d+): (.*)$/.exec(line) ?? [];
  return role ? { at, role, from: Number(from), to: Number(to), reason } : undefined;
}
