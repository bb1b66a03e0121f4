import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/nodeClient.ts';
import { run, start } from '../support/command.ts';
import { cleanUp } from '../support/dataFolders.ts';
import { descendantsOf } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { demoOf, startUp, type Up } from '../support/up.ts';

describe('counterfoil up --gateways 2 (starts `up`)', function () {
  this.timeout(60_000);
  let up: Up;
  let options: { readonly url: string; readonly appId: string; readonly apiSecret: string };
  const clients: Counterfoil[] = [];
  before(async () => {
    up = await startUp({ starts: (how) => start(['up', '--gateways', '2'], how) });
    const { COUNTERFOIL_APP_ID: appId = '', COUNTERFOIL_API_SECRET: apiSecret = '' } = await demoOf(up);
    options = { url: up.url, appId, apiSecret };
  });
  after(cleanUp);
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  const gateways = () =>
    descendantsOf(up.running.pid).filter(({ command }) => command === 'counterfoil gateway');
  const requestsOf = async (log: string) =>
    ((await readFile(path.join(up.folder, 'logs', log), 'utf8')).match(/"event":"request"/g) ?? []).length;

  /** Creates an article by a new client, which has connections of its own. */
  async function create(repeats = 0): Promise<number> {
    const client = counterfoil({ ...options, repeats });
    clients.push(client);
    return (await client.send('article.create', '{"article_title":"Tea"}')).status;
  }

  it('gives the connections to both', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => create()));

    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    await until(async () => (await requestsOf('gateway.log')) > 0 && (await requestsOf('gateway-2.log')) > 0);
  });

  it('answers a client that closes its side before it has the answer', async () => {
    const { hostname, port } = new URL(up.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += String(chunk);

    expect(text).to.match(/^HTTP\/1\.1 200 /);
  });

  it('refuses no new connection while one of them, and then all, are killed', async () => {
    const [one, other] = gateways();
    process.kill(one?.pid ?? Number.NaN, 'SIGKILL');
    await up.running.prints(/gateway( 2)? was killed by SIGKILL/);
    const withOne = await create();
    process.kill(other?.pid ?? Number.NaN, 'SIGKILL');
    await up.running.prints(/(was killed by SIGKILL[^]*){2}/);
    const withNone = await create();

    expect([withOne, withNone]).to.deep.equal([200, 200]);
    await up.running.prints(/(is back\n[^]*){2}/);
  });

  it('rotates the key of both', async () => {
    const { code, stdout, stderr } = await run(['key', 'rotate'], {
      env: { COUNTERFOIL_DATA_DIR: up.folder },
    });

    expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: '' });
    expect(await Promise.all([create(), create(), create()])).to.deep.equal([200, 200, 200]);
  });

  it('stops without cutting a call off', async () => {
    await Promise.all(Array.from({ length: 10 }, () => create()));
    // Over the connections that they have, since the port closes first.
    const calls = clients.map((client) => client.send('article.create', '{"article_title":"Tea"}'));
    await Promise.race(calls); // the others are on their way, too
    up.running.child.kill('SIGTERM');

    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    const { code } = await up.running.ended;
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    expect(code).to.equal(0);
  });
});
