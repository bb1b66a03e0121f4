import { type LabelValue, labelled, type Metric, type MetricInfo } from './metric.ts';

/** A value of a gauge, with its label values in the order of the labels. */
export type Reading = readonly [value: number, ...labels: readonly LabelValue[]];

/** A metric whose values are read from the state of a process at each scrape, and cost nothing before. */
export interface GaugeOf<State> extends MetricInfo {
  /** Only what a process counts by itself, and what never falls, may be a counter. */
  readonly type?: 'gauge' | 'counter';
  readonly read: (state: State) => Iterable<Reading>;
}

/** The metrics that are read from a state. */
export function metricsOf<State>(gauges: readonly GaugeOf<State>[], state: () => State): readonly Metric[] {
  let current: State | undefined;
  // All of a scrape's gauges are of one moment, and the state is made once.
  const present = (): State => {
    if (current === undefined) queueMicrotask(() => (current = undefined));
    return (current ??= state());
  };
  return gauges.map(({ read, type = 'gauge', ...info }) => ({
    type,
    info,
    samples: () =>
      [...read(present())].map(([value, ...labels]) => ({ labels: labelled(info, labels), value })),
  }));
}
