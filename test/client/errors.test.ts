import { expect } from 'chai';
import {
  AuthenticationError,
  type Counterfoil,
  CounterfoilError,
  counterfoil,
  RefusedError,
  RequestError,
  UnavailableError,
} from '../../client/webClient.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { type Cluster, cluster } from '../support/cluster.ts';
import { freePort } from '../support/ports.ts';

describe('client', () => {
  let shared: Cluster;
  let account: TestAccount;
  let client: Counterfoil;
  let closedUrl: string;
  before(async () => {
    shared = await cluster();
    account = await newAccount();
    closedUrl = `http://127.0.0.1:${await freePort()}`;
    client = open({});
  });
  after(() => client.close());

  const open = (options: object) => {
    const { appId, apiSecret } = account;
    return counterfoil({ url: shared.url, appId, apiSecret, repeats: 0, ...options });
  };
  const failureWith = async (options: object): Promise<CounterfoilError> => {
    const other = open(options);
    const failure = await failureOf(other.customer.create({}));
    await other.close();
    return failure;
  };

  it('throws a RefusedError with the data of the refusal', async () => {
    const external = { external_ident: 'E-1' };
    const { customer_ident } = await client.customer.create(external);

    const failure = await failureOf(client.customer.create(external));

    expect(failure).to.be.instanceOf(RefusedError);
    expect(failure).to.include({
      name: 'RefusedError',
      message: 'external_ident already exists',
      code: 'external_ident_exists',
      status: 200,
    });
    expect(failure).to.have.deep.property('data', { code: 'external_ident_exists', customer_ident });
    expect(failure.requestId).to.match(/^\S+$/);
  });

  it('throws a RefusedError with every wrong field', async () => {
    // @ts-expect-error no title has the code 99
    const failure = await failureOf(client.customer.create({ bill_country: 'xx', bill_title: 99 }));

    expect(failure).to.be.instanceOf(RefusedError).and.to.include({ code: 'field_invalid' });
    expect((failure as RefusedError).fieldErrors.map(({ field }) => field)).to.deep.equal([
      'bill_title',
      'bill_country',
    ]);
  });

  it('throws a RefusedError without data', async () => {
    const failure = await failureOf(client.customer.delete({ customer_ident: 'cus_unknown' }));

    expect(failure)
      .to.be.instanceOf(RefusedError)
      .and.to.include({ message: 'customer not found', data: null });
  });

  const unauthorized = { message: 'authentication failed', code: 'authentication_failed', status: 401 };
  for (const [what, options] of [
    ['a wrong secret', { apiSecret: 'wrong' }],
    ['an unknown app', { appId: 'app_unknown' }],
  ] as const)
    it(`throws an AuthenticationError: ${what}`, async () => {
      expect(await failureWith(options))
        .to.be.instanceOf(AuthenticationError)
        .and.to.include({ name: 'AuthenticationError', ...unauthorized });
    });

  it('throws a RequestError: body too large', async () => {
    const tooLarge = { message: 'request body too large', code: 'body_too_large', status: 413 };

    expect(await failureOf(client.customer.create({ user_note: 'x'.repeat(1_048_577) })))
      .to.be.instanceOf(RequestError)
      .and.to.include({ name: 'RequestError', ...tooLarge });
  });

  it('throws a RequestError: key of another request', async () => {
    await client.customer.create({}, { idempotencyKey: 'once' });

    const failure = await failureOf(
      client.customer.create({ bill_city: 'Kiel' }, { idempotencyKey: 'once' }),
    );

    expect(failure)
      .to.be.instanceOf(RequestError)
      .and.to.include({ code: 'idempotency_key_reused', status: 409 });
  });

  it('throws an UnavailableError when nothing listens on the port', async () => {
    const failure = await failureWith({ url: closedUrl });

    expect(failure)
      .to.be.instanceOf(UnavailableError)
      .and.to.include({ name: 'UnavailableError', status: 0 });
    expect(failure.message).to.include('ECONNREFUSED');
  });
});

async function failureOf(call: Promise<unknown>): Promise<CounterfoilError> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error) => error,
  );
}
