import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { ownCluster, sharedAccount } from '../../support/fixtures.ts';
import { expectHttpRejection, expectNothingRun } from '../../support/httpRejections.ts';
import { RawConnection } from '../../support/rawConnection.ts';
import { rawRequest, sharedPort } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';

const requestTimeoutMs = 200;

describe('slow sender (sends slowly)', () => {
  let connection: RawConnection;
  const cluster = ownCluster({ redis: 3, requestTimeoutMs });
  const account = sharedAccount(() => newAccount({}, cluster));
  beforeEach(async () => {
    connection = await RawConnection.open(cluster.gateways[0]?.port ?? 0);
  });
  afterEach(() => connection.close());

  it('of headers is answered and cut off', async () => {
    await connection.send('POST /api/v1 HTTP/1.1\r\nHost: counterfoil.example\r\nX-Svc-Meth');

    expectNothingRun(await connection.answer(), 408, '');
    await connection.cut();
  });

  it('of a body is answered and cut off', async () => {
    const request = rawRequest(account, { method: 'customer.create', body: '{"bill_city":"Kiel"}' });
    await connection.send(request.subarray(0, -1));

    expectNothingRun(await connection.answer(), 408, 'customer.create');
    await connection.cut();
    expect(await storedRows('customers', account.id)).to.be.empty;
  });

  it('of single bytes is answered and cut off', async () => {
    const request = rawRequest(account, { body: ' '.repeat(1_000_000) });
    const startedAt = performance.now();
    await connection.send(request.subarray(0, -1_000_000));

    await connection.cut();

    expect(performance.now() - startedAt).to.be.below(requestTimeoutMs + 5_000);
    expectNothingRun(await connection.answer(), 408, 'customer.exists');
  });

  it('that sends nothing at all is cut off', async () => {
    await connection.cut();
  });

  it('of chunks is answered and cut off', async () => {
    const headers = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
    await connection.send(rawRequest(account, { body: '', headers }));

    expectNothingRun(await connection.answer(), 408, 'customer.exists');
    await connection.cut();
  });

  it('of a body that was refused is cut off without another answer', async () => {
    await connection.send(rawRequest(account, { body: '', headers: { 'Content-Length': '2000000' } }));
    expectHttpRejection(await connection.answer(), 'body_too_large');

    await connection.cut();

    expect(connection.rest).to.equal('');
  });

  it('of a second request is answered after the first one', async () => {
    await connection.send(rawRequest(account));
    expect((await connection.answer()).status).to.equal(200);

    await connection.send(rawRequest(account).subarray(0, 40));

    expectNothingRun(await connection.answer(), 408, '');
    await connection.cut();
  });

  it('with much time left is cut off seconds after it falls behind', async () => {
    const patient = await RawConnection.open(await sharedPort());
    const startedAt = performance.now();
    await patient.send(rawRequest(account, { body: ' '.repeat(10_000) }).subarray(0, -9_990));

    expectNothingRun(await patient.answer(), 408, 'customer.exists');

    expect(performance.now() - startedAt).to.be.below(11_000);
    await patient.cut();
  }).timeout(30_000);

  it('does not delay others [bodies-bounded]', async () => {
    await connection.send(rawRequest(account).subarray(0, -1));

    expect(await account.send('customer.exists', { customer_ident: 'cus_unknown' })).to.include({
      status: 200,
    });
  });
});
