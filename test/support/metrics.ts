import type { Monitor } from '../../shared/runtime/metrics/metricsServer.ts';

type Labels = Readonly<Record<string, string>>;

/** One line of the text format of Prometheus. */
interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Metrics that were scraped from a process. */
export class Scrape {
  readonly series: readonly Series[];
  /** The types of the metrics, by name. */
  readonly types: ReadonlyMap<string, string>;

  private constructor(text: string) {
    this.series = text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map(seriesOf);
    const types = text.matchAll(/^# TYPE (\S+) (\S+)$/gm);
    this.types = new Map([...types].map(([, name = '', type = '']) => [name, type]));
  }

  static async of({ monitor }: { readonly monitor: Pick<Monitor, 'metrics'> }): Promise<Scrape> {
    return new Scrape(await monitor.metrics());
  }

  static async from(url: string): Promise<Scrape> {
    return new Scrape(await (await fetch(url)).text());
  }

  /** The sum of the series with these labels; 0 without any. */
  sum(name: string, labels: Labels = {}): number {
    return this.#of(name, labels).reduce((sum, { value }) => sum + value, 0);
  }

  values(name: string, labels: Labels = {}): readonly number[] {
    return this.#of(name, labels).map(({ value }) => value);
  }

  #of(name: string, labels: Labels): readonly Series[] {
    const wanted = Object.entries(labels);
    return this.series.filter(
      (series) => series.name === name && wanted.every(([label, value]) => series.labels[label] === value),
    );
  }
}

function seriesOf(line: string): Series {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = labels.matchAll(/(\w+)="([^"]*)"/g);
  return {
    name,
    labels: Object.fromEntries([...pairs].map(([, label, text]) => [label, text])),
    value: Number(value),
  };
}
