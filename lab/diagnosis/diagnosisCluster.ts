import path from 'node:path';
import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings, type NewCredentials } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { secretKey } from '../../test/support/cluster.ts';
import { freePort } from '../../test/support/ports.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../test/support/privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from '../../test/support/privateRedis.ts';
import { startRole } from '../../test/support/roleProcess.ts';
import { TcpProxy } from '../../test/support/tcpProxy.ts';
import { through } from '../../test/support/teas.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';

/** Account and the app that signs for it. */
export interface Tenant extends NewCredentials {
  readonly account: string;
}

interface Roles {
  readonly workers: readonly string[];
  readonly preload?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of the roles' logs; without it, they write none. */
  readonly logFolder?: string;
}

/** Database user that may set global variables, and locks rows as other programs do. */
const chief = 'chief';

/** Commits can be made to wait only with a binary log. */
const databaseFlags = ['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1'];

const tenantCount = 5;

/** Private servers, accounts, and the roles that a case of a bottleneck needs. */
export class DiagnosisCluster {
  readonly database: PrivateDatabase;
  readonly redis: PrivateRedis;
  /** Delays the database's answers to the roles. */
  readonly proxy: TcpProxy;
  /** Connections of the database's administrator. */
  readonly pool: Database;
  readonly tenants: readonly Tenant[];
  #roles: ManagedProcess[] = [];
  port = 0;

  private constructor(
    servers: { readonly database: PrivateDatabase; readonly redis: PrivateRedis; readonly proxy: TcpProxy },
    pool: Database,
    tenants: readonly Tenant[],
  ) {
    this.database = servers.database;
    this.redis = servers.redis;
    this.proxy = servers.proxy;
    this.pool = pool;
    this.tenants = tenants;
  }

  static async start(): Promise<DiagnosisCluster> {
    const rights = `GRANT ALL ON *.* TO '${chief}'@'%' IDENTIFIED BY '${chief}'`;
    const [database, redis] = await Promise.all([
      startPrivateDatabase([rights], databaseFlags),
      startPrivateRedis(),
    ]);
    const pool = openDatabase(database.urlAs(chief, '127.0.0.1'), 40);
    await migrateUp(pool);
    const tenants = await Promise.all(
      Array.from({ length: tenantCount }, async (_, at) => {
        const account = await createAccount(pool, { ...defaultSettings, name: `tenant ${at}` });
        return { account, ...(await createApp(pool, account, secretKey)) };
      }),
    );
    const proxy = await TcpProxy.listen(Number(new URL(database.server.url).port));
    return new DiagnosisCluster({ database, redis, proxy }, pool, tenants);
  }

  get environment(): Readonly<Record<string, string>> {
    return { REDIS_URL: this.redis.server.url, COUNTERFOIL_SECRET_KEY: secretKey.toString('base64') };
  }

  /** Starts a gateway, `worker account`, and the workers of a case. */
  async startRoles({
    workers,
    preload,
    settings = {},
    logFolder,
  }: Roles): Promise<readonly ManagedProcess[]> {
    this.port = await freePort();
    const databaseUrl = through(this.proxy, this.database.server.url);
    const LOG_LEVEL = logFolder ? 'info' : 'silent';
    const env = { ...this.environment, LOG_LEVEL, DATABASE_URL: databaseUrl, ...settings };
    const requires = preload ? [preload] : [];
    const log = (name: string) => (logFolder ? { logFile: path.join(logFolder, `${name}.log`) } : {});
    this.#roles = await Promise.all([
      startRole('worker account', { env, ...log('account') }),
      ...workers.map((role, at) => startRole(role, { env, requires, ...log(`worker-${at + 1}`) })),
      startRole('gateway', { env: { ...env, PORT: `${this.port}`, DRAIN_MS: '0' }, ...log('gateway') }),
    ]);
    return this.#roles;
  }

  /** Stops the roles and empties Redis. */
  async stopRoles(): Promise<void> {
    await Promise.all(this.#roles.splice(0).map((role) => role.stop(2_000)));
    const redis = new Redis(this.redis.server.url);
    await redis.flushall();
    redis.disconnect();
  }

  async stop(): Promise<void> {
    await this.stopRoles();
    await this.pool.destroy();
    await this.proxy.close();
    await Promise.all([this.database.remove(), this.redis.remove()]);
  }
}
