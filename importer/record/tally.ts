import type { Outcome } from './outcome.ts';

/** Counts of rows by result. */
export interface Tally {
  rows: number;
  created: number;
  updated: number;
  existed: number;
  skipped: number;
  refused: number;
  /** Counts of refused rows by reason. */
  readonly reasons: Record<string, number>;
}

/** Some reasons quote a value of the row, so there could be as many as rows. */
const maxReasons = 100;
const others = 'other reasons';

export function emptyTally(): Tally {
  return { rows: 0, created: 0, updated: 0, existed: 0, skipped: 0, refused: 0, reasons: {} };
}

/** Counts some results. */
export function tallyOf(outcomes: readonly Outcome[]): Tally {
  const tally = emptyTally();
  for (const outcome of outcomes) {
    tally.rows += 1;
    tally[outcome.kind] += 1;
    if (outcome.kind === 'refused') addReason(tally, outcome.reason, 1);
  }
  return tally;
}

/** Adds the second tally to the first one. */
export function addTally(sum: Tally, { reasons, ...counts }: Tally): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count;
  for (const [reason, count] of Object.entries(reasons)) addReason(sum, reason, count);
}

function addReason({ reasons }: Tally, reason: string, count: number): void {
  const isListed = Object.hasOwn(reasons, reason) || Object.keys(reasons).length < maxReasons;
  const name = isListed ? reason : others;
  reasons[name] = (reasons[name] ?? 0) + count;
}
