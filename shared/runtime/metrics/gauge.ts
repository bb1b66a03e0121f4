import type { Metric } from 'prom-client';

/** Labels have few values: none per account, host or process. */
export interface MetricInfo {
  /** Follows the conventions of Prometheus: includes the unit, and `_total` for counters. */
  readonly name: string;
  readonly labelNames?: readonly string[];
  readonly help: string;
}

/** Value and its labels, in the order of the declaration. */
export type Reading = readonly [value: number, ...labels: readonly string[]];

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
  return gauges.map((gauge) => adapted(gauge, () => gauge.read(present())));
}

/** Adapts to prom-client, whose own gauges without labels always have a value. */
function adapted(
  { name, help, type = 'gauge', labelNames = [] }: GaugeOf<never>,
  read: () => Iterable<Reading>,
) {
  const valueOf = ([value, ...labels]: Reading) => ({
    value,
    labels: Object.fromEntries(labelNames.map((label, index) => [label, labels[index]])),
  });
  const get = () =>
    Promise.resolve({ name, help, type, aggregator: 'sum', values: [...read()].map(valueOf) });
  return { name, get } as unknown as Metric;
}
