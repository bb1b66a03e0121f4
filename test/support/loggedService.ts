import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Cluster, roleEnvironment } from './cluster.ts';
import { run } from './command.ts';
import { dataFolder } from './dataFolders.ts';
import { freePort } from './ports.ts';
import { startRole } from './roleProcess.ts';
import type { Ended } from './running.ts';
import { servers } from './servers.ts';
import { until } from './until.ts';

/** A gateway and a worker in processes of their own, whose logs are in files. */
export class LoggedService {
  readonly folder: string;
  readonly port: number;
  readonly #stops: readonly (() => Promise<unknown>)[];

  private constructor(folder: string, port: number, stops: readonly (() => Promise<unknown>)[]) {
    this.folder = folder;
    this.port = port;
    this.#stops = stops;
  }

  /** Starts both on a Redis database, with further settings. */
  static async start(redis: number, settings: Readonly<Record<string, string>> = {}): Promise<LoggedService> {
    const [folder, port] = [await dataFolder(), await freePort()];
    const env = { ...roleEnvironment(redis, port), ...settings };
    const roles = ['worker all', 'gateway'].map((role) => {
      const logFile = path.join(folder, `${role.split(' ')[0]}.log`);
      return startRole(role, { env, logFile });
    });
    const started = await Promise.all(roles);
    return new LoggedService(
      folder,
      port,
      started.map((role) => () => role.stop()),
    );
  }

  /** Cluster for `newAccount`, which needs its URL only. */
  get cluster(): Cluster {
    return { gateways: [], workers: [], url: `http://127.0.0.1:${this.port}`, stop: async () => {} };
  }

  /** Resolves when a log has a line of this event that names the id; lines are written late. */
  async logs(role: 'gateway' | 'worker', event: string, id: string): Promise<void> {
    const file = path.join(this.folder, `${role}.log`);
    const isIt = (line: string) => line.includes(`"event":"${event}"`) && line.includes(id);
    await until(() => readFileSync(file, 'utf8').split('\n').some(isIt));
  }

  /** Runs `counterfoil request` on its logs and its database. */
  request(...parameters: string[]): Promise<Ended> {
    const env = { DATABASE_URL: servers().mariadb.url };
    return run(['request', ...parameters, '--logs', this.folder], { env });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
  }
}
