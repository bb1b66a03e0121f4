import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { availableGuard } from '../../cli/embedded/guard.ts';
import {
  type EmbeddedServer,
  type EmbeddedServersOptions,
  EmbeddedServersUnavailable,
  embeddedServers,
} from '../../cli/embedded/index.ts';

const binariesFolder = path.resolve('.counterfoil/binaries');
const downloadLimitMs = 10 * 60_000;

describe('embedded servers', () => {
  let folder: string;
  let started: EmbeddedServer[];
  let children: ChildProcess[];

  before('binaries are here', async function () {
    this.timeout(downloadLimitMs);
    await withTemporaryFolder((temporary) => embeddedServers(optionsFor(temporary)));
  });

  beforeEach(async () => {
    folder = await temporaryFolder();
    started = [];
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(started.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('start from nothing and answer', async () => {
    const { database, redis } = await both();
    expect(database.url).to.match(/^mysql:\/\/counterfoil:[\w-]+@127\.0\.0\.1:\d+\/counterfoil$/);
    expect(redis.url).to.match(/^redis:\/\/:[\w-]+@127\.0\.0\.1:\d+$/);
    await startAll(database, redis);
    expect(await query(database, 'SELECT @@character_set_database AS charset')).to.deep.equal([
      { charset: 'utf8mb4' },
    ]);
    expect(await withRedis(redis, (client) => client.ping())).to.equal('PONG');
    expect((await stat(path.join(folder, 'servers.json'))).mode & 0o777).to.equal(0o600);
  });

  it('keep what was written over a stop and a start, also of a new object', async () => {
    const first = await both();
    await startAll(first.database, first.redis);
    await write(first);
    await stopAll(first);
    await startAll(first.database, first.redis);
    await expectWritten(first);
    await stopAll(first);
    const second = await both();
    await startAll(second.database, second.redis);
    await expectWritten(second);
  });

  it('let the account make further databases of ours, and no others', async () => {
    const { database } = await both();
    await startAll(database);
    await query(database, 'CREATE DATABASE counterfoil_test_1');
    const refused = await failure(query(database, 'CREATE DATABASE elsewhere'));
    expect(refused).to.have.property('code', 'ER_DBACCESS_DENIED_ERROR');
  });

  it('start once when started twice, and stop once when stopped twice', async () => {
    const { redis } = await both();
    await Promise.all([redis.start(), redis.start()]);
    const { pid } = redis;
    await redis.start();
    expect(redis.pid).to.equal(pid);
    await Promise.all([redis.stop(), redis.stop()]);
    await redis.stop();
    expect(redis.pid).to.equal(undefined);
    expect(isRunning(pid)).to.equal(false);
  });

  it('cut a start short when stopped meanwhile', async () => {
    const { database } = await both();
    const starting = failure(database.start());
    await database.stop();
    expect(await starting).to.be.instanceOf(EmbeddedServersUnavailable);
    expect(database.pid).to.equal(undefined);
    await startAll(database);
  });

  it('report a killed server and bring it back under the same url with its data', async () => {
    const { database, redis } = await both();
    await startAll(database, redis);
    await write({ database, redis });
    const { url } = database;
    for (const server of [database, redis]) {
      const reported = new Promise<string>((resolve) => server.onExit(resolve));
      process.kill(server.pid as number, 'SIGKILL');
      expect(await reported).to.equal(`${server.name} was ended by SIGKILL`);
      expect(server.pid).to.equal(undefined);
      await server.start();
    }
    expect(database.url).to.equal(url);
    await expectWritten({ database, redis });
  });

  it('do not report a stop that was asked for', async () => {
    const { redis } = await both();
    const reports: string[] = [];
    redis.onExit((reason) => reports.push(reason));
    await redis.start();
    await redis.stop();
    expect(reports).to.deep.equal([]);
  });

  it('run side by side', async () => {
    await withTemporaryFolder(async (otherFolder) => {
      const [one, other] = await Promise.all([both(), both(optionsFor(otherFolder))]);
      await startAll(one.database, one.redis, other.database, other.redis);
      await write(one);
      expect(await query(other.database, 'SHOW TABLES')).to.deep.equal([]);
      expect(await withRedis(other.redis, (client) => client.get('note'))).to.equal(null);
      await stopAll(other);
    });
  });

  it('run when their folder is closed to other users', async () => {
    await chmod(folder, 0o700);
    const { database, redis } = await both();
    await startAll(database, redis);
    await chmod(folder, 0o755);
    await stopAll({ database, redis });
    const later = await both();
    await startAll(later.database, later.redis);
  });

  it('take turns on one data folder', async function () {
    if ((await availableGuard()) !== 'kernel') this.skip();
    const [one, other] = [await both(), await both()];
    await startAll(one.redis);
    await withRedis(one.redis, (client) => client.set('note', 'kept'));
    started.push(other.redis);
    const second = other.redis.start();
    await eventually(() => other.redis.pid !== undefined);
    await one.redis.stop();
    await second;
    expect(await withRedis(other.redis, (client) => client.get('note'))).to.equal('kept');
  });

  it('die with a parent that is killed', async () => {
    const parent = script(`
      const { database, redis } = await embeddedServers(${scriptOptions()});
      await Promise.all([database.start(), redis.start()]);
      console.log(database.pid, redis.pid);
      setInterval(() => undefined, 1000);
    `);
    const pids = (await nextLine(parent, /^\d+ \d+$/)).split(' ').map(Number);
    expect(pids.every(isRunning)).to.equal(true);
    parent.kill('SIGKILL');
    await eventually(() => !pids.some(isRunning));
    const { database, redis } = await both();
    await startAll(database, redis);
  });

  it('die with a parent that is killed where only a pipe can tell', async () => {
    const parent = script(`
      import { launch } from '${path.resolve('cli/embedded/launch.ts')}';
      const place = { folder: '/', logFile: '/dev/null', port: 0, account: undefined, guard: 'pipe' };
      console.log(launch({ line: ['sleep', '1000'], environment: process.env }, place).child.pid);
    `);
    const pid = Number(await nextLine(parent, /^\d+$/));
    await eventually(() => commandOf(pid).startsWith('sleep'));
    parent.kill('SIGKILL');
    await eventually(() => !isRunning(pid));
  });

  it('make the database again when its making was killed', async () => {
    const parent = script(`
      const progress = (line) => console.log(line);
      const { database } = await embeddedServers({ ...${scriptOptions()}, progress });
      await database.start();
    `);
    await nextLine(parent, /^Making/);
    await eventually(async () => (await readdir(folder)).some((name) => name.endsWith('.partial')));
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const { database } = await both();
    await startAll(database);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).to.deep.equal([]);
  });

  it('name their log when a start fails', async () => {
    const { database, redis } = await both({
      ...optionsFor(folder),
      databaseFlags: ['--no-such-flag'],
      redisFlags: ['--no-such-flag', 'x'],
    });
    for (const server of [database, redis]) {
      const log = path.join(folder, server === database ? 'mysql.log' : 'redis.log');
      const error = await failure(server.start());
      expect(error).to.be.instanceOf(EmbeddedServersUnavailable);
      expect(error.message).to.match(
        new RegExp(`^${server.name} ended with exit code \\d+; its log is ${log}\\.$`),
      );
    }
  });

  it('say what to install where there are no binaries and no way to get them', async () => {
    const nothing = {
      ...optionsFor(folder),
      binariesFolder: path.join(folder, 'binaries'),
      commandFolders: [],
    };
    const error = await failure(embeddedServers(nothing));
    expect(error).to.be.instanceOf(EmbeddedServersUnavailable);
    expect(error.message).to.include('apt install mariadb-server redis-server');
    expect(error.message).to.include('DATABASE_URL and REDIS_URL');
    const half = await failure(embeddedServers({ ...nothing, database: false }));
    expect(half.message).to.include('apt install redis-server').and.not.include('DATABASE_URL');
  });

  it('leave alone what is not wanted', async () => {
    expect(await embeddedServers({ ...optionsFor(folder), database: false, redis: false })).to.deep.equal({});
    expect(await embeddedServers({ ...optionsFor(folder), database: false })).to.have.all.keys('redis');
  });

  async function both(options = optionsFor(folder)): Promise<Pair> {
    const { database, redis } = await embeddedServers(options);
    if (!database || !redis) throw new Error('both were wanted');
    return { database, redis };
  }

  async function startAll(...servers: EmbeddedServer[]): Promise<void> {
    started.push(...servers);
    await Promise.all(servers.map((server) => server.start()));
  }

  function scriptOptions(): string {
    return `{ ...${JSON.stringify(optionsFor(folder))}, progress: () => undefined }`;
  }

  function script(code: string): ChildProcess {
    const index = path.resolve('cli/embedded/index.ts');
    const source = `import { embeddedServers } from '${index}';\n${code}`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  }
});

interface Pair {
  readonly database: EmbeddedServer;
  readonly redis: EmbeddedServer;
}

function optionsFor(dataFolder: string): EmbeddedServersOptions {
  return { dataFolder, binariesFolder, database: true, redis: true, progress: () => undefined };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'counterfoil-embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

async function withTemporaryFolder(work: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = await temporaryFolder();
  await work(folder);
  await rm(folder, { recursive: true });
}

async function stopAll({ database, redis }: Pair): Promise<void> {
  await Promise.all([database.stop(), redis.stop()]);
}

async function write({ database, redis }: Pair): Promise<void> {
  await query(database, 'CREATE TABLE notes (note VARCHAR(20))');
  await query(database, `INSERT INTO notes VALUES ('kept')`);
  await withRedis(redis, (client) => client.set('note', 'kept'));
}

async function expectWritten({ database, redis }: Pair): Promise<void> {
  expect(await query(database, 'SELECT note FROM notes')).to.deep.equal([{ note: 'kept' }]);
  expect(await withRedis(redis, (client) => client.get('note'))).to.equal('kept');
}

async function query(database: EmbeddedServer, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(database.url);
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

async function withRedis<Answer>(
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

async function failure(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.fail('expected a failure'),
    (error: Error) => error,
  );
}

async function nextLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (!child.stdout) throw new Error('no output to read');
  for await (const line of createInterface(child.stdout)) if (pattern.test(line)) return line;
  throw new Error(`ended without printing ${pattern}`);
}

async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(10);
}

/** Empty for a process that is gone, and for a zombie that nobody has collected. */
function commandOf(pid: number | undefined): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function isRunning(pid: number | undefined): boolean {
  return commandOf(pid) !== '';
}
