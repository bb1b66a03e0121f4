import { Redis } from 'ioredis';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { secretKey } from '../../test/support/cluster.ts';
import { freePort } from '../../test/support/ports.ts';
import { startRole } from '../../test/support/roleProcess.ts';
import { SteppedClock } from '../../test/support/steppedClock.ts';
import { through } from '../../test/support/teas.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import type { Tenant } from './diagnosisCluster.ts';
import { chief, guest, type SetServers, startSetServers } from './setServers.ts';

const tenantCount = 20;

const setRoles = [
  'gateway',
  'gateway',
  'worker account',
  'worker customer --lane interactive',
  'worker address --lane interactive',
  'worker article --lane interactive',
  'worker order changes webhook',
  'worker customer address article --lane bulk',
];

/** Roles whose hosts have clocks that the lab can step. */
export const rolesWithClock = ['worker customer --lane interactive', 'worker address --lane interactive'];

export interface Started {
  readonly role: string;
  readonly process: ManagedProcess;
  readonly port: number;
  readonly metricsPort: number;
}

/** Two gateways and one worker of each resource, as docs/deploying.md describes them, on servers of their own. */
export class FaultedSet {
  readonly servers: SetServers;
  /** Connections of another program. */
  readonly chief: Database;
  readonly tenants: readonly Tenant[];
  /** Clocks of hosts, by the role that has a host of its own. */
  readonly clocks: ReadonlyMap<string, SteppedClock>;
  readonly started: Started[] = [];

  private constructor(
    servers: SetServers,
    chiefs: Database,
    tenants: readonly Tenant[],
    clocks: ReadonlyMap<string, SteppedClock>,
  ) {
    this.servers = servers;
    this.chief = chiefs;
    this.tenants = tenants;
    this.clocks = clocks;
  }

  static async start(): Promise<FaultedSet> {
    const servers = await startSetServers();
    const chiefs = openDatabase(servers.database.urlAs(chief, '127.0.0.1'), 70);
    await migrateUp(chiefs);
    const tenants = await Promise.all(
      Array.from({ length: tenantCount }, async (_, index) => {
        const account = await createAccount(chiefs, { ...defaultSettings, name: `tenant ${index}` });
        return { account, ...(await createApp(chiefs, account, secretKey)) };
      }),
    );
    const clocks = await Promise.all(
      rolesWithClock.map(async (role) => [role, await SteppedClock.start()] as const),
    );
    return new FaultedSet(servers, chiefs, tenants, new Map(clocks));
  }

  /** Settings of an operator's shell: no proxy between. */
  get environment(): Readonly<Record<string, string>> {
    return {
      REDIS_URL: this.servers.redis.server.url,
      DATABASE_URL: withTls(this.servers.database.server.url),
      DATABASE_CA_FILE: this.servers.certificate.authorityFile,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
    };
  }

  /** Opens connections of a program without rights. */
  openGuests(connections: number): Database {
    const url = new URL(this.servers.database.urlAs(guest, '127.0.0.1'));
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
    const { redis, database, links } = this.servers;
    const toRedis = links[isGateway ? 'gateways to Redis' : 'workers to Redis'];
    const clock = this.clocks.get(role);
    const env = {
      ...this.environment,
      REDIS_URL: through(toRedis, redis.server.url),
      DATABASE_URL: withTls(through(links['workers to the database'], database.server.url)),
      LOG_LEVEL: 'silent',
      METRICS_PORT: `${metricsPort}`,
      ...(isGateway && { PORT: `${port}`, DRAIN_MS: '0' }),
      ...(clock && { CLOCK_SKEW_FILE: clock.file }),
      ...more,
    };
    const requires = ['./lab/diagnosis/misbehaving.cjs', ...(clock ? ['./lab/faults/skewedClock.cjs'] : [])];
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
    const redis = new Redis(this.servers.redis.server.url);
    await redis.flushall();
    redis.disconnect();
    await this.startRoles();
  }

  async stop(): Promise<void> {
    await Promise.all(this.started.splice(0).map((each) => endProcess(each.process)));
    await this.chief.destroy();
    await this.servers.stop();
    for (const clock of this.clocks.values()) await clock.remove();
  }
}

/** TLS needs the name of a host. */
function withTls(url: string): string {
  const address = new URL(url);
  address.hostname = 'localhost';
  return address.href;
}

async function endProcess(managed: ManagedProcess): Promise<void> {
  managed.signal('SIGCONT');
  await managed.stop(1_000);
}
