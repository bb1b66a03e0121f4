import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
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
import type { Tenant } from './diagnosisCluster.ts';

/** Locks and blocks as other programs do. */
const chief = 'chief';
/** A program without rights. */
const guest = 'guest';
const tenantCount = 20;

const setRoles = [
  'gateway',
  'gateway',
  'worker account',
  'worker customer --lane interactive',
  'worker address --lane interactive',
  'worker article --lane interactive',
  'worker order changes',
  'worker customer address article --lane bulk',
];

/** The three links that the lab can slow down: each is a proxy. */
export type LinkName = 'gateways to Redis' | 'workers to Redis' | 'workers to the database';

export interface Started {
  readonly role: string;
  readonly process: ManagedProcess;
  readonly port: number;
  readonly metricsPort: number;
}

/** Two gateways and one worker of each resource, as docs/deploying.md describes them, on servers of their own. */
export class FaultedSet {
  readonly database: PrivateDatabase;
  readonly redis: PrivateRedis;
  readonly links: Readonly<Record<LinkName, TcpProxy>>;
  /** Connections of another program. */
  readonly chief: Database;
  readonly tenants: readonly Tenant[];
  readonly started: Started[] = [];

  private constructor(
    servers: Pick<FaultedSet, 'database' | 'redis' | 'links'>,
    chiefs: Database,
    tenants: readonly Tenant[],
  ) {
    this.database = servers.database;
    this.redis = servers.redis;
    this.links = servers.links;
    this.chief = chiefs;
    this.tenants = tenants;
  }

  static async start(): Promise<FaultedSet> {
    const rights = [
      `GRANT ALL ON *.* TO '${chief}'@'%' IDENTIFIED BY '${chief}'`,
      `GRANT PROCESS ON *.* TO counterfoil@'127.0.0.1'`,
      `CREATE USER '${guest}'@'%' IDENTIFIED BY '${guest}'`,
    ];
    const flags = ['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1', '--max-connections=60'];
    const [database, redis] = await Promise.all([startPrivateDatabase(rights, flags), startPrivateRedis()]);
    const chiefs = openDatabase(database.urlAs(chief, '127.0.0.1'), 70);
    await migrateUp(chiefs);
    const tenants = await Promise.all(
      Array.from({ length: tenantCount }, async (_, at) => {
        const account = await createAccount(chiefs, { ...defaultSettings, name: `tenant ${at}` });
        return { account, ...(await createApp(chiefs, account, secretKey)) };
      }),
    );
    const portOf = (url: string) => Number(new URL(url).port);
    const links = {
      'gateways to Redis': await TcpProxy.listen(portOf(redis.server.url)),
      'workers to Redis': await TcpProxy.listen(portOf(redis.server.url)),
      'workers to the database': await TcpProxy.listen(portOf(database.server.url)),
    };
    return new FaultedSet({ database, redis, links }, chiefs, tenants);
  }

  /** Settings of an operator's shell: no proxy between. */
  get environment(): Readonly<Record<string, string>> {
    return {
      REDIS_URL: this.redis.server.url,
      DATABASE_URL: this.database.server.url,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    };
  }

  /** Opens connections of a program without rights. */
  openGuests(connections: number): Database {
    const url = new URL(this.database.urlAs(guest, '127.0.0.1'));
    url.pathname = '/information_schema';
    return openDatabase(url.href, connections);
  }

  get ports(): readonly number[] {
    return this.started.filter(({ role }) => role === 'gateway').map(({ port }) => port);
  }

  async startRoles(): Promise<void> {
    await Promise.all(setRoles.map((role) => this.startRole(role)));
  }

  /** Starts one more process of this role, like the others but for these settings. */
  async startRole(role: string, more: Readonly<Record<string, string>> = {}): Promise<Started> {
    const isGateway = role === 'gateway';
    const port = isGateway ? await freePort() : 0;
    const metricsPort = await freePort();
    const redis = this.links[isGateway ? 'gateways to Redis' : 'workers to Redis'];
    const env = {
      ...this.environment,
      REDIS_URL: through(redis, this.redis.server.url),
      DATABASE_URL: through(this.links['workers to the database'], this.database.server.url),
      LOG_LEVEL: 'silent',
      METRICS_PORT: `${metricsPort}`,
      ...(isGateway && { PORT: `${port}`, DRAIN_MS: '0' }),
      ...more,
    };
    const requires = ['./lab/diagnosis/misbehaving.cjs'];
    const started = { role, process: await startRole(role, { env, requires }), port, metricsPort };
    this.started.push(started);
    return started;
  }

  /** A process of the role, or of the one that the seed draws. */
  one(role: string): Started {
    const found = this.started.find((each) => each.role === role);
    if (!found) throw new Error(`no ${role} runs`);
    return found;
  }

  /** Forgets a process that has ended. */
  forget(gone: Started): void {
    this.started.splice(this.started.indexOf(gone), 1);
  }

  /** Ends what runs, whatever state it is in, and starts the set again. */
  async restart(): Promise<void> {
    await Promise.all(this.started.splice(0).map((each) => endProcess(each.process)));
    const redis = new Redis(this.redis.server.url);
    await redis.flushall();
    redis.disconnect();
    await this.startRoles();
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.splice(0).map((each) => endProcess(each.process)));
    await this.chief.destroy();
    await Promise.all(Object.values(this.links).map((link) => link.close()));
    await Promise.all([this.database.remove(), this.redis.remove()]);
  }
}

async function endProcess(managed: ManagedProcess): Promise<void> {
  managed.signal('SIGCONT');
  await managed.stop(1_000);
}
