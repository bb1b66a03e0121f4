import path from 'node:path';
import type { Resource } from '../../../shared/contract/operations/operation.ts';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { openWrk } from '../load/wrk.ts';
import { type Circumstances, circumstances } from '../measure/circumstances.ts';
import type { CompareOptions } from '../run/benchOptions.ts';
import { checkoutOf } from './checkout.ts';
import { measured } from './compareReport.ts';
import { addDeadReceivers } from './deadReceivers.ts';
import { type Measure, measuresOf, type Turn } from './measures.ts';
import { type PreparedSide, prepareSide, type Side, servedResources, startSide } from './side.ts';

/** One turn of each side, directly after each other. */
export interface Pair {
  readonly base: Turn;
  readonly this: Turn;
}

export interface MeasuredPairs {
  readonly measure: string;
  readonly pairs: readonly Pair[];
  /** Reason why there are no pairs, such as an operation that the base lacks. */
  readonly missing?: string;
}

export interface BaseResults {
  readonly circumstances: Circumstances;
  /** The commit as it was named. */
  readonly base: string;
  readonly measures: readonly MeasuredPairs[];
}

/**
 * Compares this checkout with a commit. Both run at the same time, each on servers of its own, and take short turns. Roles
 * start anew several times: a process can be 15 % slower or faster than the next one of the same program for as long as it runs.
 */
export async function compareBase(options: CompareOptions, lifecycle: Lifecycle): Promise<BaseResults> {
  const { base, rows, starts, measures: names } = options;
  const generator = await openWrk();
  const folder = await checkoutOf(base);
  const prepared = [
    await prepareSide('base', folder, rows, lifecycle),
    await prepareSide('this', path.resolve('.'), rows, lifecycle),
  ] as const;
  if (options.deadReceivers > 0)
    lifecycle.onStop('dead receivers', await addDeadReceivers(prepared[1], options.deadReceivers));
  const served = [...servedResources, ...(options.deadReceivers > 0 ? (['webhook'] as const) : [])];
  const around = await circumstances([prepared[1].servers], generator.name);
  const results = measuresOf(names, { ...options, generator }).map((measure) => new Pairs(measure));
  for (let start = 1; start <= starts; start += 1) {
    const sides = await startBoth(prepared, served, lifecycle);
    for (const result of results) {
      await result.measure(sides, Math.ceil(options.pairs / starts));
      printLine(`start ${start}, ${measured(result.measured())}`);
    }
    for (const side of sides) await side.stop();
  }
  return { circumstances: around, base, measures: results.map((result) => result.measured()) };
}

type Sides = readonly [Side, Side];

async function startBoth(
  [base, current]: readonly [PreparedSide, PreparedSide],
  served: readonly Resource[],
  lifecycle: Lifecycle,
): Promise<Sides> {
  const start = async (prepared: PreparedSide) => {
    const side = await startSide(prepared, served);
    lifecycle.onStop(side.name, () => side.stop(), 20_000);
    return side;
  };
  return [await start(base), await start(current)];
}

/** The pairs of a measure, over all starts. */
class Pairs {
  readonly #measure: Measure;
  readonly #pairs: Pair[] = [];
  #missing: string | undefined;

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  /** Lets the sides take turns, AB BA AB …, so that a machine that slows down or speeds up favours neither. */
  async measure(sides: Sides, count: number): Promise<void> {
    for (const side of sides) await this.#does(side, () => this.#measure.prepare(side));
    for (let left = count; left > 0; left -= 1) {
      const pair = this.#pairs.length;
      const turns: Partial<Record<Side['name'], Turn>> = {};
      for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
        const turn = await this.#does(side, () => this.#measure.turn(side, pair));
        if (turn) turns[side.name] = turn;
      }
      if (this.#missing !== undefined) return;
      this.#pairs.push(turns as Pair);
    }
  }

  /** Notes why the base can't do it, after which neither side does. Throws if this checkout can't. */
  async #does<T>(side: Side, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#missing !== undefined) return undefined;
    try {
      return await work();
    } catch (error) {
      if (side.name === 'this') throw error;
      this.#missing = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  measured(): MeasuredPairs {
    const { name: measure } = this.#measure;
    const missing = this.#missing;
    return missing === undefined ? { measure, pairs: this.#pairs } : { measure, pairs: [], missing };
  }
}
