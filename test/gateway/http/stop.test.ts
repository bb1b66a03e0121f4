import { expect } from 'chai';
import { startGateway } from '../../../gateway/gateway.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Tracer } from '../../../shared/runtime/traces/tracer.ts';
import { startWorker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { type Cluster, gatewaySettings, startCluster, workerSettings } from '../../support/cluster.ts';
import { recordEvents } from '../../support/events.ts';
import { TestQueue } from '../../support/queues.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { exchange, post, rawRequest } from '../../support/rawRequest.ts';
import { signedV2 } from '../../support/signatures.ts';
import { storedRows } from '../../support/stored.ts';
import { thrownBy } from '../../support/thrown.ts';
import { until } from '../../support/until.ts';

const redis = 7;
const healthz = 'GET /healthz HTTP/1.1\r\nHost: counterfoil.example\r\n\r\n';
const create = { method: 'customer.create', body: '{}' };

/** Calls wait on their queue until the test starts the worker, so they are in flight. */
describe('stopping a gateway', () => {
  const { emit, emitted } = recordEvents();
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  beforeEach(async () => {
    cluster = await startCluster({ redis, resources: ['account'], emit });
    account = await newAccount({}, cluster);
    queue = new TestQueue('customer', redis);
  });
  afterEach(async () => {
    await cluster.stop();
    await queue.close();
  });

  const port = () => cluster.gateways[0]?.port ?? 0;
  const stop = () => cluster.gateways[0]?.stop();
  const areWaiting = (jobs: number) => until(async () => (await queue.counts()).waiting === jobs);
  const withWorker = async (work: () => Promise<void>) => {
    const worker = await startWorker(['customer'], workerSettings(redis), ignoreEvents);
    try {
      await work();
    } finally {
      await worker.stop();
    }
  };

  it('answers the requests in flight, and then stops at once [rolling-restart]', async () => {
    const answers: Promise<object>[] = [];
    for (const jobs of [1, 2, 3]) {
      answers.push(account.client.customer.create({}));
      await areWaiting(jobs);
    }

    const stopping = stop();
    await withWorker(async () => {
      expect(await Promise.all(answers)).to.have.length(3);
      await stopping;
    });

    expect(await storedRows('customers', account.id)).to.have.length(3);
    expect(emitted('stop_overran')).to.be.empty;
  });

  it('answers a request that is still arriving', async () => {
    const connection = await RawConnection.open(port());
    const request = rawRequest(account, create);
    await connection.send(Buffer.concat([Buffer.from(healthz), request.subarray(0, -1)]));
    await connection.answer();

    const stopping = stop();
    await connection.send(request.subarray(-1));
    await withWorker(async () => {
      expect(await connection.answer()).to.include({ status: 200 });
      await stopping;
    });
  });

  it('asks clients with requests in flight to close their connections', async () => {
    const connection = await RawConnection.open(port());
    await connection.send(rawRequest(account, create));
    await areWaiting(1);

    const stopping = stop();
    await withWorker(async () => {
      expect((await connection.answer()).headers).to.include({ connection: 'close' });
      await connection.cut();
      await stopping;
    });
  });

  it('closes the connections without a request in flight', async () => {
    const connection = await RawConnection.open(port());
    await connection.send(healthz);
    await connection.answer();

    await stop();

    await connection.cut();
    expect(emitted('stop_overran')).to.be.empty;
  });

  it('answers a connection that sends its first request while the port is closed', async () => {
    const connection = await RawConnection.open(port());
    await connection.send(healthz);
    await connection.answer();
    const fresh = await RawConnection.open(port());

    const stopping = stop();
    await connection.cut();
    await fresh.send(healthz);

    expect(await fresh.answer()).to.include({ status: 200 });
    await stopping;
  });

  it('answers until draining ends, and first closes each connection', async () => {
    const draining = await startGateway(gatewaySettings(redis, { drainMs: 1_500 }), emit);
    const known = await RawConnection.open(draining.port);

    const stopping = draining.stop();
    await known.send(healthz);
    expect((await known.answer()).headers).to.include({ connection: 'close' });
    const late = await RawConnection.open(draining.port);
    await late.send(healthz.replace('/healthz', '/readyz'));
    const { status, headers, body } = await late.answer();

    expect([status, headers.connection]).to.deep.equal([503, 'close']);
    expect(JSON.parse(body)).to.include({ ready: false, stopping: true });
    await stopping;
    expect(emitted('stop_overran')).to.be.empty;
  });

  it('keeps the connections of the second half of draining until the port is closed', async () => {
    const draining = await startGateway(gatewaySettings(redis, { drainMs: 1_000 }), emit);
    const stopping = draining.stop();
    const kept = await firstKept(draining.port);

    let answers = 0;
    for (let last = ''; last !== 'close'; answers += 1) {
      await kept.send(healthz);
      last = (await kept.answer()).headers.connection ?? '';
    }

    expect(answers).to.be.above(1);
    const failure = await RawConnection.open(draining.port).catch((error) => error);
    expect(failure).to.have.property('code', 'ECONNREFUSED');
    await stopping;
  });

  /** The first connection whose answer leaves it open. */
  async function firstKept(at: number): Promise<RawConnection> {
    for (;;) {
      const connection = await RawConnection.open(at);
      await connection.send(healthz);
      if ((await connection.answer()).headers.connection !== 'close') return connection;
    }
  }

  it('also closes the connection of a read that it drops', async () => {
    const draining = await startGateway(gatewaySettings(redis, { drainMs: 3_000 }), emit);
    const read = signedV2(account);

    const stopping = draining.stop();
    await withWorker(async () => {
      for (const status of [200, 401]) {
        const answer = await post(account, read, draining.port);
        expect([answer.status, answer.headers.connection]).to.deep.equal([status, 'close']);
      }
      await stopping;
    });
  });

  it('accepts no more requests', async () => {
    await stop();

    const failure = await exchange(rawRequest(account, create), port()).catch((error) => error);
    expect(failure).to.have.property('code', 'ECONNREFUSED');
  });

  it('closes its connections if a part fails to start', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;
    await areWaiting(0);
    const before = sockets();
    const tracer = {
      follow: () => {
        throw new Error('no clock');
      },
    };

    const failure = await thrownBy(() =>
      startGateway(gatewaySettings(redis), ignoreEvents, tracer as unknown as Tracer),
    );

    expect(failure).to.equal('no clock');
    await until(() => sockets() <= before);
  });

  it('has no effect the second time', async () => {
    await Promise.all([stop(), stop()]);
    await stop();

    expect(emitted('stop_overran')).to.be.empty;
  });
});
