import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Prometheus } from '../../test/support/prometheus.ts';
import type { FaultedSet } from './faultedSet.ts';

const pollMs = 1_000;
const firing = 'ALERTS{alertstate="firing"}';

export interface FiredAlert {
  /** Name and labels, such as `CounterfoilNoWorker article interactive`. */
  readonly alert: string;
  /** Seconds since the fault. */
  readonly at: number;
}

/** A Prometheus of its own with the rules and intervals of deploy/monitoring, which scrapes the processes of a set. */
export class SetAlerts {
  readonly #prometheus: Prometheus;
  readonly #folder: string;
  readonly #polling: NodeJS.Timeout;
  readonly #fired = new Map<string, number>();
  #since = performance.now();

  private constructor(prometheus: Prometheus, folder: string) {
    this.#prometheus = prometheus;
    this.#folder = folder;
    this.#polling = setInterval(() => void this.#poll(), pollMs);
  }

  static async start(set: FaultedSet): Promise<SetAlerts> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-alerts-'));
    const targets = set.started.map(({ role, metricsPort }) => ({
      targets: [`127.0.0.1:${metricsPort}`],
      labels: { role },
    }));
    await writeFile(path.join(folder, 'metrics.json'), JSON.stringify(targets));
    const delivered = await readFile('deploy/monitoring/prometheus.yml', 'utf8');
    const configuration = delivered
      .replace('/opt/counterfoil/.counterfoil', folder)
      .replace('- alerts.yml', `- ${path.resolve('deploy/monitoring/alerts.yml')}`);
    const file = path.join(folder, 'prometheus.yml');
    await writeFile(file, configuration);
    return new SetAlerts(await Prometheus.start(file, folder), folder);
  }

  /** Forgets what has fired: the fault begins now. */
  reset(): void {
    this.#fired.clear();
    this.#since = performance.now();
  }

  /** Alerts that fired since the fault, each once. */
  get fired(): readonly FiredAlert[] {
    return [...this.#fired].map(([alert, at]) => ({ alert, at }));
  }

  async stop(): Promise<void> {
    clearInterval(this.#polling);
    this.#prometheus.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #poll(): Promise<void> {
    const alerts = await this.#prometheus.query(firing).catch(() => []);
    const at = Math.round((performance.now() - this.#since) / 1_000);
    for (const { metric } of alerts) {
      const { __name__, alertname, alertstate, severity, instance, job, ...labels } = metric;
      const alert = [alertname, ...Object.values(labels)].join(' ');
      if (!this.#fired.has(alert)) this.#fired.set(alert, at);
    }
  }
}
