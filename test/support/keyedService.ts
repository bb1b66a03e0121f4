import { randomBytes } from 'node:crypto';
import { createAccount, createApp, defaultSettings, type NewCredentials } from '../../admin/accounts.ts';
import { counterfoil } from '../../client/nodeClient.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { markOf } from '../../shared/secrets/keyRing.ts';
import { start } from './command.ts';
import { runHosted } from './commandHost.ts';
import { cleanUp } from './dataFolders.ts';
import { newDatabase, type OwnDatabase } from './ownDatabase.ts';
import { freePort } from './ports.ts';
import { type PrivateRedis, startPrivateRedis } from './privateRedis.ts';
import type { Ended, Running } from './running.ts';
import { until } from './until.ts';

/** COUNTERFOIL_SECRET_KEY, and the former one. */
export type Keys = readonly [Buffer, (Buffer | undefined)?];

export interface KeyedGateway {
  readonly running: Running;
  readonly url: string;
}

export function newKey(): Buffer {
  return randomBytes(32);
}

/** A database and a Redis of a test's own, for roles and commands in processes of their own that have different keys. */
export class KeyedService {
  readonly database: OwnDatabase;
  readonly redis: PrivateRedis;
  readonly accountIdent: string;

  private constructor(database: OwnDatabase, redis: PrivateRedis, accountIdent: string) {
    this.database = database;
    this.redis = redis;
    this.accountIdent = accountIdent;
  }

  /** Starts a service that has an account, and no app. */
  static async start(name: string): Promise<KeyedService> {
    const [database, redis] = await Promise.all([newDatabase(name), startPrivateRedis()]);
    await migrateUp(database.pool);
    const account = await createAccount(database.pool, { ...defaultSettings, name });
    return new KeyedService(database, redis, account);
  }

  /** Runs a command with these keys. `key rotate` waits for the deadline of calls, also without gateways. */
  command(keys: Keys, ...parameters: string[]): Promise<Ended> {
    return runHosted(parameters, { ...this.#environment(keys), CALL_DEADLINE_MS: '100' });
  }

  /** Begins a command with these keys. */
  begin(keys: Keys, ...parameters: string[]): Promise<Running> {
    return start(parameters, { env: this.#environment(keys) });
  }

  /** Does the same as `counterfoil app create`, without a process. */
  async createApp(...keys: Keys): Promise<NewCredentials> {
    return createApp(this.database.pool, this.accountIdent, ...keys);
  }

  async createApps(count: number, key: Buffer): Promise<void> {
    for (let made = 0; made < count; made += 1) await this.createApp(key);
  }

  /** Counts the secrets of apps that do not carry the id of this key. */
  async unreachedBy(keyId: string): Promise<number> {
    const rows = await this.database.pool('apps').select('secret', 'former_secret');
    const secrets = rows.flatMap(({ secret, former_secret }) => [secret, former_secret]);
    return secrets.filter((secret) => secret !== null && !secret.startsWith(markOf(keyId))).length;
  }

  /** Launches a gateway; it may refuse to start. */
  async launchGateway(...keys: Keys): Promise<KeyedGateway> {
    const port = await freePort();
    const env = { ...this.#environment(keys), PORT: `${port}`, DRAIN_MS: '1000' };
    return { running: await start(['gateway'], { env }), url: `http://127.0.0.1:${port}` };
  }

  /** Starts a gateway; resolves when it is ready. */
  async startGateway(...keys: Keys): Promise<KeyedGateway> {
    const gateway = await this.launchGateway(...keys);
    await gateway.running.prints(/"event":"started"/);
    await until(async () => (await readiness(gateway)).status === 200);
    return gateway;
  }

  /** Starts a worker of everything. */
  async startWorker(): Promise<Running> {
    const { COUNTERFOIL_SECRET_KEY: _, ...env } = this.#environment([newKey()]);
    const worker = await start(['worker', 'all'], { env });
    await worker.prints(/"event":"started"/);
    return worker;
  }

  /** Resolves to the rows of the tables of apps and keys. */
  async stored(): Promise<unknown> {
    const { pool } = this.database;
    return [await pool('apps').orderBy('app_id'), await pool('secret_keys').orderBy('state')];
  }

  /** The ids of the keys, by state. */
  async keyIds(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.database.pool('secret_keys').select('state', 'key_id');
    return Object.fromEntries(rows.map(({ state, key_id }) => [state, key_id]));
  }

  async remove(): Promise<void> {
    await cleanUp();
    await Promise.all([this.database.drop(), this.redis.remove()]);
  }

  #environment([key, former]: Keys) {
    return {
      DATABASE_URL: this.database.url,
      REDIS_URL: this.redis.server.url,
      COUNTERFOIL_SECRET_KEY: key.toString('base64'),
      ...(former && { COUNTERFOIL_FORMER_SECRET_KEY: former.toString('base64') }),
    };
  }
}

/** Resolves to the answer of /readyz. */
export async function readiness({ url }: Pick<KeyedGateway, 'url'>) {
  const answer = await fetch(`${url}/readyz`);
  const { ready, key } = (await answer.json()) as { readonly ready: boolean; readonly key: string };
  return { status: answer.status, ready, key };
}

/** The status of a signed call. */
export async function statusOf({ url }: Pick<KeyedGateway, 'url'>, app: NewCredentials): Promise<number> {
  const client = counterfoil({ url, appId: app.app_id, apiSecret: app.api_secret, repeats: 0 });
  try {
    return (await client.send('customer.exists', '{"customer_ident":"cus_unknown"}')).status;
  } finally {
    await client.close();
  }
}
