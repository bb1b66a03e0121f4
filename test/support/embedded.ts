import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import {
  type EmbeddedServer,
  type EmbeddedServersOptions,
  embeddedServers,
} from '../../servers/embeddedServers.ts';
import { databaseEngine } from './databaseEngine.ts';
import { keepPorts } from './ports.ts';
import { binariesFolder } from './servers.ts';

export interface Pair {
  readonly database: EmbeddedServer;
  readonly redis: EmbeddedServer;
}

/** Tools of each test of the embedded servers: a folder, and an end of all that it starts. */
export class Stage {
  readonly folder: string;
  readonly #started: EmbeddedServer[] = [];
  readonly #children: ChildProcess[] = [];

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'counterfoil-embedded-'));
    await chmod(folder, 0o755);
    await keepPorts(folder);
    return new Stage(folder);
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  get options(): EmbeddedServersOptions {
    const wanted = { database: true, databaseEngine, redis: true };
    return { dataFolder: this.folder, binariesFolder, ...wanted, progress: () => undefined };
  }

  async both(changes: Partial<EmbeddedServersOptions> = {}): Promise<Pair> {
    return (await embeddedServers({ ...this.options, ...changes })) as unknown as Pair;
  }

  async start(...servers: EmbeddedServer[]): Promise<void> {
    this.#started.push(...servers);
    await Promise.all(servers.map((server) => server.start()));
  }

  /** Starts another process, which has `embeddedServers` and the `options` of this stage. */
  script(code: string): ChildProcess {
    const source = `
      import { embeddedServers } from '${path.resolve('servers/embeddedServers.ts')}';
      const options = { ...${JSON.stringify(this.options)}, progress: (line) => console.log(line) };
      ${code}`;
    const parameters = ['--import', 'tsx', '--input-type=module', '--eval', source];
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    return child;
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#started.map((server) => server.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function stopBoth({ database, redis }: Pair): Promise<void> {
  await Promise.all([database.stop(), redis.stop()]);
}

export async function query(database: EmbeddedServer, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(database.url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

export async function withRedis<Answer>(
  redis: EmbeddedServer,
  work: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis(redis.url);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** The first line that a process prints of this pattern. */
export async function nextLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface(child.stdout)) if (pattern.test(line)) return line;
  throw new Error(`ended without printing ${pattern}`);
}
