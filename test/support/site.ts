import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { secretKey } from './cluster.ts';
import { databaseEngine } from './databaseEngine.ts';
import { freePort } from './ports.ts';
import { type PrivateDatabase, startPrivateDatabase } from './privateDatabase.ts';
import { type PrivateRedis, startPrivateRedis } from './privateRedis.ts';
import { startRole } from './roleProcess.ts';

const administrator = [
  "CREATE USER IF NOT EXISTS 'admin'@'%' IDENTIFIED BY 'admin'",
  "GRANT ALL ON *.* TO 'admin'@'%' WITH GRANT OPTION",
];
const optionFiles = { 'admin.cnf': 'admin', 'client.cnf': 'counterfoil_migrate' };

/** Tools of operators who run servers and roles themselves: servers, option files in a folder, and roles. */
export class Site {
  readonly #folder: string;
  readonly #server: PrivateDatabase;
  readonly #redis: PrivateRedis;
  #roles: readonly ManagedProcess[] = [];

  private constructor(folder: string, server: PrivateDatabase, redis: PrivateRedis) {
    this.#folder = folder;
    this.#server = server;
    this.#redis = redis;
  }

  /** Starts empty servers, after statements of their administrator, and writes the option files. */
  static async open(folder: string, statements: readonly string[] = []): Promise<Site> {
    const [server, redis] = await Promise.all([
      startPrivateDatabase([...statements, ...administrator], [], databaseEngine),
      startPrivateRedis(),
    ]);
    const { port } = new URL(server.server.url);
    for (const [file, user] of Object.entries(optionFiles)) {
      const lines = ['[client]', 'host=127.0.0.1', `port=${port}`, `user=${user}`, `password=${user}`, ''];
      await writeFile(path.join(folder, file), lines.join('\n'), { mode: 0o600 });
    }
    return new Site(folder, server, redis);
  }

  get databaseUrl(): string {
    return this.#server.server.url;
  }

  settings(user = 'counterfoil_migrate'): Record<string, string> {
    return {
      DATABASE_URL: this.#server.urlAs(user, '127.0.0.1'),
      REDIS_URL: this.#redis.server.url,
      COUNTERFOIL_SECRET_KEY: secretKey.toString('base64'),
      COUNTERFOIL_DATA_DIR: this.#folder,
    };
  }

  /** Starts a worker and a gateway as processes; resolves to the gateway's address. */
  async startRoles(): Promise<string> {
    const port = await freePort();
    const env = { ...this.settings('counterfoil_worker'), PORT: `${port}`, LOG_LEVEL: 'silent' };
    this.#roles = await Promise.all([startRole('worker all', { env }), startRole('gateway', { env })]);
    return `http://127.0.0.1:${port}`;
  }

  async stopRoles(): Promise<void> {
    await Promise.all(this.#roles.map((role) => role.stop()));
  }

  async withPool<T>(work: (pool: Database) => Promise<T>): Promise<T> {
    const pool = openDatabase(this.databaseUrl, 1);
    return work(pool).finally(() => pool.destroy());
  }

  /** Kills everything and removes what the servers kept. */
  async destroy(): Promise<void> {
    await Promise.all(this.#roles.map((role) => role.stop(0)));
    for (const { pid } of [this.#server.server, this.#redis.server])
      process.kill(pid ?? Number.NaN, 'SIGKILL');
    await this.remove();
  }

  /** Stops the servers and removes what they kept. */
  async remove(): Promise<void> {
    await Promise.all([this.#server.remove(), this.#redis.remove()]);
  }
}
