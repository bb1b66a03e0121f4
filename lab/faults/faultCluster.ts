import path from 'node:path';
import {
  accountOf,
  createAccount,
  createApp,
  defaultSettings,
  type NewCredentials,
} from '../../admin/accounts.ts';
import { Balancer } from '../../test/support/balancer.ts';
import { freePort } from '../../test/support/ports.ts';
import { Role } from '../../test/support/role.ts';
import type { RoleOptions } from '../../test/support/roleProcess.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';

/** Encrypts the secrets of the apps of these clusters. */
export const faultSecretKey = Buffer.alloc(32, 9);

/** Servers that gateways and workers are started on. */
export interface ClusterServers {
  /** Address for the test itself: it reads stored rows also while gateways and workers can't. */
  readonly databaseUrl: string;
  /** Settings of gateways and workers, at least DATABASE_URL and REDIS_URL. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder in which gateways and workers write their logs; without one, the cluster keeps them. */
  readonly logFolder?: string | undefined;
  /** Hosts on which gateways and workers run; two of each on this host by default. */
  readonly hosts?: readonly Place[];
  /** Returns the options with which a role is started on a host, by the host's number. */
  readonly optionsOf?: ((role: 'gateway' | 'worker', host: number) => StartOptions) | undefined;
  /** Stops the servers, after gateways and workers. */
  readonly stopServers: () => Promise<unknown>;
}

/** A host: its address, and what comes before a command that runs there. */
interface Place {
  readonly address: string;
  readonly prefix: readonly string[];
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Modules that Node loads first. */
  readonly requires?: readonly string[];
}

const here: Place = { address: '127.0.0.1', prefix: [] };

/** Two gateways and two workers of every resource, each a process of its own, on migrated servers. */
export class FaultCluster {
  readonly database: Database;
  readonly gateways: Role[] = [];
  readonly workers: Role[] = [];
  /** The ports of the gateways. */
  readonly ports: number[] = [];
  /** Chooses the gateway of each call. */
  readonly balancer = new Balancer();
  readonly #env: Readonly<Record<string, string>>;
  readonly #hosts: readonly Place[];
  readonly #logFolder: string | undefined;
  readonly #stopServers: ClusterServers['stopServers'];
  readonly #optionsOf: (role: 'gateway' | 'worker', host: number) => StartOptions;
  /** Lines that gateways and workers logged. */
  log = '';

  constructor({
    databaseUrl,
    env,
    logFolder,
    hosts = [here, here],
    optionsOf = () => ({}),
    stopServers,
  }: ClusterServers) {
    this.#stopServers = stopServers;
    this.#logFolder = logFolder;
    this.database = openDatabase(databaseUrl, 4);
    this.#hosts = hosts;
    this.#optionsOf = optionsOf;
    this.#env = { COUNTERFOIL_SECRET_KEY: faultSecretKey.toString('base64'), LOG_LEVEL: 'warn', ...env };
  }

  /** Ports and key that an attack through HTTP needs, and the database to look into. */
  get target() {
    return { database: this.database, ports: this.ports, secretKey: faultSecretKey };
  }

  async newAccount(name: string): Promise<{ readonly account: number; readonly app: NewCredentials }> {
    const ident = await createAccount(this.database, { name, ...defaultSettings });
    const app = await createApp(this.database, ident, faultSecretKey);
    return { account: (await accountOf(this.database, ident)).id, app };
  }

  /** Starts workers, then gateways; resolves when all of them serve. */
  async startRoles(): Promise<void> {
    await this.replaceWorkers();
    for (const [host, { address, prefix }] of this.#hosts.entries()) {
      const port = await freePort();
      const { env: own, requires = [] } = this.#optionsOf('gateway', host);
      const env = { ...this.#env, HOST: address, PORT: `${port}`, ...own };
      const output = this.#output(`gateway.${port}`);
      this.gateways.push(await Role.start('gateway', { prefix, env, requires, ...output }));
      this.ports.push(port);
      this.balancer.add(`http://${address}:${port}`);
    }
  }

  /** Starts two workers of every resource, then stops the former ones. */
  async replaceWorkers(options?: StartOptions): Promise<void> {
    const former = [...this.workers];
    const optionsOf = (host: number) => options ?? this.#optionsOf('worker', host);
    const started = this.#hosts.map((place, host) => this.#startWorker(place, optionsOf(host)));
    this.workers.push(...(await Promise.all(started)));
    this.workers.splice(0, former.length);
    await Promise.all(former.map((role) => role.stop()));
  }

  /** Stops gateways and workers, then the servers. */
  async stop(): Promise<void> {
    await this.balancer.stop();
    await Promise.all(this.gateways.map((role) => role.stop()));
    await Promise.all(this.workers.map((role) => role.stop()));
    await this.database.destroy();
    await this.#stopServers();
  }

  #startWorker({ prefix }: Place, { env, requires = [] }: StartOptions): Promise<Role> {
    return Role.start('worker all', {
      prefix,
      requires,
      env: { ...this.#env, ...env },
      ...this.#output('worker'),
    });
  }

  /** Returns the options that say where a role writes its log. */
  #output(name: string): Pick<RoleOptions, 'logFile' | 'onOutput'> {
    if (this.#logFolder) return { logFile: path.join(this.#logFolder, `${name}.log`) };
    return {
      onOutput: (text) => {
        this.log += text;
      },
    };
  }
}
