import { hostname } from 'node:os';
import { expect } from 'chai';
import { MetricsServer, type Monitor } from '../../../../shared/runtime/metrics/metricsServer.ts';
import { roleEnvironment } from '../../../support/cluster.ts';
import { start } from '../../../support/command.ts';
import { cleanUp } from '../../../support/dataFolders.ts';
import { Scrape } from '../../../support/metrics.ts';
import { freePort, withTakenPort } from '../../../support/ports.ts';
import { exchange } from '../../../support/rawRequest.ts';
import { startRole } from '../../../support/roleProcess.ts';
import { until } from '../../../support/until.ts';

const host = '127.0.0.1';

/** Answer of the address. */
async function ask(port: number, path: string, options: RequestInit = {}) {
  const answer = await fetch(`http://${host}:${port}${path}`, options);
  return { status: answer.status, text: await answer.text() };
}

describe('server of metrics', () => {
  let server: MetricsServer;
  beforeEach(async () => {
    server = await MetricsServer.listen({ host, port: 0 });
  });
  afterEach(() => server.close());

  it('is alive and not ready before the role has started', async () => {
    expect(await ask(server.port, '/healthz')).to.deep.equal({ status: 200, text: '{"alive":true}' });
    expect(await ask(server.port, '/readyz')).to.deep.equal({
      status: 503,
      text: '{"ready":false,"starting":true}',
    });
    expect(await ask(server.port, '/metrics')).to.deep.equal({ status: 200, text: '' });
  });

  it('answers for the role that has started', async () => {
    const monitor: Monitor = {
      state: () => ({}),
      readiness: () => Promise.resolve({ ready: true, redis: true }),
      metrics: () => Promise.resolve('one 1\n'),
    };

    server.serve(monitor);

    expect(await ask(server.port, '/readyz?from=probe')).to.include({ status: 200 });
    expect(await ask(server.port, '/metrics')).to.deep.equal({ status: 200, text: 'one 1\n' });
  });

  it('has no other paths, and is only read', async () => {
    for (const path of ['/', '/api/v1', '/toString'])
      expect(await ask(server.port, path)).to.include({ status: 404 });
    expect(await ask(server.port, '/metrics', { method: 'POST' })).to.include({ status: 405 });
    expect(await ask(server.port, '/healthz', { method: 'HEAD' })).to.deep.equal({ status: 200, text: '' });
  });

  it("names the setting that is wrong if it can't listen", async () => {
    const problemAt = (address: string) =>
      MetricsServer.listen({ host: address, port: 0 }).then(
        () => 'none',
        (error: Error) => error.message,
      );

    expect(await problemAt('203.0.113.7')).to.equal(
      '203.0.113.7 is not an address of this machine: check METRICS_HOST',
    );
    // A link-local address without its interface.
    expect(await problemAt('fe80::1')).to.equal(
      "can't serve metrics at [fe80::1]:0 (EINVAL): check METRICS_HOST and METRICS_PORT",
    );
  });
});

describe('a request to the server of metrics', () => {
  let server: MetricsServer;
  before(async () => {
    server = await MetricsServer.listen({ host, port: 0 });
  });
  after(() => server.close());

  const statusFor = async (name: string) => {
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
      server.port,
    );
    return answer.status;
  };

  for (const name of [
    '127.0.0.1',
    '127.0.0.1:9464',
    '10.1.2.3:9464',
    '[::1]:9464',
    'localhost',
    'LOCALHOST:80',
    'gateway:9464',
    'gateway.counterfoil.svc',
    'gateway.counterfoil.svc.cluster.local:9464',
    'db.internal.',
    hostname(),
  ])
    it(`is answered if it is for ${name}`, async () => expect(await statusFor(name)).to.equal(200));

  for (const name of [
    'rebound.example',
    'rebound.example:9464',
    '127.0.0.1.nip.io',
    'localhost.rebound.example',
    'svc.example',
  ])
    it(`is refused if it is for ${name}, a page of which might read the answer`, async () =>
      expect(await statusFor(name)).to.equal(421));
});

describe('METRICS_PORT of a role (starts roles)', function () {
  this.timeout(60_000);
  after(cleanUp);

  const env = () => roleEnvironment(14);

  it('is where a worker serves its metrics and readiness; a stopped process does not answer', async () => {
    const port = await freePort();
    let printed = '';
    const onOutput = (text: string) => (printed += text);
    const worker = await startRole('worker article', {
      env: { ...env(), METRICS_PORT: `${port}` },
      onOutput,
    });
    await until(async () => (await ask(port, '/readyz')).status === 200);

    const scrape = await Scrape.from(`http://${host}:${port}/metrics`);

    expect(scrape.sum('counterfoil_workers', { queue: 'article' })).to.equal(2);
    expect(scrape.sum('process_resident_memory_bytes')).to.be.above(1_000_000);
    await until(() => printed.includes(`"address":"${host}:${port}","event":"metrics_served"`));
    worker.signal('SIGSTOP');
    const silent = await ask(port, '/healthz', { signal: AbortSignal.timeout(500) }).catch(() => 'silent');
    worker.signal('SIGCONT');
    expect(silent).to.equal('silent');
    await worker.stop();
  });

  it('that is taken is an error which names the setting', async () => {
    await withTakenPort(async (port) => {
      const gateway = await start(['gateway'], { env: { ...env(), METRICS_PORT: `${port}` } });

      const { code, stderr } = await gateway.ended;

      expect(code).to.equal(1);
      expect(stderr).to.include(`port ${port} is in use: set METRICS_PORT to a free port`);
    });
  });
});
