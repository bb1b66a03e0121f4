// @early: one of the slowest.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { counterfoil } from '../../client/nodeClient.ts';
import { secretKeyOf } from '../../shared/secrets/keyRing.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { expectError, jsonOf, run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { newKey } from '../support/keyedService.ts';
import { load } from '../support/load.ts';
import { freePort } from '../support/ports.ts';
import { descendantsOf, isRunning } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { callAsDemo, demoOf, startUp, type Up } from '../support/up.ts';

describe('counterfoil up and its secret key (starts `up`)', function () {
  this.timeout(180_000);
  let up: Up;
  before(async () => {
    up = await startUp();
  });
  after(cleanUp);

  const file = () => path.join(up.folder, 'servers.env');
  const kept = async () => parseEnv(await readFile(file(), 'utf8')) as Record<string, string>;
  const idOf = (text = '') => secretKeyOf(Buffer.from(text, 'base64')).id;
  const again = async (env: Record<string, string>) =>
    run(['up'], { env: { COUNTERFOIL_DATA_DIR: up.folder, PORT: `${await freePort()}`, ...env } });
  const rotate = () => start(['key', 'rotate', '--json'], { env: { COUNTERFOIL_DATA_DIR: up.folder } });
  const expectServed = async () =>
    expect(await callAsDemo(up, 'article.create', { article_title: 'Tea' })).to.include({ response: true });
  const lookUps = async () => {
    const logs = ['worker-account.log', 'worker-account-2.log'].map((name) =>
      readFile(path.join(up.folder, 'logs', name), 'utf8'),
    );
    return (await Promise.all(logs)).flatMap((text) => text.match(/"account\.app"/g) ?? []).length;
  };
  const gateway = () =>
    descendantsOf(up.running.pid).find(({ command }) => command.startsWith('counterfoil gateway'))?.pid ?? 0;

  async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = openDatabase((await kept()).DATABASE_URL ?? '', 1);
    try {
      return await work(database);
    } finally {
      await database.destroy();
    }
  }
  const keyIds = () =>
    onDatabase(async (database) => {
      const rows = await database('secret_keys').select('state', 'key_id');
      return Object.fromEntries(rows.map(({ state, key_id }) => [state, key_id]));
    });

  it('stores the check value of its key', async () => {
    expect(await keyIds()).to.deep.equal({ active: idOf((await kept()).COUNTERFOIL_SECRET_KEY) });
  });

  it('rotates the key while calls go on, and keeps the new one', async () => {
    const { COUNTERFOIL_SECRET_KEY: former } = await kept();
    const process = gateway();
    const { COUNTERFOIL_APP_ID: appId = '', COUNTERFOIL_API_SECRET: apiSecret = '' } = await demoOf(up);
    const client = counterfoil({ url: up.url, appId, apiSecret, repeats: 0 });
    let isOver = false;
    const calls = load([client], () => isOver);

    const rotation = jsonOf(await (await rotate()).ended);
    const before = await lookUps();
    // One may have begun before the rotation.
    await until(async () => (await lookUps()) >= before + 2);
    isOver = true;

    const answers = await calls;
    await client.close();
    expect(answers.length).to.be.above(100);
    expect(answers.filter(({ response }) => !response)).to.deep.equal([]);
    const { COUNTERFOIL_SECRET_KEY: key, COUNTERFOIL_FORMER_SECRET_KEY: left } = await kept();
    expect(key).not.to.equal(former);
    expect(left).to.equal(undefined);
    expect(rotation).to.deep.equal({ key_id: idOf(key), apps: 1, webhooks: 0, unopened: [] });
    const formerFile = path.join(up.folder, `former-key-${idOf(former)}.env`);
    expect(await readFile(formerFile, 'utf8')).to.equal(`COUNTERFOIL_SECRET_KEY=${former}\n`);
    expect((await stat(formerFile)).mode % 0o1000).to.equal(0o600);
    expect(await keyIds()).to.deep.equal({ active: idOf(key) });
    expect(gateway()).to.equal(process);
  });

  it('refuses key rotate with a key of its own', async () => {
    const before = await kept();
    const env = { COUNTERFOIL_DATA_DIR: up.folder, COUNTERFOIL_SECRET_KEY: newKey().toString('base64') };

    expectError(
      await run(['key', 'rotate'], { env }),
      /^COUNTERFOIL_SECRET_KEY is set, but the key of this database is kept in .*servers\.env: unset it /,
    );

    expect(await kept()).to.deep.equal(before);
  });

  it('has both keys in servers.env when a rotation is killed before it, and the next one uses them', async () => {
    const { COUNTERFOIL_SECRET_KEY: former } = await kept();
    const pid = gateway();
    process.kill(pid, 'SIGSTOP');
    const running = await rotate();
    await until(async () => (await kept()).COUNTERFOIL_FORMER_SECRET_KEY === former);
    await running.stop('SIGKILL');
    process.kill(pid, 'SIGCONT');
    const { COUNTERFOIL_SECRET_KEY: key } = await kept();
    expect(await keyIds()).to.deep.equal({ active: idOf(former) });
    await expectServed();

    // A start in between knows both as well.
    await up.running.stop();
    up = await startUp({ folder: up.folder });
    expect(await kept()).to.include({ COUNTERFOIL_SECRET_KEY: key, COUNTERFOIL_FORMER_SECRET_KEY: former });
    await expectServed();

    expect(jsonOf(await (await rotate()).ended)).to.include({ key_id: idOf(key) });
    expect(await kept())
      .to.include({ COUNTERFOIL_SECRET_KEY: key })
      .and.not.have.property('COUNTERFOIL_FORMER_SECRET_KEY');
    await expectServed();
  });

  it('goes on when a rotation is killed before it forgets the former key', async () => {
    const { COUNTERFOIL_SECRET_KEY: former } = await kept();
    await (await rotate()).ended;
    const { COUNTERFOIL_SECRET_KEY: key } = await kept();
    await writeFile(file(), `${await readFile(file(), 'utf8')}COUNTERFOIL_FORMER_SECRET_KEY=${former}\n`);

    expect(jsonOf(await (await rotate()).ended)).to.deep.equal({
      key_id: idOf(key),
      apps: 0,
      webhooks: 0,
      unopened: [],
    });

    expect(await kept())
      .to.include({ COUNTERFOIL_SECRET_KEY: key })
      .and.not.have.property('COUNTERFOIL_FORMER_SECRET_KEY');
  });

  it('starts its gateway again with the current keys', async () => {
    await (await rotate()).ended;

    process.kill(gateway(), 'SIGKILL');
    await up.running.prints(/gateway was killed by SIGKILL; starting it again\n(.*\n)*gateway is back\n/);

    await expectServed();
  });

  describe('stopped,', () => {
    before(async () => {
      const started = descendantsOf(up.running.pid);
      await up.running.stop();
      expect(started.filter(({ pid }) => isRunning(pid))).to.deep.equal([]);
    });

    it('refuses another key, and leaves the kept one', async () => {
      const before = await readFile(file(), 'utf8');

      expectError(
        await again({ COUNTERFOIL_SECRET_KEY: newKey().toString('base64') }),
        new RegExp(
          `^COUNTERFOIL_SECRET_KEY differs from the key in ${file()}: unset it .*, or set COUNTERFOIL_DATA_DIR to another folder\\. `,
        ),
      );

      expect(await readFile(file(), 'utf8')).to.equal(before);
    });

    it('refuses to make a new key when servers.env is gone, and says which one is needed', async () => {
      const before = await readFile(file(), 'utf8');
      const { COUNTERFOIL_SECRET_KEY: key = '' } = await kept();
      await rm(file());

      expectError(
        await again({}),
        new RegExp(`^COUNTERFOIL_SECRET_KEY is not set, .* set it to the one with key id ${idOf(key)}$`),
      );

      expect(await readFile(file(), 'utf8').catch(({ code }) => code)).to.equal('ENOENT');
      await writeFile(file(), before);
    });

    it('goes on with the kept key, also when it is given', async () => {
      const { COUNTERFOIL_SECRET_KEY = '' } = await kept();

      up = await startUp({ folder: up.folder, env: { COUNTERFOIL_SECRET_KEY } });

      await expectServed();
    });
  });
});
