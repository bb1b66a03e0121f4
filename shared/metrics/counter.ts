import { Cells } from './cells.ts';
import { type LabelValue, labelled, type Metric, type MetricInfo, type Sample } from './metric.ts';

interface Count {
  value: number;
}

export class Counter implements Metric {
  readonly type = 'counter';
  readonly info: MetricInfo;
  readonly #counts = new Cells<Count>(() => ({ value: 0 }));

  /** Label values in `known` start at 0, so that the first event already shows as a rate. */
  constructor(
    info: MetricInfo,
    known: Iterable<readonly LabelValue[]> = info.labels.length === 0 ? [[]] : [],
  ) {
    this.info = info;
    for (const values of known) this.add(0, ...values);
  }

  /** Labels are in the order of the declaration. */
  add(amount: number, ...labels: readonly LabelValue[]): void {
    this.#counts.at(labels).value += amount;
  }

  samples(): readonly Sample[] {
    return this.#counts.entries.map(([values, { value }]) => ({
      labels: labelled(this.info, values),
      value,
    }));
  }
}
