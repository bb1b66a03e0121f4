import { Cells } from './cells.ts';
import { type LabelValue, labelled, type Metric, type MetricInfo, type Sample } from './metric.ts';

/** Seconds; the buckets of OpenTelemetry's conventions for requests and messages. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Seconds. Fewer buckets for the many operations, since a process has at most 1,500 series. */
export const operationBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Seconds, for durations that are mostly milliseconds. */
export const shortBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Calls in a set or job. */
export const sizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

interface HistogramInfo extends MetricInfo {
  /** Upper bounds in ascending order. */
  readonly buckets: readonly number[];
}

class Distribution {
  readonly counts: number[];
  readonly #bounds: readonly number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (value > (this.#bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += value;
  }
}

export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly info: HistogramInfo;
  readonly #distributions: Cells<Distribution>;

  /** Label values in `known` start with a count of 0. */
  constructor(
    info: HistogramInfo,
    known: Iterable<readonly LabelValue[]> = info.labels.length === 0 ? [[]] : [],
  ) {
    this.info = info;
    this.#distributions = new Cells(() => new Distribution(info.buckets));
    for (const values of known) this.#distributions.at(values);
  }

  observe(value: number, ...labels: readonly LabelValue[]): void {
    this.#distributions.at(labels).observe(value);
  }

  samples(): readonly Sample[] {
    return this.#distributions.entries.flatMap(([values, distribution]) =>
      this.#samplesOf(values, distribution),
    );
  }

  #samplesOf(values: readonly LabelValue[], { counts, sum }: Distribution): readonly Sample[] {
    const { name, buckets } = this.info;
    const labels = labelled(this.info, values);
    let count = 0;
    const cumulative = counts.map((ofBucket, index) => {
      count += ofBucket;
      const le = buckets[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
