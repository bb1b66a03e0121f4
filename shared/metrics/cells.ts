import type { LabelValue } from './metric.ts';

type Branch<Cell> = Map<LabelValue, Branch<Cell> | Cell>;
type Entry<Cell> = readonly [labels: readonly LabelValue[], cell: Cell];

const unlabelled: readonly LabelValue[] = [''];

/**
 * One cell for each combination of label values. Values are looked up one after the other, because requests are counted in
 * the hot path: prom-client joins and compares the names and values of all labels each time.
 */
export class Cells<Cell extends object> {
  readonly #root: Branch<Cell> = new Map();
  readonly #make: () => Cell;
  readonly #entries: Entry<Cell>[] = [];

  constructor(make: () => Cell) {
    this.#make = make;
  }

  at(values: readonly LabelValue[]): Cell {
    const path = values.length === 0 ? unlabelled : values;
    let found: Branch<Cell> | Cell | undefined = this.#root;
    for (const value of path) found = (found as Branch<Cell> | undefined)?.get(value);
    return (found as Cell | undefined) ?? this.#add(path, values);
  }

  get entries(): readonly Entry<Cell>[] {
    return this.#entries;
  }

  #add(path: readonly LabelValue[], values: readonly LabelValue[]): Cell {
    const cell = this.#make();
    let branch = this.#root;
    for (const value of path.slice(0, -1)) {
      const next = (branch.get(value) as Branch<Cell> | undefined) ?? new Map();
      branch.set(value, next);
      branch = next;
    }
    branch.set(path.at(-1) as LabelValue, cell);
    this.#entries.push([[...values], cell]);
    return cell;
  }
}
