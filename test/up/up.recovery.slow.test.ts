import { expect } from 'chai';
import { databaseServer } from '../support/databaseEngine.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
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

  it('leaves no process behind when it is killed itself', async () => {
    const started = descendantsOf(up.running.pid);

    await up.running.stop('SIGKILL');

    await allGone(started);
  });
});
