import { randomBytes } from 'node:crypto';
import { createAccount, createApp, defaultSettings } from '../../admin/accounts.ts';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { freePort } from '../support/ports.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/privateRedis.ts';
import type { Signer } from '../support/rawRequest.ts';
import type { Running } from '../support/running.ts';
import type { Canaries } from './canaries.ts';

/** Gateway and workers as operators start them, on servers of their own, that log all they can. */
export class LoudService {
  readonly database: OwnDatabase;
  readonly redis: PrivateRedis;
  readonly port: number;
  readonly signer: Signer;
  readonly client: Counterfoil;
  /** More settings of all roles. */
  settings: Readonly<Record<string, string>> = {};
  readonly #secretKey: Buffer;
  readonly #processes: Running[] = [];

  private constructor(
    database: OwnDatabase,
    redis: PrivateRedis,
    port: number,
    signer: Signer,
    secretKey: Buffer,
  ) {
    this.database = database;
    this.redis = redis;
    this.port = port;
    this.signer = signer;
    this.client = counterfoil({ url: `http://127.0.0.1:${port}`, ...signer, repeats: 0 });
    this.#secretKey = secretKey;
  }

  /** Makes the servers and an account; the roles are for the test to start. The secrets are canaries from now on. */
  static async prepare(canaries: Canaries): Promise<LoudService> {
    const secretKey = randomBytes(32);
    const database = await newDatabase('canaries');
    const [redis, port] = await Promise.all([startPrivateRedis(), freePort(), migrateUp(database.pool)]);
    const settings = { ...defaultSettings, name: canaries.word('account name') };
    const account = await createAccount(database.pool, settings);
    const app = await createApp(database.pool, account, secretKey);

    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      canaries.keep(`secret key in ${encoding}`, secretKey.toString(encoding));
    canaries.keep('API secret', app.api_secret);
    canaries.keep("the database's password", new URL(database.url).password);
    canaries.keep("Redis' password", new URL(redis.server.url).password);
    const signer = { appId: app.app_id, apiSecret: app.api_secret };
    return new LoudService(database, redis, port, signer, secretKey);
  }

  /** Starts a role; resolves when it runs. */
  async role(...parameters: string[]): Promise<void> {
    const running = await this.launch({}, ...parameters);
    await running.prints(/"event":"started"/);
  }

  async launch(env: Readonly<Record<string, string>>, ...parameters: string[]): Promise<Running> {
    const settings = {
      LOG_LEVEL: 'trace',
      PORT: `${this.port}`,
      REDIS_URL: this.redis.server.url,
      DATABASE_URL: this.database.url,
      COUNTERFOIL_SECRET_KEY: this.#secretKey.toString('base64'),
      ...this.settings,
    };
    const running = await start(parameters, { env: { ...settings, ...env } });
    this.#processes.push(running);
    return running;
  }

  /** Stops the roles; resolves to all that they have printed. */
  async printed(): Promise<string> {
    const ended = await Promise.all(this.#processes.map((running) => running.stop()));
    return ended.map(({ stdout, stderr }) => stdout + stderr).join('');
  }

  async remove(): Promise<void> {
    await this.client.close();
    await cleanUp();
    await Promise.all([this.database.drop(), this.redis.remove()]);
  }
}
