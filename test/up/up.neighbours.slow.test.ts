// @early: one of the slowest.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { defaultWorkers } from '../../up/roles/roles.ts';
import { expectError, run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { commandOf } from '../support/processes.ts';
import type { Ended } from '../support/running.ts';
import { until } from '../support/until.ts';
import { callAsDemo, startUp, type Up } from '../support/up.ts';

describe('beside a running `up` (starts `up`)', function () {
  this.timeout(60_000);
  let one: Up;
  let other: Up;
  let intruder: Promise<Ended>;
  let kept: Readonly<Record<string, string>>;
  before(async () => {
    [one, other] = await Promise.all([startUp(), startUp()]);
    // A role is in it when it has said where its metrics are.
    const roles = 1 + Object.values(defaultWorkers).reduce((sum, count) => sum + count, 0);
    await until(async () => JSON.parse((await keptFiles())['metrics.json'] ?? '[]').length === roles);
    kept = await keptFiles();
    intruder = run(['up'], { env: { COUNTERFOIL_DATA_DIR: one.folder, PORT: `${await freePort()}` } });
  });
  after(cleanUp);

  it('another `up` does not have its records and apps', async () => {
    const { data } = await callAsDemo(one, 'article.create', { article_title: 'of one' });

    const elsewhere = await callAsDemo(other, 'article.exists', data as object);
    const stranger = await callAsDemo(
      { folder: one.folder, url: other.url },
      'article.exists',
      data as object,
    );

    expect(elsewhere.message).to.equal('article does not exist');
    expect(stranger.message).to.equal('authentication failed');
    expect(await callAsDemo(one, 'article.exists', data as object)).to.deep.include({ response: true });
  });

  it('`call` uses the demo account', async () => {
    const env = { COUNTERFOIL_DATA_DIR: one.folder };
    const created = await run(['call', 'article.create', '{ "article_title": "by hand" }'], { env });

    const { code, stdout } = created;

    expect(code).to.equal(0);
    expect(await callAsDemo(one, 'article.exists', JSON.parse(stdout).data)).to.deep.include({
      response: true,
    });
  });

  it('`gateway` finds its servers, and ends with 0 on SIGTERM', async () => {
    const port = await freePort();

    const gateway = await start(['gateway'], { env: { COUNTERFOIL_DATA_DIR: one.folder, PORT: `${port}` } });
    await gateway.prints(/"event":"started"/);

    const here = { folder: one.folder, url: `http://127.0.0.1:${port}` };
    expect(commandOf(gateway.pid)).to.equal('counterfoil gateway');
    expect(await callAsDemo(here, 'customer.create', {})).to.deep.include({ response: true });
    expect(await gateway.stop('SIGTERM')).to.deep.include({ code: 0, stderr: '' });
  });

  const workers = [
    { command: 'worker article', serves: ['article'] },
    { command: 'worker all', serves: ['customer', 'address', 'article'] },
    { command: 'worker customer address --concurrency 8', serves: ['customer', 'address'] },
  ];
  for (const { command, serves } of workers)
    it(`\`${command}\` finds its servers, shares the work, and ends with 0 on SIGTERM`, async () => {
      const env = { COUNTERFOIL_DATA_DIR: one.folder, LOG_LEVEL: 'debug' };

      const worker = await start(command.split(' '), { env });
      await worker.prints(/"event":"started"/);

      for (const resource of serves)
        await until(async () => {
          await callAsDemo(one, `${resource}.exists`, { [`${resource}_ident`]: 'unknown' });
          return worker.printed.includes(`"method":"${resource}.exists"`);
        });
      expect(commandOf(worker.pid)).to.equal(`counterfoil ${command.replace(/ --.*/, '')}`);
      expect(await worker.stop('SIGTERM')).to.deep.include({ code: 0, stderr: '' });
    });

  it("another `up` can't use its data folder", async () => {
    const ended = await intruder;

    expectError(ended, new RegExp(`^another \`counterfoil up\` runs in ${one.folder}: `));
    expect(await keptFiles()).to.deep.equal(kept);
    expect(await callAsDemo(one, 'customer.create', {})).to.deep.include({ response: true });
  });

  it("another `up` can't use its data folder with the same port either", async () => {
    const env = { COUNTERFOIL_DATA_DIR: one.folder, PORT: new URL(one.url).port };

    expectError(await run(['up'], { env }), /^another `counterfoil up` runs in/);
  });

  /** Resolves to the files that `up` leaves for its next start, and for other commands. */
  async function keptFiles(): Promise<Readonly<Record<string, string>>> {
    const names = (await readdir(one.folder)).filter((name) => /\.(?:env|json|port)$/.test(name));
    const texts = names.map(async (name) => [name, await readFile(path.join(one.folder, name), 'utf8')]);
    return Object.fromEntries(await Promise.all(texts));
  }
});
