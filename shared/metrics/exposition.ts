import type { Metric as PromMetric, Registry } from 'prom-client';
import type { Metric } from './metric.ts';

/**
 * Metrics in the text format of Prometheus, with those of the process itself. prom-client is loaded at the first scrape: it
 * takes a third of a role's start time, and many roles are not scraped.
 */
export class Exposition {
  readonly #metrics: readonly Metric[];
  #registry: Promise<Registry> | undefined;

  constructor(metrics: readonly Metric[]) {
    this.#metrics = metrics;
  }

  async text(): Promise<string> {
    this.#registry ??= registryOf(this.#metrics);
    return (await this.#registry).metrics();
  }
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

async function registryOf(metrics: readonly Metric[]): Promise<Registry> {
  // A CommonJS package that the build loads lazily has no named exports.
  const { default: client } = await import('prom-client');
  const { Registry, collectDefaultMetrics } = client;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of metrics) registry.registerMetric(adapted(metric));
  return registry;
}

function adapted(metric: Metric): PromMetric {
  const { type, info } = metric;
  const { name, help } = info;
  const get = () => Promise.resolve({ name, help, type, aggregator: 'sum', values: metric.samples() });
  return { name, get } as unknown as PromMetric;
}
