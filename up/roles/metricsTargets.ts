import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isFree, localAddress } from '../../servers/system/ports.ts';
import type { Role } from './roles.ts';

/** Lists the metrics addresses of `up` for Prometheus (`file_sd_configs`). */
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
 * Assigns the ports of the roles' metrics: METRICS_PORT and those after it. Without this setting, the system chooses, and a
 * role keeps its port over restarts, also of `up`: Prometheus takes another port for another process.
 */
export class MetricsTargets {
  readonly #settings: MetricsSettings;
  readonly #file: string;
  readonly #roles: readonly Role[];
  readonly #served = new Map<Role, number>();
  /** Ports of an earlier `up`, by the name of the role. */
  readonly #former: Map<string, number>;
  #written: Promise<void> = Promise.resolve();

  constructor(settings: MetricsSettings, roles: readonly Role[]) {
    this.#settings = settings;
    this.#roles = roles;
    this.#file = path.join(settings.dataFolder, targetsFile);
    this.#former = lastPorts(this.#file);
  }

  /** Returns the port of a role that is about to start. With 0, the system chooses. */
  portFor(role: Role): number {
    const { metricsPort } = this.#settings;
    if (metricsPort > 0) return metricsPort + this.#roles.indexOf(role);
    return this.#served.get(role) ?? this.#former.get(role.name) ?? 0;
  }

  /** Gives up a port that another program has taken. */
  async check(role: Role): Promise<void> {
    const { metricsPort, metricsHost } = this.#settings;
    const port = this.portFor(role);
    if (metricsPort > 0 || port === 0 || (await isFree(port, metricsHost))) return;
    this.#served.delete(role);
    this.#former.delete(role.name);
  }

  note(role: Role, port: number): void {
    if (this.#served.get(role) === port) return;
    this.#served.set(role, port);
    this.#written = this.#written.then(() => this.#write()).catch(() => {}); // a failure is harmless: the addresses are also printed
  }

  /** Addresses by the name of the role. */
  get urls(): ReadonlyMap<string, string> {
    return new Map(this.#addresses.map(([name, address]) => [name, `http://${address}/metrics`] as const));
  }

  get #addresses(): readonly (readonly [name: string, address: string])[] {
    return this.#roles.flatMap((role) => {
      const port = this.#served.get(role);
      return port === undefined ? [] : [[role.name, localAddress(this.#settings.metricsHost, port)] as const];
    });
  }

  /** Writes the file completely or not at all, since Prometheus reads it at any time. */
  async #write(): Promise<void> {
    const targets: readonly Target[] = this.#addresses.map(([role, address]) => ({
      targets: [address],
      labels: { role },
    }));
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(targets, undefined, 2)}\n`);
    await rename(draft, this.#file);
  }
}

function lastPorts(file: string): Map<string, number> {
  try {
    const targets = JSON.parse(readFileSync(file, 'utf8')) as readonly Target[];
    return new Map(targets.map(({ targets: [address = ''], labels }) => [labels.role, portOf(address)]));
  } catch {
    return new Map(); // at the first start, or if the file is damaged, the system chooses
  }
}

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1)) || 0;
}
