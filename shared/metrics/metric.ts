/** Labels have few values: none per account, host or process. */
export type LabelValue = string | number;

export interface MetricInfo {
  /** Follows the conventions of Prometheus: includes the unit, and `_total` for counters. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly help: string;
}

export interface Sample {
  readonly labels: Readonly<Record<string, LabelValue>>;
  readonly value: number;
  /** Set if it differs from the metric's name: a histogram has three names. */
  readonly metricName?: string;
}

export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly info: MetricInfo;
  samples(): readonly Sample[];
}

export function labelled(
  { labels: names }: MetricInfo,
  values: readonly LabelValue[],
): Readonly<Record<string, LabelValue>> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] as LabelValue]));
}
