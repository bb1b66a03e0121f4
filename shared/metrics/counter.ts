import { Cells } from './cells.ts';
import { type LabelValue, labelled, type Metric, type MetricInfo, type Sample } from './metric.ts';

interface Count {
  value: number;
}

/** Counts what happened since the process started. */
export class Counter implements Metric {
  readonly type = 'counter';
  readonly info: MetricInfo;
  readonly #counts = new Cells<Count>(() => ({ value: 0 }));

  /** The label values in `known` are 0 from the start: a rate can be taken of the first event too. */
  constructor(
    info: MetricInfo,
    known: Iterable<readonly LabelValue[]> = info.labels.length === 0 ? [[]] : [],
  ) {
    this.info = info;
    for (const values of known) this.add(0, ...values);
  }

  /** The label values are in the order of the labels. */
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
