import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';

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
