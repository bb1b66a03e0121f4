import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localAddress } from '../system/addresses.ts';
import { isFree } from '../system/ports.ts';
import type { Role } from './roles.ts';

/** Where the roles of `up` serve their metrics, in the form of Prometheus (`file_sd_configs`). */
const targetsFile = 'metrics.json';

interface Target {
  readonly targets: readonly string[];
  readonly labels: { readonly role: string };
}

interface MetricsSettings {
  readonly dataFolder: string;
  readonly metricsHost: string;
  readonly metricsPort: number;
}

/**
 * The ports of the roles' metrics: METRICS_PORT and those after it. Without it, the system chooses, and a role keeps its port
 * when it is started again, also by a later `up`: for Prometheus, another port is another process.
 */
export class MetricsTargets {
  readonly #settings: MetricsSettings;
  readonly #file: string;
  readonly #ports: Map<string, number>;
  readonly #roles: readonly Role[];
  readonly #serving = new Set<Role>();
  #written: Promise<void> = Promise.resolve();

  constructor(settings: MetricsSettings, roles: readonly Role[]) {
    this.#settings = settings;
    this.#roles = roles;
    this.#file = path.join(settings.dataFolder, targetsFile);
    this.#ports = settings.metricsPort > 0 ? new Map() : lastPorts(this.#file);
  }

  /** The setting for a role that is about to start; 0 lets the system choose. */
  portFor(role: Role): number {
    const { metricsPort } = this.#settings;
    return metricsPort > 0 ? metricsPort + this.#roles.indexOf(role) : (this.#ports.get(role.name) ?? 0);
  }

  /** Gives up a port that somebody else has taken meanwhile. */
  async check(role: Role): Promise<void> {
    const { metricsPort, metricsHost } = this.#settings;
    const port = this.portFor(role);
    if (metricsPort === 0 && port > 0 && !(await isFree(port, metricsHost))) this.#ports.delete(role.name);
  }

  /** A role serves its metrics on this port. */
  note(role: Role, port: number): void {
    if (this.#serving.has(role) && this.#ports.get(role.name) === port) return;
    this.#serving.add(role);
    this.#ports.set(role.name, port);
    this.#writeLater();
  }

  /** A role was stopped for good; it keeps its port for the next time. */
  forget(role: Role): void {
    this.#serving.delete(role);
    this.#writeLater();
  }

  #writeLater(): void {
    this.#written = this.#written.then(() => this.#write()).catch(() => {}); // the addresses are printed, too
  }

  /** The addresses, by the names of the roles. */
  get urls(): ReadonlyMap<string, string> {
    const { metricsHost } = this.#settings;
    return new Map(
      this.#running.map(
        ([name, port]) => [name, `http://${localAddress(metricsHost, port)}/metrics`] as const,
      ),
    );
  }

  /** Complete or not at all, since Prometheus reads it at any time. */
  async #write(): Promise<void> {
    const { metricsHost } = this.#settings;
    const targets: readonly Target[] = this.#running.map(([role, port]) => ({
      targets: [localAddress(metricsHost, port)],
      labels: { role },
    }));
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(targets, undefined, 2)}\n`);
    await rename(draft, this.#file);
  }

  get #running(): readonly (readonly [name: string, port: number])[] {
    const serving = this.#roles.filter((role) => this.#serving.has(role));
    return serving.map(({ name }) => [name, this.#ports.get(name) as number] as const);
  }
}

function lastPorts(file: string): Map<string, number> {
  try {
    const targets = JSON.parse(readFileSync(file, 'utf8')) as readonly Target[];
    return new Map(targets.map(({ targets: [address = ''], labels }) => [labels.role, portOf(address)]));
  } catch {
    return new Map(); // there was no `up` before, or the file is damaged: then the system chooses
  }
}

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1)) || 0;
}
