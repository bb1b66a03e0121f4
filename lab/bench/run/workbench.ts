import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import { type LoadApp, makeApps } from '../data/apps.ts';
import { clean } from '../data/clean.ts';
import { signedRequests } from '../data/requests.ts';
import type { ScenarioName } from '../data/scenarios.ts';
import type { Generator } from '../load/load.ts';
import { openWrk } from '../load/wrk.ts';
import { type ServerOptions, type Servers, startServers } from '../systems/servers.ts';
import type { RunningSystem, System } from '../systems/system.ts';

export interface WorkbenchOptions {
  readonly accounts: number;
}

export class Workbench {
  readonly generator: Generator;
  readonly servers: Servers;
  readonly apps: readonly LoadApp[];
  readonly #secretKey: Buffer;
  #running: RunningSystem | undefined;

  private constructor(generator: Generator, servers: Servers, apps: readonly LoadApp[], secretKey: Buffer) {
    this.generator = generator;
    this.servers = servers;
    this.apps = apps;
    this.#secretKey = secretKey;
  }

  static async set(
    { accounts }: WorkbenchOptions,
    lifecycle: Lifecycle,
    servedBy: ServerOptions = {},
  ): Promise<Workbench> {
    const generator = await openWrk();
    const servers = await startServers(lifecycle, servedBy);
    const secretKey = randomBytes(32);
    const apps = await makeApps(servers.database, accounts, secretKey);
    const bench = new Workbench(generator, servers, apps, secretKey);
    lifecycle.onStop('system', () => bench.#running?.stop(), 20_000);
    return bench;
  }

  /**
   * Runs `work` with a system that has both servers for itself, reset to their state after the filling. Stops the system
   * afterwards.
   */
  async with<T>(
    system: System,
    scenario: ScenarioName,
    rows: number,
    work: (running: RunningSystem) => Promise<T>,
  ): Promise<T> {
    const { database, redis, databaseUrl, redisUrl, folder } = this.servers;
    await clean(database, redis, this.apps, rows);
    const context = { databaseUrl, redisUrl, folder, secretKey: this.#secretKey };
    const running = await system.start(scenario, context);
    this.#running = running;
    try {
      return await work(running);
    } finally {
      this.#running = undefined;
      await running.stop();
    }
  }

  async prepare(scenario: ScenarioName, rows: number): Promise<string> {
    const file = path.join(this.servers.folder, `${scenario}.requests`);
    await this.generator.prepare(signedRequests(scenario, this.apps, rows), file);
    return file;
  }
}
