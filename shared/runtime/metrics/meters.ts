import { Counter, type CounterConfiguration, Histogram, type HistogramConfiguration } from 'prom-client';

/** Seconds; the buckets of OpenTelemetry's conventions for requests and messages. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Seconds. Fewer buckets for the many operations, since a process has at most 1,500 series. */
export const operationBuckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Seconds, for durations that are mostly milliseconds. */
export const shortBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Calls in a set or job. */
export const sizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

type Known = Iterable<readonly string[]>;

/** Makes a counter whose label values in `known` start at 0, so that the first event already shows as a rate. */
export function counter(config: CounterConfiguration<string>, known: Known = []): Counter {
  const made = new Counter({ ...config, registers: [] });
  for (const values of known) made.labels(...values).inc(0);
  return made;
}

/** Makes a histogram whose label values in `known` start with a count of 0. */
export function histogram(config: HistogramConfiguration<string>, known: Known = []): Histogram {
  const made = new Histogram({ ...config, registers: [] });
  const { labelNames = [] } = config;
  for (const values of known)
    made.zero(Object.fromEntries(labelNames.map((name, index) => [name, values[index] as string])));
  return made;
}
