import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { EmbeddedServersUnavailable } from '../../servers/embeddedServers.ts';
import { availableGuard } from '../../servers/system/guard.ts';
import { nextLine, Stage, withRedis } from '../support/embedded.ts';
import { expectNotes, writeNotes } from '../support/notes.ts';
import { commandOf, isRunning } from '../support/processes.ts';
import { until } from '../support/until.ts';

describe('embedded servers (kills servers)', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('start once when started twice, and stop once when stopped twice', async () => {
    const { redis } = await stage.both();
    await Promise.all([redis.start(), redis.start()]);
    const { pid } = redis;
    await redis.start();
    expect(redis.pid).to.equal(pid);

    await Promise.all([redis.stop(), redis.stop()]);
    await redis.stop();

    expect(redis.pid).to.equal(undefined);
    expect(isRunning(pid)).to.equal(false);
  });

  it('abort a start when they are stopped', async () => {
    const { database } = await stage.both();
    const starting = database.start().catch((error: Error) => error);

    await database.stop();

    expect(await starting).to.be.instanceOf(EmbeddedServersUnavailable);
    expect(database.pid).to.equal(undefined);
    await stage.start(database);
  });

  it('report a killed server and bring it back under the same url with its data', async () => {
    const { database, redis } = await stage.both();
    await stage.start(database, redis);
    await writeNotes({ database, redis });
    const { url } = database;

    for (const server of [database, redis]) {
      const reported = new Promise<string>((resolve) => server.onExit(resolve));
      process.kill(server.pid as number, 'SIGKILL');
      expect(await reported).to.equal(`${server.name} was killed by SIGKILL`);
      expect(server.pid).to.equal(undefined);
      await server.start();
    }

    expect(database.url).to.equal(url);
    await expectNotes({ database, redis });
  });

  it('do not report a stop that was asked for', async () => {
    const { redis } = await stage.both();
    const reports: string[] = [];
    redis.onExit((reason) => reports.push(reason));

    await redis.start();
    await redis.stop();

    expect(reports).to.deep.equal([]);
  });

  it('take turns on one data folder', async function () {
    if ((await availableGuard()) !== 'kernel') this.skip();
    const [one, other] = [await stage.both(), await stage.both()];
    await stage.start(one.redis);
    await withRedis(one.redis, (client) => client.set('note', 'kept'));

    const second = stage.start(other.redis);
    await until(() => other.redis.pid !== undefined);
    await one.redis.stop();
    await second;

    expect(await withRedis(other.redis, (client) => client.get('note'))).to.equal('kept');
  });

  it('end when their parent is killed', async () => {
    const parent = stage.script(`
      const { database, redis } = await embeddedServers(options);
      await Promise.all([database.start(), redis.start()]);
      console.log(database.pid, redis.pid);
      setInterval(() => undefined, 1000);
    `);
    const pids = (await nextLine(parent, /^\d+ \d+$/)).split(' ').map(Number);
    expect(pids.every(isRunning)).to.equal(true);

    parent.kill('SIGKILL');

    await until(() => !pids.some(isRunning));
    const { database, redis } = await stage.both();
    await stage.start(database, redis);
  });

  it('end when their parent is killed, also without the kernel guard', async () => {
    const parent = stage.script(`
      import { launch } from '${path.resolve('servers/system/launch.ts')}';
      const link = { kind: 'guard', guard: 'pipe', folder: '/' };
      console.log(launch({ line: ['sleep', '1000'], environment: process.env }, { link }).child.pid);
    `);
    const pid = Number(await nextLine(parent, /^\d+$/));
    await until(() => commandOf(pid).startsWith('sleep'));

    parent.kill('SIGKILL');

    await until(() => !isRunning(pid));
  });

  it('create the database again when its creation was killed', async () => {
    const parent = stage.script(`
      const { database } = await embeddedServers(options);
      await database.start();
    `);
    const partial = async () => (await readdir(stage.folder)).filter((name) => name.endsWith('.partial'));
    await nextLine(parent, /^Creating/);
    await until(async () => (await partial()).length > 0);
    parent.kill('SIGKILL');
    await once(parent, 'exit');

    const { database } = await stage.both();
    await stage.start(database);

    expect(await partial()).to.deep.equal([]);
  });
});
