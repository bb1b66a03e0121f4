import { Balancer } from '../../test/support/balancer.ts';
import { jsonOf } from '../../test/support/command.ts';
import { newDatabase, type OwnDatabase } from '../../test/support/ownDatabase.ts';
import { freePort } from '../../test/support/ports.ts';
import { type PrivateRedis, startPrivateRedis } from '../../test/support/privateRedis.ts';
import { Role } from '../../test/support/role.ts';
import { Running } from '../../test/support/running.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';

/** An app of the cluster, and its account. */
export interface UpgradeApp {
  /** `accounts.id`. */
  readonly account: number;
  readonly app_id: string;
  readonly api_secret: string;
}

/** Release that a process or command runs. */
export type Version = 'present' | 'next';

/** Number of processes of each role. */
const roles = 2;

/** Gateways and workers of two releases on one database and one Redis, each a process of its own. */
export class UpgradeCluster {
  readonly database: OwnDatabase;
  /** The way to the gateways. */
  readonly balancer = new Balancer();
  readonly #redis: PrivateRedis;
  readonly #folders: Readonly<Record<Version, string>>;
  readonly #running: Record<'gateway' | 'worker all', Role[]> = { gateway: [], 'worker all': [] };
  /** Warnings and errors that they logged. */
  log = '';

  private constructor(database: OwnDatabase, redis: PrivateRedis, nextFolder: string) {
    this.database = database;
    this.#redis = redis;
    this.#folders = { present: '', next: nextFolder };
  }

  /** Starts gateways and workers of this release, on its tables. */
  static async start(nextFolder: string): Promise<UpgradeCluster> {
    const [database, redis] = await Promise.all([newDatabase('upgrade'), startPrivateRedis()]);
    const cluster = new UpgradeCluster(database, redis, nextFolder);
    await cluster.command('present', 'migrate', 'up');
    await cluster.addWorkers('present');
    await cluster.addGateways('present');
    return cluster;
  }

  /** Runs a command of a release; resolves to the JSON that it prints. */
  async command(version: Version, ...words: readonly string[]): Promise<unknown> {
    const program = this.#folders[version] || '.';
    const line = [`${program}/dist/cli/main.js`, ...words, '--json'];
    return jsonOf(await new Running(process.execPath, line, { env: this.#env }).ended);
  }

  /** Makes an app with a command of this release; without an account, one is made, too. */
  async newApp(accountIdent?: string): Promise<UpgradeApp & { readonly accountIdent: string }> {
    const ident = accountIdent ?? (await this.#newAccount());
    const app = (await this.command('present', 'app', 'create', ident)) as Omit<UpgradeApp, 'account'>;
    const { id } = await this.database.pool('accounts').where({ account_ident: ident }).first();
    return { ...app, account: id, accountIdent: ident };
  }

  /** Resolves when they serve. */
  async addWorkers(version: Version, count = roles): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#add('worker all', version, {})));
  }

  async addGateways(version: Version): Promise<void> {
    for (let count = 0; count < roles; count += 1) {
      const port = await freePort();
      await this.#add('gateway', version, { PORT: `${port}`, DRAIN_MS: '1000' });
      this.balancer.add(`http://127.0.0.1:${port}`);
    }
  }

  /** Stops the workers that were started first, one after the other. */
  removeWorkers(count = roles): Promise<void> {
    return this.#remove(this.#running['worker all'].splice(0, count));
  }

  /** Stops the workers that were started last. */
  removeLastWorkers(count: number): Promise<void> {
    return this.#remove(this.#running['worker all'].splice(-count));
  }

  /** Stops the gateways that were started first, one after the other. */
  removeGateways(): Promise<void> {
    return this.#remove(this.#running.gateway.splice(0, roles));
  }

  /** Releases that stored calls name; null for calls of this release's gateways or workers. */
  async gatewayReleases(): Promise<readonly (string | null)[]> {
    return this.database.pool('inbox').distinct().pluck('gateway_release');
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    const { gateway, 'worker all': workers } = this.#running;
    await Promise.all([...gateway, ...workers].map((role) => role.stop()));
    await this.#redis.remove();
    await this.database.drop();
  }

  async #newAccount(): Promise<string> {
    const made = await this.command('present', 'account', 'create', 'Upgrade');
    return (made as { readonly account_ident: string }).account_ident;
  }

  async #add(
    name: 'gateway' | 'worker all',
    version: Version,
    env: Readonly<Record<string, string>>,
  ): Promise<void> {
    const onOutput = (text: string) => (this.log += text);
    const role = await Role.start(name, {
      folder: this.#folders[version],
      env: { ...this.#env, ...env },
      onOutput,
    });
    this.#running[name].push(role);
  }

  async #remove(running: readonly Role[]): Promise<void> {
    for (const role of running) await role.stop();
  }

  get #env(): Readonly<Record<string, string>> {
    return {
      DATABASE_URL: this.database.url,
      REDIS_URL: this.#redis.server.url,
      COUNTERFOIL_SECRET_KEY: faultSecretKey.toString('base64'),
      LOG_LEVEL: 'warn',
    };
  }
}
