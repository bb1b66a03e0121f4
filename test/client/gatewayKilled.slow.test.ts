import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { counterfoil as nodeClient } from '../../client/nodeClient.ts';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { newAccount } from '../support/account.ts';
import { cluster, roleEnvironment } from '../support/cluster.ts';
import { freePort } from '../support/ports.ts';
import { startRole } from '../support/roleProcess.ts';
import { storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';

/** Duration of an outage by an upgrade or a crash. */
const outageMs = 3_000;

const startGateway = (port: number): Promise<ManagedProcess> =>
  startRole('gateway', { env: { ...roleEnvironment(0, port), LOG_LEVEL: 'silent' } });

describe('client (kills gateways)', () => {
  let gateway: ManagedProcess | undefined;
  const clients: Counterfoil[] = [];
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await gateway?.stop();
  });

  it('repeats creates over the death of a gateway: none fails, and none is done twice', async () => {
    await cluster();
    const { id, appId, apiSecret } = await newAccount();
    const port = await freePort();
    gateway = await startGateway(port);
    const credentials = { url: `http://127.0.0.1:${port}`, appId, apiSecret };
    clients.push(counterfoil(credentials), nodeClient(credentials));
    const made: string[] = [];
    const loopsEnd = new AbortController();
    const create = async (client: Counterfoil) => {
      while (!loopsEnd.signal.aborted) made.push((await client.customer.create({})).customer_ident);
    };
    const loops = Promise.all([0, 1, 2, 3].flatMap(() => clients.map(create)));
    // Ends at once when a create fails.
    const untilMade = (count: number) => Promise.race([loops, until(() => made.length > count)]);

    await untilMade(50);
    process.kill(gateway.pid ?? 0, 'SIGKILL');
    await delay(outageMs);
    gateway = await startGateway(port);
    await untilMade(made.length + 50);
    loopsEnd.abort();
    await loops;

    const stored = (await storedRows('customers', id)).map(({ customer_ident }) => customer_ident);
    expect(stored).to.have.members(made);
  }).timeout(120_000);
});
