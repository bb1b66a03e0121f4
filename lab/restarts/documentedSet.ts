import { createAccount, createApp, defaultSettings, type NewCredentials } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { resources } from '../../shared/contract/operations/operation.ts';
import { freePort } from '../../test/support/ports.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../test/support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../../test/support/privateRedis.ts';
import { Proxy, type ProxyKind } from '../../test/support/proxies.ts';
import { Role } from '../../test/support/role.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { faultSecretKey } from '../faults/faultCluster.ts';

/** Part of the set that can be restarted; resolves when it serves again. */
export interface Restartable {
  readonly name: string;
  readonly restart: () => Promise<void>;
}

interface Servers {
  readonly database: PrivateDatabase;
  readonly redis: PrivateRedis;
}

/** The set of docs/deploying.md: two gateways behind a load balancer, and one worker of each resource. */
export class DocumentedSet {
  readonly database: Database;
  readonly proxy: Proxy;
  readonly parts: readonly Restartable[];
  /** Requests that the gateways answered 503, by the reason in their logs. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly #servers: Servers;
  readonly #roles: readonly Role[];

  private constructor(
    { pool, proxy, refusals }: Pick<DocumentedSet, 'proxy' | 'refusals'> & { readonly pool: Database },
    servers: Servers,
    roles: readonly Role[],
  ) {
    this.database = pool;
    this.proxy = proxy;
    this.refusals = refusals;
    this.#servers = servers;
    this.#roles = roles;
    this.parts = [
      ...roles.map((role) => ({ name: role.name, restart: () => role.restart() })),
      { name: 'redis', restart: () => restartServer(servers.redis) },
      { name: 'database', restart: () => restartServer(servers.database) },
    ];
  }

  /** `deadlineMs` must be five times as long as a restart takes on this machine. */
  static async start(kind: ProxyKind, deadlineMs = 10_000): Promise<DocumentedSet> {
    const [database, redis] = await Promise.all([startPrivateDatabase([]), startPrivateRedis()]);
    const pool = openDatabase(database.server.url, 4);
    await migrateUp(pool);
    const env = {
      REDIS_URL: redis.server.url,
      DATABASE_URL: database.server.url,
      COUNTERFOIL_SECRET_KEY: faultSecretKey.toString('base64'),
      LOG_LEVEL: 'warn',
    };
    const refusals = new Map<string, number>();
    const onOutput = (text: string) => countReasons(text, refusals);
    const workers = resources.map((resource) => Role.start(`worker ${resource}`, { env }));
    const roles = await Promise.all(workers);
    const ports = [await freePort(), await freePort()];
    const settings = { ...env, CALL_DEADLINE_MS: `${deadlineMs}`, LOG_LEVEL: 'info' };
    for (const port of ports)
      roles.push(await Role.start('gateway', { env: { ...settings, PORT: `${port}` }, onOutput }));
    const proxy = await Proxy.start(kind, ports);
    return new DocumentedSet({ pool, proxy, refusals }, { database, redis }, roles);
  }

  /** Creates an account with an app. */
  async newSigner(): Promise<NewCredentials & { readonly account: number }> {
    const ident = await createAccount(this.database, { ...defaultSettings, name: 'restarts' });
    const app = await createApp(this.database, ident, faultSecretKey);
    const { id } = await this.database('accounts').where({ account_ident: ident }).first('id');
    return { ...app, account: id };
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.#roles.map((role) => role.stop()));
    await this.database.destroy();
    await Promise.all([this.#servers.database.remove(), this.#servers.redis.remove()]);
  }
}

function countReasons(log: string, counts: Map<string, number>): void {
  for (const [, reason = ''] of log.matchAll(/"status":503,.*?"reason":"(\w+)"/g))
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

async function restartServer({ server }: PrivateDatabase | PrivateRedis): Promise<void> {
  await server.stop();
  await server.start();
}
