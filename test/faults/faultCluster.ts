import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateUp } from '../../migrations/index.ts';
import type { DatabaseEngine } from '../../shared/settings/settings.ts';
import { type EmbeddedServer, embeddedServers } from '../../standalone/servers/index.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { databaseEngine as defaultEngine } from '../support/databaseEngine.ts';
import { freePort } from '../support/ports.ts';
import { binariesFolder } from '../support/servers.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { through } from '../support/teas.ts';
import { Balancer } from './balancer.ts';
import { Role } from './role.ts';

/** A server, and the proxy through which gateways and workers reach it. */
interface ProxiedServer {
  readonly server: EmbeddedServer;
  readonly proxy: TcpProxy;
}

interface FaultClusterOptions {
  /** More settings of the gateways and workers. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the servers keep their data; a new folder by default. */
  readonly dataFolder?: string;
  /** That of the test run by default. */
  readonly databaseEngine?: DatabaseEngine;
}

interface WorkerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Modules that Node loads first. */
  readonly requires?: readonly string[];
}

/** Encrypts the secrets of the apps of these clusters. */
export const faultSecretKey = Buffer.alloc(32, 9);

/** So few that a fault can use all of them. */
const fewConnections = ['--max-connections=50'];

/** Two gateways and two workers of every resource, each a process of its own, on servers of their own. */
export class FaultCluster {
  readonly database: Database;
  readonly mariadb: ProxiedServer;
  readonly redis: ProxiedServer;
  readonly gateways: Role[] = [];
  readonly workers: Role[] = [];
  /** The ports of the gateways. */
  readonly ports: number[] = [];
  /** Chooses the gateway of each call. */
  readonly balancer = new Balancer();
  readonly dataFolder: string;
  readonly #env: Readonly<Record<string, string>>;
  /** What gateways and workers logged. */
  log = '';

  private constructor(mariadb: ProxiedServer, redis: ProxiedServer, dataFolder: string, env: object) {
    this.mariadb = mariadb;
    this.redis = redis;
    this.dataFolder = dataFolder;
    this.database = openDatabase(mariadb.server.url, 4);
    this.#env = {
      DATABASE_URL: through(mariadb.proxy, mariadb.server.url),
      REDIS_URL: through(redis.proxy, redis.server.url),
      COUNTERFOIL_SECRET_KEY: faultSecretKey.toString('base64'),
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  /** Starts servers, workers and gateways; resolves when all of them serve. */
  static async start(options: FaultClusterOptions = {}): Promise<FaultCluster> {
    const { dataFolder, env = {}, databaseEngine = defaultEngine } = options;
    const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'counterfoil-faults-')));
    const wanted = { database: true, redis: true, progress: () => {}, databaseFlags: fewConnections };
    const servers = await embeddedServers({ dataFolder: folder, binariesFolder, databaseEngine, ...wanted });
    const [mariadb, redis] = [servers.database as EmbeddedServer, servers.redis as EmbeddedServer];
    await Promise.all([mariadb.start(), redis.start()]);
    const cluster = new FaultCluster(await behindProxy(mariadb), await behindProxy(redis), folder, env);
    await migrateUp(cluster.database);
    await cluster.#startRoles();
    return cluster;
  }

  #startWorker({ env, requires = [] }: WorkerOptions = {}): Promise<Role> {
    return Role.start('worker all', {
      requires,
      env: { ...this.#env, ...env },
      onOutput: (text) => this.#keep(text),
    });
  }

  /** Starts two workers of every resource, then stops the former ones. */
  async replaceWorkers(options: WorkerOptions = {}): Promise<void> {
    const former = [...this.workers];
    this.workers.push(...(await Promise.all([this.#startWorker(options), this.#startWorker(options)])));
    this.workers.splice(0, former.length);
    await Promise.all(former.map((role) => role.stop()));
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.gateways.map((role) => role.stop()));
    await Promise.all(this.workers.map((role) => role.stop()));
    await this.database.destroy();
    await Promise.all([this.mariadb, this.redis].map(({ proxy }) => proxy.close()));
    await Promise.all([this.mariadb, this.redis].map(({ server }) => server.stop()));
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  async #startRoles(): Promise<void> {
    await this.replaceWorkers();
    for (const port of [await freePort(), await freePort()]) {
      const env = { ...this.#env, PORT: `${port}` };
      this.gateways.push(await Role.start('gateway', { env, onOutput: (text) => this.#keep(text) }));
      this.ports.push(port);
      this.balancer.add(`http://127.0.0.1:${port}`);
    }
  }

  #keep(text: string): void {
    this.log += text;
  }
}

async function behindProxy(server: EmbeddedServer): Promise<ProxiedServer> {
  return { server, proxy: await TcpProxy.listen(Number(new URL(server.url).port)) };
}
