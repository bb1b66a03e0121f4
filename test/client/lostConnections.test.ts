import { expect } from 'chai';
import { counterfoil as nodeClient } from '../../client/nodeClient.ts';
import { type Counterfoil, counterfoil, RequestError, UnavailableError } from '../../client/webClient.ts';
import { cluster } from '../support/cluster.ts';
import { freshAccount } from '../support/fixtures.ts';
import { storedRows } from '../support/stored.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

describe('client', () => {
  let proxy: TcpProxy;
  let client: Counterfoil;
  const account = freshAccount();
  beforeEach(async () => {
    proxy = await TcpProxy.listen((await cluster()).gateways[0]?.port ?? 0);
    client = open();
  });
  afterEach(async () => {
    await client.close();
    await proxy.close();
  });

  const open = (options: object = {}) => {
    const { appId, apiSecret } = account;
    return counterfoil({ url: `http://127.0.0.1:${proxy.port}`, appId, apiSecret, repeats: 2, ...options });
  };
  const customers = () => storedRows('customers', account.id);
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error) => error,
    );

  it('repeats a write whose answer was lost; it runs once', async () => {
    proxy.dropAnswers(2);

    const { customer_ident } = await client.customer.create({});

    expect(proxy.dropped).to.equal(2);
    expect((await customers()).map((customer) => customer.customer_ident)).to.deep.equal([customer_ident]);
  });

  it('gets the answer of the first delete, not that the record is unknown', async () => {
    const { customer_ident } = await client.customer.create({});
    proxy.dropAnswers(1);

    expect(await client.customer.delete({ customer_ident })).to.equal(null);
    expect(proxy.dropped).to.equal(1);
  });

  it('repeats a read whose answer was lost', async () => {
    const { customer_ident } = await client.customer.create({});
    proxy.dropAnswers(2);

    expect(await client.customer.exists({ customer_ident })).to.equal(true);
    expect(proxy.dropped).to.equal(2);
  });

  it('throws an UnavailableError when every answer is lost', async () => {
    proxy.dropAnswers(10);

    const failure = await failureOf(client.customer.create({}));

    expect(failure).to.be.instanceOf(UnavailableError).and.to.include({ status: 0 });
    expect(proxy.dropped).to.equal(3);
    expect(await customers()).to.have.length(1);
  });

  it('repeats when a kept-alive connection is cut', async () => {
    await client.customer.create({});
    proxy.cut();

    await client.customer.create({});

    expect(await customers()).to.have.length(2);
  });

  it('repeats after a timeout; the write runs once although both requests arrive', async () => {
    const hasty = open({ timeoutMs: 300 });
    proxy.pause();

    const call = hasty.customer.create({});
    await until(() => proxy.connections === 2);
    proxy.resume();

    const { customer_ident } = await call;
    expect((await customers()).map((customer) => customer.customer_ident)).to.deep.equal([customer_ident]);
    await hasty.close();
  });

  it('closes its connections on close', async () => {
    const { appId, apiSecret } = account;
    const own = nodeClient({ url: `http://127.0.0.1:${proxy.port}`, appId, apiSecret });
    await Promise.all(Array.from({ length: 10 }, () => own.customer.create({})));
    expect(proxy.connections).to.be.within(1, 64);

    await own.close();

    await until(() => proxy.connections === 0);
  });

  it('can be closed twice', async () => {
    await client.customer.create({});

    await Promise.all([client.close(), client.close()]);
    await client.close();
  });

  it('waits on close for the calls in flight', async () => {
    const call = client.customer.create({});

    await client.close();

    expect(await call).to.include.keys('customer_ident');
  });

  it('refuses calls after close', async () => {
    const closed = open({ repeats: 0 });
    await closed.close();

    const failure = await failureOf(closed.customer.create({}));
    expect(failure).to.be.instanceOf(RequestError).and.to.include({ code: 'client_closed', attempts: 0 });
    expect(await customers()).to.be.empty;
  });

  it('opens at most as many connections as allowed', async () => {
    const narrow = open({ connections: 2 });

    await Promise.all(Array.from({ length: 20 }, () => narrow.customer.create({})));

    expect(proxy.connections).to.be.within(1, 2);
    await narrow.close();
  });
});
