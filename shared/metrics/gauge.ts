import { type LabelValue, labelled, type Metric, type MetricInfo } from './metric.ts';

/** Value and its labels, in the order of the declaration. */
export type Reading = readonly [value: number, ...labels: readonly LabelValue[]];

/** Metric whose values are read from the state of a process at each scrape, and cost nothing before. */
export interface GaugeOf<State> extends MetricInfo {
  /** `counter` only if this process counts the value itself and it never falls. */
  readonly type?: 'gauge' | 'counter';
  readonly read: (state: State) => Iterable<Reading>;
}

export function metricsOf<State>(gauges: readonly GaugeOf<State>[], state: () => State): readonly Metric[] {
  let current: State | undefined;
  // All gauges of a scrape see the same state, which is computed once.
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
