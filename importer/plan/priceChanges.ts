import { grouped } from '../../shared/contract/values/counted.ts';
import { answer, ImportError } from '../source/importError.ts';
import type { BatchPlan } from './batchPlans.ts';
import type { UpdatePlan } from './rowPlan.ts';

/** A price before and after an update. */
export interface PriceChange {
  readonly title: string;
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/** Fields with stored prices, and what people call them. A gross price is stored as `article_price`. */
const storedPrices: ReadonlyMap<string, string> = new Map([
  ['article_price', 'prices'],
  ['article_purchase_price', 'purchase prices'],
]);

/** Percent by which most prices may change without a question. */
export const defaultLimit = 50;

/** Fewer changed prices show no pattern. */
const minChanged = 3;

/** Share of the changed prices that must have changed by one factor. */
const sameShare = 0.9;

interface Factor {
  /** Words for the new prices, in messages. */
  readonly what: string;
  readonly values: readonly number[];
  /** Share of the changed prices that must have changed by the factor, unless it is `sameShare`. */
  readonly share?: number;
}

/** Tax factors of usual rates; a rise of 5 % or 10 % is too usual to be taken for a tax. */
const taxFactors = [1.07, 1.081, 1.17, 1.18, 1.19, 1.2, 1.21, 1.22, 1.23, 1.24, 1.25, 1.27];

const factors: readonly Factor[] = [
  { what: '0', values: [0], share: 0.5 },
  ...[10, 100, 1_000].flatMap((value) => [
    { what: `${grouped(value)} times the stored ones`, values: [value] },
    { what: `the stored ones divided by ${grouped(value)}`, values: [1 / value] },
  ]),
  { what: 'the stored ones with tax, such as × 1.19', values: taxFactors },
  { what: 'the stored ones without tax, such as ÷ 1.19', values: taxFactors.map((value) => 1 / value) },
];

/** Percent up to which a rise or cut of all prices is usual. */
export const usualPercent = 12;

/** The first changes, each of which may show the factor of all. */
const maxDrawn = 5;

/** Share of the compared prices that must change like this: fewer are corrections of single articles. */
const minCompared = 0.25;

/** Half a cent, and what a floating-point number loses. */
const rounding = 0.005_01;

/**
 * Looks at how prices change before they are written. A file in cents, or with tax, changes most prices by the same factor:
 * that is a question, not an import, and so are prices of which half become 0. Each field counts for itself.
 */
export class PriceChanges {
  readonly #name: string;
  readonly #limit: number | undefined;
  readonly #all = countsByField();
  #compared = 0;

  /** `limit` is in percent; who gives one has confirmed changes up to it, also by one factor. */
  constructor(name: string, limit: number | undefined) {
    this.#name = name;
    this.#limit = limit;
  }

  /** Throws an ImportError that says how prices change and which option confirms it; `written` tells what is done already. */
  check(plan: BatchPlan, written: string): void {
    const limit = this.#limit ?? defaultLimit;
    const batch = countsByField();
    for (const row of plan) {
      if (row.kind === 'same' || row.kind === 'update') this.#compared += 1;
      if (row.kind !== 'update') continue;
      for (const change of pricesIn(row))
        for (const counts of [batch, this.#all]) add(counts.get(change.field), change, limit);
    }
    for (const [field, all] of this.#all) {
      const own = batch.get(field);
      if (!own || own.changed === 0) continue;
      const fault =
        this.#knownFactor(own) ?? this.#knownFactor(all) ?? this.#oneFactor(all) ?? this.#beyondLimit(all);
      if (fault) throw new ImportError(`${this.#name}: ${fault}. ${written}`);
    }
  }

  #knownFactor(counts: Counts): string | undefined {
    if (counts.changed < minChanged) return undefined;
    const found = counts.factors.findIndex(
      (count, index) => count >= (factors[index]?.share ?? sameShare) * counts.changed,
    );
    const factor = factors[found];
    if (!factor) return undefined;
    const percent = Math.ceil(Math.max(...factor.values.map((value) => percentOf({ from: 1, to: value }))));
    if (percent <= (this.#limit ?? 0)) return undefined;
    return `${share(counts.factors[found], counts)} would be ${factor.what}: ${question(counts, percent)}`;
  }

  #oneFactor(counts: Counts): string | undefined {
    const found = counts.drawn.find(({ count }) => count >= sameShare * counts.changed);
    if (!found || counts.changed < minChanged || found.count < minCompared * this.#compared) return undefined;
    const percent = Math.ceil(percentOf(found.change));
    if (percent <= Math.max(this.#limit ?? 0, usualPercent)) return undefined;
    const factor = (found.change.to / found.change.from).toFixed(2);
    return `${share(found.count, counts)} would be the stored ones × ${factor}: ${question(counts, percent)}`;
  }

  #beyondLimit(counts: Counts): string | undefined {
    const limit = this.#limit ?? defaultLimit;
    const { changed, beyond, largest } = counts;
    if (changed < minChanged || 2 * beyond <= changed || beyond < minCompared * this.#compared)
      return undefined;
    return `${share(beyond, counts)} would change by more than ${limit} %: ${question(counts, Math.ceil(largest))}`;
  }
}

function share(count: number | undefined, { changed, noun }: Counts): string {
  return `${grouped(count ?? 0)} of ${grouped(changed)} changed ${noun}`;
}

function question({ examples }: Counts, percent: number): string {
  const shown = examples.map(priceText).join('; ');
  return `${shown}. Correct the file or the mapping, or confirm it with ${answer(`--max-change ${percent}%`)}`;
}

interface Counts {
  /** Name of the field in messages. */
  readonly noun: string;
  changed: number;
  /** Counts changes by the index of `factors`. */
  readonly factors: number[];
  /** The first changes, each with the number of all changes by its factor. */
  readonly drawn: { readonly change: PriceChange; count: number }[];
  /** Changed prices beyond the limit. */
  beyond: number;
  largest: number;
  readonly examples: PriceChange[];
}

function countsByField(): ReadonlyMap<string, Counts> {
  return new Map([...storedPrices].map(([field, noun]) => [field, newCounts(noun)]));
}

function newCounts(noun: string): Counts {
  return { noun, changed: 0, factors: factors.map(() => 0), drawn: [], beyond: 0, largest: 0, examples: [] };
}

const maxExamples = 3;

function add(counts: Counts | undefined, change: PriceChange, limit: number): void {
  if (!counts) return;
  const percent = percentOf(change);
  counts.changed += 1;
  if (percent > limit) counts.beyond += 1;
  counts.largest = Math.max(counts.largest, percent);
  if (counts.examples.length < maxExamples) counts.examples.push(change);
  addDrawn(counts, change);
  for (const [index, { values }] of factors.entries())
    if (values.some((factor) => isBy(factor, change)))
      counts.factors[index] = (counts.factors[index] ?? 0) + 1;
}

function addDrawn({ drawn }: Counts, change: PriceChange): void {
  for (const each of drawn) if (isLike(each.change, change)) each.count += 1;
  if (drawn.length >= maxDrawn) return;
  const before = drawn.filter((each) => isLike(change, each.change));
  drawn.push({ change, count: before.length + 1 });
}

/** True if a price changed by the factor of another one, whose own prices were rounded too. */
function isLike(other: PriceChange, { from, to }: PriceChange): boolean {
  const factor = other.to / other.from;
  return Math.abs(to - from * factor) <= rounding * (1 + factor) * (1 + from / other.from);
}

/** True if a price changed by a factor. Prices were rounded to cents on either side. */
function isBy(factor: number, { from, to }: PriceChange): boolean {
  return Math.abs(to - from * factor) <= rounding * Math.max(1, factor);
}

/** Rounds to a thousandth: a quotient of floating-point numbers is not exact. */
export function percentOf({ from, to }: Pick<PriceChange, 'from' | 'to'>): number {
  return Math.round(Math.abs(to / from - 1) * 100_000) / 1_000;
}

/** Returns the changed prices of an update; one that was 0 was not known before, so its change says nothing. */
export function pricesIn({ title, changes }: UpdatePlan): readonly PriceChange[] {
  return changes.flatMap(({ field, from, to }) =>
    storedPrices.has(field) && Number(from) > 0
      ? [{ title: title ?? '', field, from: Number(from), to: Number(to) }]
      : [],
  );
}

/** Example: `Tee 2.00 → 200.00`. */
export function priceText({ title, from, to }: PriceChange): string {
  return `${title === '' ? '' : `"${title}" `}${amountText(from)} → ${amountText(to)}`;
}

function amountText(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
}
