import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { EmbeddedServer } from '../../servers/embeddedServers.ts';
import { programCommand } from '../../servers/programCommand.ts';
import { findPrograms } from '../../servers/programs/findPrograms.ts';
import type { Program } from '../../servers/programs/program.ts';
import { availableGuard } from '../../servers/system/guard.ts';
import { commandFolders } from '../../servers/system/run.ts';
import { giveFolder, serverUser, writeSecretFile } from '../../servers/systemUser.ts';
import { freePort } from './ports.ts';
import { prepareRedis } from './privateRedis.ts';
import { binariesFolder } from './servers.ts';
import { onSteppedClock, SteppedClock } from './steppedClock.ts';
import { until } from './until.ts';

const password = 'sentinel-of-a-test';
const masterName = 'mymaster';
const sentinels = 3;

/** A master, its replica, and three Sentinels, started from nothing. */
export class SentinelRedis {
  readonly #folder: string;
  readonly servers: readonly EmbeddedServer[];
  readonly #sentinels: readonly EmbeddedServer[];
  /** Clocks of the servers, in their order. */
  readonly #clocks: readonly SteppedClock[];

  private constructor(
    folder: string,
    servers: readonly EmbeddedServer[],
    watching: readonly EmbeddedServer[],
    clocks: readonly SteppedClock[],
  ) {
    this.#clocks = clocks;
    this.#folder = folder;
    this.servers = servers;
    this.#sentinels = watching;
  }

  /** Resolves when the Sentinels know each other and the replica. */
  static async start(): Promise<SentinelRedis> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-sentinel-'));
    const clocks = [await SteppedClock.start(), await SteppedClock.start()];
    const master = await onSteppedClock(clocks[0], () => prepareWatched(path.join(folder, 'master')));
    const replica = await onSteppedClock(clocks[1], () =>
      prepareWatched(path.join(folder, 'replica'), ['--replicaof', '127.0.0.1', portOf(master)]),
    );
    await master.start();
    await replica.start();
    const watching: EmbeddedServer[] = [];
    for (let index = 0; index < sentinels; index += 1)
      watching.push(await prepareSentinel(path.join(folder, `${index}`), master));
    await Promise.all(watching.map((sentinel) => sentinel.start()));
    const redis = new SentinelRedis(folder, [master, replica], watching, clocks);
    await redis.settled();
    return redis;
  }

  get url(): string {
    return urlOf(this.#sentinels);
  }

  /** The server that all Sentinels take for the master; undefined while they do not agree. */
  async master(): Promise<EmbeddedServer | undefined> {
    const known = new Set(await this.masters());
    return known.size === 1 ? [...known][0] : undefined;
  }

  /** Resolves to the server that each Sentinel takes for the master. */
  async masters(): Promise<readonly (EmbeddedServer | undefined)[]> {
    const ports = await Promise.all(this.#sentinels.map((sentinel) => ask(sentinel, masterPort)));
    return ports.map((port) => this.servers.find((server) => portOf(server) === port));
  }

  /** The clock of the server that is the replica now. */
  async replicaClock(): Promise<SteppedClock> {
    const master = await this.master();
    return this.#clocks[this.servers.findIndex((server) => server !== master)] as SteppedClock;
  }

  /** Resolves when each Sentinel sees the two others and a healthy replica, which has what its master has. */
  async settled(): Promise<void> {
    for (const sentinel of this.#sentinels) await until(() => isSettled(sentinel).catch(() => false));
    for (const server of this.servers) await until(() => isCurrent(server).catch(() => false));
  }

  /** Resolves when the replica has all that the master has now: a fail-over after it loses nothing of what is there. */
  async replicated(): Promise<void> {
    const master = await this.master();
    await until(() => ask(master, hasReplicated).catch(() => false));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#sentinels, ...this.servers].map((server) => server.stop()));
    await Promise.all(this.#clocks.map((clock) => clock.remove()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** REDIS_URL for the master that these Sentinels know. */
export function urlOf(watching: readonly EmbeddedServer[]): string {
  const places = watching.map(({ url }) => new URL(url).host);
  return `redis+sentinel://:${password}@${places.join(',')}/${masterName}`;
}

export function portOf({ url }: Pick<EmbeddedServer, 'url'>): string {
  return new URL(url).port;
}

/** A server that Sentinels can watch, not started. */
export async function prepareWatched(
  dataFolder: string,
  flags: readonly string[] = [],
): Promise<EmbeddedServer> {
  await mkdir(dataFolder);
  const redisFlags = ['--masterauth', password, '--repl-diskless-sync-delay', '0', ...flags];
  return prepareRedis(dataFolder, { redisFlags, password });
}

async function masterPort(sentinel: Redis): Promise<string> {
  const address = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName);
  return (address as [string, string])[1];
}

/** A Sentinel that knows of as many fail-overs as `epoch` says, not started. It writes what it learns into its configuration file. */
export async function prepareSentinel(
  folder: string,
  master: EmbeddedServer,
  epoch = 0,
): Promise<EmbeddedServer> {
  await mkdir(folder);
  const { Redis: found } = await findPrograms(['Redis'], {
    binariesFolder,
    commandFolders: commandFolders(),
    progress: () => {},
  });
  const program = found as Program;
  const files = program.kind === 'binary' ? [program.file] : [];
  const [systemUser, guard, port] = [
    await serverUser(folder, files),
    await availableGuard(),
    await freePort(),
  ];
  const place = { folder, logFile: `${folder}.log`, port, systemUser, guard };
  const file = path.join(folder, 'sentinel.conf');
  const url = `redis://127.0.0.1:${port}`;
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    readFileSync('deploy/redis/sentinel.conf', 'utf8').replace('ADDRESS 6379', `127.0.0.1 ${portOf(master)}`),
    `sentinel auth-pass ${masterName} ${password}`,
    `sentinel config-epoch ${masterName} ${epoch}`,
  ];
  const prepare = async () => {
    await giveFolder(folder, systemUser);
    await writeSecretFile(file, `${lines.join('\n')}\n`, systemUser);
  };
  const command = programCommand(program, 'redis-server', [file, '--sentinel'], place);
  const probe = async () => void (await ask({ url }, (sentinel) => sentinel.ping()));
  return new EmbeddedServer({
    name: 'Redis',
    url,
    place,
    command,
    prepare,
    probe,
    cleanUp: async () => {},
  });
}

async function ask<T>(
  server: Pick<EmbeddedServer, 'url'> | undefined,
  question: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = new Redis(server?.url ?? '', { commandTimeout: 1_000, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

async function isSettled(sentinel: EmbeddedServer): Promise<boolean> {
  const known = await ask<unknown>(sentinel, (redis) => redis.call('SENTINEL', 'MASTER', masterName));
  const { flags, 'num-slaves': replicas, 'num-other-sentinels': others } = fieldsOf(known);
  return flags === 'master' && replicas === '1' && others === `${sentinels - 1}`;
}

/** RESP3 gives an object, RESP2 a list. */
function fieldsOf(reply: unknown): Readonly<Record<string, string>> {
  if (!Array.isArray(reply)) return reply as Record<string, string>;
  return Object.fromEntries(
    reply.flatMap((name, index) => (index % 2 === 0 ? [[name, reply[index + 1]]] : [])),
  );
}

/** WAIT refers to the last write of its connection. What the master has executed before that write is replicated before it. */
async function hasReplicated(redis: Redis): Promise<boolean> {
  await redis.set('replicated', Date.now(), 'PX', 60_000);
  return (await redis.wait(1, 500)) === 1;
}

async function isCurrent(server: EmbeddedServer): Promise<boolean> {
  const replication = await ask(server, (redis) => redis.info('replication'));
  return /connected_slaves:1/.test(replication) || /master_link_status:up/.test(replication);
}
