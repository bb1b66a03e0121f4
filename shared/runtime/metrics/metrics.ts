import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Histogram,
  type HistogramConfiguration,
  type Metric,
  Registry,
} from 'prom-client';

/** Seconds; the buckets of OpenTelemetry's conventions for requests and messages. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Seconds. Fewer buckets for the many operations, since a process has at most 1,800 series. */
export const operationBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Seconds, for durations that are mostly milliseconds. */
export const shortBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Calls in a set or job. */
export const sizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

interface WithKnown {
  /** Label values that start at 0, so that the first event already shows as a rate. */
  readonly known?: Iterable<readonly string[]>;
}

export function counter({ known = [], ...config }: CounterConfiguration<string> & WithKnown): Counter {
  const made = new Counter({ ...config, registers: [] });
  for (const values of known) made.labels(...values).inc(0);
  return made;
}

export function histogram({ known = [], ...config }: HistogramConfiguration<string> & WithKnown): Histogram {
  const made = new Histogram({ ...config, registers: [] });
  const { labelNames = [] } = config;
  for (const values of known)
    made.zero(Object.fromEntries(labelNames.map((name, index) => [name, values[index] as string])));
  return made;
}

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Metrics in the text format of Prometheus, with those of the process itself, whose timers begin at the first scrape. */
export class Exposition {
  readonly #metrics: readonly Metric[];
  #registry: Registry | undefined;

  constructor(metrics: readonly Metric[]) {
    this.#metrics = metrics;
  }

  text(): Promise<string> {
    this.#registry ??= this.#register();
    return this.#registry.metrics();
  }

  #register(): Registry {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const metric of this.#metrics) registry.registerMetric(metric);
    return registry;
  }
}

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
