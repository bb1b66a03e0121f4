import { shownChange } from '../journal/rowOutcome.ts';
import type { BatchPlan } from '../plan/batchPlans.ts';
import { type PriceChange, percentOf, pricesIn, priceText } from '../plan/priceChanges.ts';
import type { UpdatePlan } from '../plan/rowPlan.ts';

const maxShown = 3;
const maxLargest = 5;

/** Updates that a dry run shows: the first ones, and the prices that change most. */
export class UpdateSamples {
  readonly first: UpdatePlan[] = [];
  readonly largest: PriceChange[] = [];

  add(plan: BatchPlan): void {
    for (const row of plan) {
      if (row.kind !== 'update') continue;
      if (this.first.length < maxShown) this.first.push(row);
      for (const change of pricesIn(row)) this.#addPrice(change);
    }
  }

  #addPrice(change: PriceChange): void {
    const last = this.largest.at(-1);
    if (this.largest.length >= maxLargest && last && percentOf(change) <= percentOf(last)) return;
    this.largest.push(change);
    this.largest.sort((one, other) => percentOf(other) - percentOf(one));
    this.largest.splice(maxLargest);
  }

  lines(): readonly string[] {
    if (this.first.length === 0) return [];
    return [
      '  stored → in the file, the first updates:',
      ...this.first.map((row) => `    ${row.title ?? ''}: ${changesText(row)}`),
      ...(this.largest.length > 0 ? ['  the largest changes of prices:'] : []),
      ...this.largest.map((change) => `    ${priceText(change)} (${signed(change)} %)`),
    ];
  }
}

const maxValueLength = 40;

function changesText({ changes, address }: UpdatePlan): string {
  return [...changes, ...(address?.changes ?? [])]
    .map(shownChange)
    .map(({ field, from, to }) => `${field} ${shortened(from)} → ${shortened(to)}`)
    .join(', ');
}

function shortened(value: string): string {
  if (value === '') return '(empty)';
  return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
}

function signed(change: PriceChange): string {
  const percent = percentOf(change).toLocaleString('en', { maximumFractionDigits: 1 });
  return `${change.to < change.from ? '−' : '+'}${percent}`;
}
