import { once } from 'node:events';
import { expect } from 'chai';
import { secretKey } from '../support/cluster.ts';
import { start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { redisUrl } from '../support/servers.ts';

describe('a role whose parent is gone', () => {
  after(cleanUp);

  it('ends at once when it does not run yet, whatever it waits for', async () => {
    const gateway = await startGateway(`redis://127.0.0.1:${await freePort()}`);

    gateway.child.disconnect();

    const { code, stderr } = await gateway.ended;
    // Redis, which it waits for, would have been its complaint.
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

  async function startGateway(REDIS_URL: string) {
    const COUNTERFOIL_SECRET_KEY = secretKey.toString('base64');
    const env = { REDIS_URL, COUNTERFOIL_SECRET_KEY, PORT: `${await freePort()}` };
    return start(['gateway'], { env, channel: true });
  }
});
