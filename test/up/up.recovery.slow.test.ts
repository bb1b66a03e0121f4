import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { start } from '../support/command.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp, dataFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { callAsDemo, startUp, type Up } from '../support/up.ts';

describe('counterfoil up, when something is killed (starts `up`)', function () {
  this.timeout(60_000);
  let up: Up;
  before(async () => {
    up = await startUp();
  });
  after(cleanUp);

  const victims = [
    { name: 'gateway', command: /^counterfoil gateway/ },
    { name: 'worker article interactive', command: /^counterfoil worker article interactive/ },
    { name: 'worker customer address article changes bulk', command: /^counterfoil worker .* bulk/ },
    databaseServer,
    { name: 'Redis', command: /redis-server/ },
  ];
  for (const { name, command } of victims)
    it(`starts ${name} again and says so [process-restart]`, async () => {
      const victim = descendantsOf(up.running.pid).find((shown) => command.test(shown.command));

      process.kill(victim?.pid ?? Number.NaN, 'SIGKILL');
      await up.running.prints(
        new RegExp(`${name} was killed by SIGKILL; starting it again\n(.*\n)*${name} is back\n`),
      );

      const envelope = await callAsDemo(up, 'article.create', { article_title: 'afterwards' });
      expect(envelope).to.deep.include({ response: true, message: 'article created' });
    });

  it('starts again after it was killed while it created its tables', async () => {
    const folder = await dataFolder();
    const table = path.join(folder, 'mysql', 'counterfoil', 'customers.ibd');
    const first = await start(['up'], { env: { COUNTERFOIL_DATA_DIR: folder, PORT: `${await freePort()}` } });
    await until(() => existsSync(table));
    const started = descendantsOf(first.pid);
    await first.stop('SIGKILL');
    await allGone(started);

    const second = await startUp({ folder });

    const envelope = await callAsDemo(second, 'article.create', { article_title: 'afterwards' });
    expect(envelope).to.deep.include({ response: true, message: 'article created' });
    await second.running.stop();
  });

  it('leaves no process behind when it is killed itself', async () => {
    const started = descendantsOf(up.running.pid);

    await up.running.stop('SIGKILL');

    await allGone(started);
  });
});
