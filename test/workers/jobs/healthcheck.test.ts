import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type EmbeddedServer, embeddedServers } from '../../../standalone/servers/index.ts';
import { isHeard } from '../../../workers/jobs/healthcheck.ts';
import { binariesFolder } from '../../support/servers.ts';

/** On its own Redis: that of the other tests has many clients at this address. */
describe('health check of a worker', () => {
  let dataFolder: string;
  let server: EmbeddedServer;
  let worker: Redis | undefined;

  before(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'counterfoil-health-'));
    const wanted = { database: false, redis: true, progress: () => {} };
    ({ redis: server } = (await embeddedServers({ dataFolder, binariesFolder, ...wanted })) as {
      redis: EmbeddedServer;
    });
    await server.start();
  });

  afterEach(() => {
    worker?.disconnect();
    worker = undefined;
  });

  after(async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true });
  });

  async function connectWorker(): Promise<void> {
    worker = new Redis(server.url);
    await worker.ping();
  }

  it('passes while a client sends commands', async () => {
    await connectWorker();

    expect(await isHeard(server.url)).to.equal(true);
  });

  it('fails if no client is connected', async () => {
    while (await isHeard(server.url)); // a client that has just left is listed for a moment

    expect(await exitCodeOfScript(server.url)).to.equal(1);
  });

  it('exits with 0 as a script when it passes', async () => {
    await connectWorker();

    expect(await exitCodeOfScript(server.url)).to.equal(0);
  });

  it('accepts the address of Redis in a file, too', async () => {
    await connectWorker();
    const file = path.join(dataFolder, 'redis_url');
    await writeFile(file, `${server.url}\n`);

    expect(await exitCodeOfScript('', { REDIS_URL_FILE: file })).to.equal(0);
  });

  it('loads no package, which would cost more than the check itself', async () => {
    const files = ['workers/jobs/healthcheck.ts', 'shared/settings/serverAddress.ts'];
    const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const loaded = [...sources.join('').matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name]) => name);

    expect(loaded).to.include('node:net');
    expect(loaded.filter((name) => !name?.startsWith('node:'))).to.deep.equal([
      '../../shared/settings/serverAddress.ts',
    ]);
  });

  it('fails when a connected client is silent', async () => {
    await connectWorker();

    while (await isHeard(server.url, 0));

    expect(worker?.status).to.equal('ready');
  });

  it('fails with a wrong password', async () => {
    await connectWorker();
    const url = new URL(server.url);
    url.password = 'wrong';

    expect(await failure(isHeard(url.href))).to.equal('Redis does not list its clients');
  });

  it('fails when Redis does not answer', async () => {
    expect(await exitCodeOfScript('redis://127.0.0.1:1')).to.equal(1);
  });
});

async function exitCodeOfScript(redisUrl: string, given: NodeJS.ProcessEnv = {}): Promise<number> {
  const env = { ...process.env, REDIS_URL: redisUrl, ...given };
  const script = spawn(process.execPath, ['--import', 'tsx', 'workers/jobs/healthcheck.ts'], {
    env,
    stdio: 'ignore',
  });
  const [code] = (await once(script, 'exit')) as [number];
  return code;
}

function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no failure',
    (error: Error) => error.message,
  );
}
