// @early: one of the slowest.
import { once } from 'node:events';
import { expect } from 'chai';
import { secretKey } from '../support/cluster.ts';
import { compiled, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { allGone, descendantsOf } from '../support/processes.ts';
import { Running } from '../support/running.ts';
import { redisUrl } from '../support/servers.ts';
import { until } from '../support/until.ts';

describe('a role that is told to stop (starts roles)', () => {
  it('finishes its calls when SIGTERM is repeated', async () => {
    const gateway = await startGateway(redisUrl(15));
    await once(gateway.child, 'message');

    gateway.child.kill('SIGTERM');
    await gateway.prints(/"event":"stopping"/);
    gateway.child.kill('SIGTERM');

    const { code, signal, stdout } = await gateway.ended;
    expect({ code, signal }).to.deep.equal({ code: 0, signal: null });
    expect(stdout.match(/"event":"stopping"/g)).to.have.length(1);
  });

  it('stops in order if one Ctrl-C arrives twice, as from npm', async () => {
    const gateway = await startGateway(redisUrl(15));
    await once(gateway.child, 'message');

    gateway.child.kill('SIGINT');
    await gateway.prints(/"event":"stopping"/);
    gateway.child.kill('SIGINT');

    expect(await gateway.ended).to.include({ code: 0, signal: null });
  });

  it('ends at once on a second Ctrl-C', async () => {
    const gateway = await startGateway(redisUrl(15), { DRAIN_MS: '60000' });
    await once(gateway.child, 'message');

    gateway.child.kill('SIGINT');
    await gateway.prints(/"event":"stopping"/);
    await until(async () => {
      gateway.child.kill('SIGINT');
      return gateway.child.exitCode !== null;
    });

    expect(await gateway.ended).to.include({ code: 130 });
  });
});

describe('a role whose parent is gone (starts roles)', () => {
  after(cleanUp);

  it('ends at once before it has started', async () => {
    const gateway = await startGateway(await nobody());

    gateway.child.disconnect();

    expect(await gateway.ended).to.deep.equal({ code: 1, signal: null, stdout: '', stderr: '' });
  });

  it('ends at once while it waits for servers', async () => {
    const gateway = await startGateway(await nobody());
    await gateway.prints(/"event":"connection_failed"/);

    gateway.child.disconnect();

    const { code, stderr } = await gateway.ended;
    // Without Redis after ten seconds, it would have complained.
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
  });

  it('stops in order when it runs', async () => {
    const gateway = await startGateway(redisUrl(15));
    await once(gateway.child, 'message');

    gateway.child.disconnect();

    const { code, stdout } = await gateway.ended;
    expect(code).to.equal(0);
    expect(stdout).to.match(/"event":"stopping"/);
  });

  it('stops when npx, which started it, is killed', async () => {
    await compiled();
    const npx = new Running('npx', ['counterfoil', 'gateway'], { env: await settings(redisUrl(15)) });
    await npx.prints(/"event":"started"/);
    const started = descendantsOf(npx.pid);

    await npx.stop('SIGKILL');

    await allGone(started);
  });
});

async function nobody(): Promise<string> {
  return `redis://127.0.0.1:${await freePort()}`;
}

async function startGateway(REDIS_URL: string, env: Readonly<Record<string, string>> = {}) {
  return start(['gateway'], { env: { ...(await settings(REDIS_URL)), ...env }, channel: true });
}

async function settings(REDIS_URL: string) {
  const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
  return { REDIS_URL, COUNTERFOIL_SECRET_KEY, PORT: `${await freePort()}` };
}
