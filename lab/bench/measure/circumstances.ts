import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { productOf } from '../../../workers/database/session.ts';
import { defaultEngine, type Servers } from '../systems/servers.ts';

export interface Circumstances {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly command: string;
  readonly commit: string;
  readonly machine: string;
  /** One-minute load average before the run, which shows other work on the machine. */
  readonly loadBefore: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly database: string;
}

const packages = ['koa', 'bullmq', 'ioredis', 'knex', 'mysql2'];

/** Magic number of tmpfs: a file system in memory, where durability costs nothing. */
const tmpfs = 0x01021994;

export async function circumstances(servers: readonly Servers[], generator: string): Promise<Circumstances> {
  const { folder, databaseFlags } = servers[0] as Servers;
  const inMemory = (await statfs(folder)).type === tmpfs;
  const versions = await Promise.all(servers.map(serverVersions));
  return {
    date: new Date().toISOString(),
    command: commandLine(),
    commit: commit(),
    machine: `${machine()}, data ${inMemory ? 'in memory (tmpfs)' : 'on disk'}`,
    loadBefore: os.loadavg()[0] ?? 0,
    versions: { ...Object.assign({}, ...versions), ...packageVersions(), generator },
    database: ['innodb_flush_log_at_trx_commit=1', ...databaseFlags].join(', '),
  };
}

function commandLine(): string {
  const engine = defaultEngine === 'mariadb' ? [] : [`COUNTERFOIL_PRIVATE_ENGINE=${defaultEngine}`];
  const parameters = process.argv.slice(2);
  return [...engine, 'npm run bench', ...(parameters.length > 0 ? ['--'] : []), ...parameters].join(' ');
}

function packageVersions(): Record<string, string> {
  return Object.fromEntries(packages.map((name) => [name, installedVersion(name)]));
}

function installedVersion(name: string): string {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
}

function machine(): string {
  const cores = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${memory} GiB, Linux ${os.release()}`;
}

async function serverVersions({ database, redis }: Servers): Promise<Record<string, string>> {
  const [[row]] = await database.raw('SELECT VERSION() AS version');
  const server = await redis.info('server');
  return {
    node: process.version,
    [productOf(row.version)]: row.version,
    Redis: /redis_version:(\S+)/.exec(server)?.[1] ?? 'unknown',
  };
}

/** Returns '' outside of a repository; a `+` at the end marks files that differ from the commit. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty=+'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return '';
  }
}
