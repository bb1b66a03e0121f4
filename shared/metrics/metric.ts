/** A value of a label. There are few of them: none per account, host or process. */
export type LabelValue = string | number;

/** What a metric is, for scrapes and for the table in docs/operating.md. */
export interface MetricInfo {
  /** By the conventions of Prometheus: with its unit, and `_total` for counters. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** A value at the time of a scrape. */
export interface Sample {
  readonly labels: Readonly<Record<string, LabelValue>>;
  readonly value: number;
  /** Where it is not that of the metric: histograms have three. */
  readonly metricName?: string;
}

/** A metric with its values. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly info: MetricInfo;
  samples(): readonly Sample[];
}

/** By the names of a metric's labels. */
export function labelled(
  { labels: names }: MetricInfo,
  values: readonly LabelValue[],
): Readonly<Record<string, LabelValue>> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] as LabelValue]));
}
