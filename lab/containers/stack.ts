import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Balancer } from '../../test/support/balancer.ts';
import { freePort } from '../../test/support/ports.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import type { Engine } from './engine.ts';
import { type Finished, finish, run } from './shell.ts';

/** App that signs for an account. */
export interface Signer {
  readonly account: number;
  readonly app_id: string;
  readonly api_secret: string;
}

/**
 * Images by tags, without the digests that only the official images have: stand-in-images.sh makes images of
 * these names.
 */
const standIns = {
  NODE_IMAGE: 'node:24-bookworm-slim',
  MYSQL_IMAGE: 'mysql:8.4',
  REDIS_IMAGE: 'redis:7',
};

/** An installation of docker-compose.yml: a folder with a checkout and its .env, and a project of its own. */
export class Stack {
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #settings = new Map<string, string>();
  /** The first of two ports for gateways. */
  readonly #port: number;

  private constructor(engine: Engine, folder: string, port: number) {
    this.folder = folder;
    this.#port = port;
    const name = path.basename(folder).toLowerCase();
    this.#env = { ...engine.env, COMPOSE_PROJECT_NAME: name, COMPOSE_PROGRESS: 'plain' };
  }

  static async on(engine: Engine): Promise<Stack> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-containers-'));
    return new Stack(engine, folder, await freePair());
  }

  /** The addresses of two gateways, whether they run or not. */
  get urls(): readonly string[] {
    return [this.#port, this.#port + 1].map((port) => `http://127.0.0.1:${port}`);
  }

  /** Changes settings in .env; they hold from the next `up` on. */
  async set(settings: Readonly<Record<string, string | number>>): Promise<void> {
    this.#settings.set('PORT', `${this.#port}-${this.#port + 1}`);
    for (const [name, tag] of Object.entries(standIns)) this.#settings.set(name, tag);
    for (const [name, value] of Object.entries(settings)) this.#settings.set(name, String(value));
    const lines = [...this.#settings].map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path.join(this.folder, '.env'), lines.join(''));
  }

  /** Runs a program in the folder, such as a script of deploy/. */
  run(file: string, ...parameters: readonly string[]): Promise<string> {
    return run(file, parameters, { cwd: this.folder, env: this.#env });
  }

  compose(...parameters: readonly string[]): Promise<string> {
    return this.run('docker', 'compose', ...parameters);
  }

  /** Runs `docker compose`; resolves whatever its end is. */
  tryCompose(...parameters: readonly string[]): Promise<Finished> {
    return finish('docker', ['compose', ...parameters], { cwd: this.folder, env: this.#env });
  }

  /** Runs `docker`; resolves whatever its end is. */
  tryDocker(...parameters: readonly string[]): Promise<Finished> {
    return finish('docker', parameters, { env: this.#env });
  }

  docker(...parameters: readonly string[]): Promise<string> {
    return this.run('docker', ...parameters);
  }

  /** The ids of a service's running containers. */
  async containers(...services: readonly string[]): Promise<readonly string[]> {
    return (await this.compose('ps', '--quiet', ...services)).split('\n').filter((id) => id !== '');
  }

  async workers(): Promise<readonly string[]> {
    const services = (await this.compose('config', '--services')).split('\n');
    return services.filter((name) => name.startsWith('worker-'));
  }

  /** A folder with files that every user may use. */
  async newFolder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const folder = path.join(this.folder, name);
    await mkdir(folder);
    await chmod(folder, 0o777);
    for (const [file, text] of Object.entries(files))
      await writeFile(path.join(folder, file), text, { mode: 0o644 });
    return folder;
  }

  /** Runs a command in each container of a service. */
  async inside(service: string, script: string): Promise<readonly string[]> {
    const ids = await this.containers(service);
    return Promise.all(ids.map((id) => this.docker('exec', id, 'bash', '-c', script)));
  }

  /** A new account with an app, made by the commands that operators use. */
  async newSigner(name: string): Promise<Signer> {
    const { account_ident } = await this.#admin('account', 'create', name);
    const app = await this.#admin('app', 'create', account_ident as string);
    const database = await this.openDatabase();
    const row = await database('accounts').where({ account_ident }).first('id');
    await database.destroy();
    return { account: row.id, app_id: app.app_id as string, api_secret: app.api_secret as string };
  }

  async #admin(...parameters: readonly string[]): Promise<Record<string, unknown>> {
    return JSON.parse(await this.compose('run', '--rm', 'admin', ...parameters, '--json'));
  }

  /** Returns a balancer that chooses ready gateways. */
  newBalancer(): Balancer {
    const balancer = new Balancer();
    for (const url of this.urls) balancer.add(url);
    return balancer;
  }

  /** A pool that comes in by the bridge, as only this machine can. */
  async openDatabase(): Promise<Database> {
    return openDatabase(await this.databaseUrl(), 2);
  }

  /** URL of the user who may change tables and all rows. */
  databaseUrl(): Promise<string> {
    return this.#urlFromHere('mysql', 'migrate_url');
  }

  /** URL of the Redis administrator. */
  async redisUrl(): Promise<string> {
    const url = new URL(await this.#urlFromHere('redis', 'redis_url'));
    const password = await readFile(path.join(this.folder, 'secrets/redis_password'), 'utf8');
    return Object.assign(url, { username: '', password }).href;
  }

  /** A secret, with the address in place of the name that only the network knows. */
  async #urlFromHere(server: string, secret: string): Promise<string> {
    const url = new URL(await readFile(path.join(this.folder, 'secrets', secret), 'utf8'));
    const [id = ''] = await this.containers(server);
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    url.hostname = (await this.docker('inspect', '--format', format, id)).trim();
    return url.href;
  }

  /** Removes everything that it made, data included. */
  async remove(): Promise<void> {
    await this.tryCompose('--profile', 'admin', 'down', '--volumes', '--remove-orphans', '--timeout', '5');
    await this.tryDocker('image', 'rm', 'counterfoil');
    const label = 'label=org.opencontainers.image.title=counterfoil';
    await this.tryDocker('image', 'prune', '--force', '--filter', label);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The first of two ports, one after the other, that nobody listens on. */
async function freePair(): Promise<number> {
  const port = await freePort();
  return (await isFree(port + 1)) ? port : freePair();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
