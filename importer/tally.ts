import type { Outcome } from './outcome.ts';

/** How many rows there were, and what became of them. */
export interface Tally {
  rows: number;
  created: number;
  updated: number;
  existed: number;
  skipped: number;
  refused: number;
  /** Refused rows by what was said of them. */
  readonly reasons: Record<string, number>;
}

/** Reasons that hold values of their rows may be as many as the rows. */
const maxReasons = 100;
const others = 'other reasons';

export function emptyTally(): Tally {
  return { rows: 0, created: 0, updated: 0, existed: 0, skipped: 0, refused: 0, reasons: {} };
}

/** Counts what became of some rows. */
export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const tally = emptyTally();
  for (const outcome of outcomes) {
    tally.rows += 1;
    tally[outcome.kind] += 1;
    if (outcome.kind === 'refused') addReason(tally, outcome.reason, 1);
  }
  return tally;
}

/** Adds the second one to the first. */
export function addTally(sum: Tally, { reasons, ...counts }: Tally): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
  for (const [reason, count] of Object.entries(reasons)) addReason(sum, reason, count);
}

function addReason({ reasons }: Tally, reason: string, count: number): void {
  const isRoom = Object.hasOwn(reasons, reason) || Object.keys(reasons).length < maxReasons;
  const name = isRoom ? reason : others;
  reasons[name] = (reasons[name] ?? 0) + count;
}
