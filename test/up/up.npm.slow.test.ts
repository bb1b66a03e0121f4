import { compiled } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
import { Running } from '../support/running.ts';
import { startUp } from '../support/up.ts';

describe('npm start (starts `up`)', function () {
  this.timeout(60_000);
  after(cleanUp);

  it('leaves no process behind when npm is killed', async () => {
    await compiled();
    const { running: npm } = await startUp({ starts: (how) => new Running('npm', ['start'], how) });
    const started = descendantsOf(npm.pid);

    await npm.stop('SIGKILL');

    await allGone(started);
  });
});
