import { expect } from 'chai';
import { cleanUp } from '../support/dataFolders.ts';
import { withTakenPort } from '../support/ports.ts';
import { descendantsOf } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { startUp, type Up } from '../support/up.ts';

describe('status page of up (starts `up`)', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('is printed with its token, and keeps its address when it is killed', async () => {
    const up = await startUp();
    const [, address = ''] =
      /^ {2}status {3}(http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/)$/m.exec(up.running.printed) ?? [];
    const before = await statusOf(address);
    process.kill(pageOf(up) as number, 'SIGKILL');
    await until(() => up.running.printed.includes('status page is back'));

    const after = await statusOf(address);

    expect(before).to.deep.equal([200, 404]);
    expect(after).to.deep.equal(before);
    expect((await fetch(`${up.url}/readyz`)).status).to.equal(200);
  });

  it('may fail: everything else runs', async () => {
    await withTakenPort(async (port) => {
      const up = await startUp({ env: { STATUS_PORT: `${port}` } });

      const [line] = /^ {2}status .*/m.exec(up.running.printed) ?? [];
      expect(line).to.match(
        /^ {2}status {3}not served: status page ended with exit code 1: port \d+ is in use: set STATUS_PORT/,
      );
      expect((await fetch(`${up.url}/readyz`)).status).to.equal(200);
    });
  });
});

/** The status of the page, and of the same server without the token. */
async function statusOf(address: string): Promise<readonly number[]> {
  const addresses = [address, new URL('/', address).href];
  return Promise.all(addresses.map(async (each) => (await fetch(each)).status));
}

function pageOf({ running }: Up): number | undefined {
  return descendantsOf(running.pid).find(({ command }) => command === 'counterfoil status page')?.pid;
}
