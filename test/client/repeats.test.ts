import { expect } from 'chai';
import { type Counterfoil, counterfoil, UnavailableError } from '../../client/webClient.ts';
import { cluster } from '../support/cluster.ts';
import { freshAccount } from '../support/fixtures.ts';
import { LoadBalancer } from '../support/loadBalancer.ts';
import { storedRows } from '../support/stored.ts';

describe('client', () => {
  let balancer: LoadBalancer;
  let client: Counterfoil;
  const account = freshAccount();
  beforeEach(async () => {
    balancer = await LoadBalancer.listen((await cluster()).url);
    client = open(2);
  });
  afterEach(async () => {
    await client.close();
    await balancer.close();
  });

  const open = (repeats: number) => {
    const { appId, apiSecret } = account;
    return counterfoil({ url: balancer.url, appId, apiSecret, repeats });
  };
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error) => error,
    );

  for (const status of [429, 503, 504]) {
    it(`repeats a write after ${status} with the same key and body`, async () => {
      balancer.answer([status], [status]);

      const { customer_ident } = await client.customer.create({ bill_city: 'Kiel' });

      const [first, ...repeated] = balancer.seen.map(({ headers, body }) => {
        const { 'x-svc-signature': _, ...constant } = headers;
        return { ...constant, body };
      });
      expect(first).to.include.keys('idempotency-key', 'x-svc-hmac');
      expect(repeated).to.deep.equal([first, first]);
      expect(await storedRows('customers', account.id, { customer_ident })).to.have.length(1);
    });

    it(`repeats a read after ${status}`, async () => {
      const made = await client.customer.create({});
      balancer.answer([status]);

      expect(await client.customer.exists({ customer_ident: made.customer_ident })).to.equal(true);
    });

    it(`throws when ${status} remains after all repeats`, async () => {
      balancer.answer(...Array.from({ length: 10 }, () => [status] as const));

      const failure = await failureOf(client.customer.create({}));

      expect(failure).to.be.instanceOf(UnavailableError).and.to.include({ status, code: 'busy' });
      expect(balancer.seen).to.have.length(3);
    });
  }

  it('repeats nothing with repeats: 0', async () => {
    const once = open(0);
    balancer.answer([503], [503]);

    expect(await failureOf(once.customer.create({}))).to.be.instanceOf(UnavailableError);
    expect(balancer.seen).to.have.length(1);
    await once.close();
  });

  for (const status of [400, 401, 409, 413, 415]) {
    it(`does not repeat after ${status}`, async () => {
      balancer.answer([status]);

      await failureOf(client.customer.create({}));

      expect(balancer.seen).to.have.length(1);
    });
  }

  it('does not repeat a refusal by the operation', async () => {
    await failureOf(client.customer.delete({ customer_ident: 'cus_unknown' }));

    expect(balancer.seen).to.have.length(1);
  });

  it('repeats until shortly before the deadline', async () => {
    const { appId, apiSecret } = account;
    const patient = counterfoil({ url: balancer.url, appId, apiSecret, deadlineMs: 1_000 });
    balancer.answer(...Array.from({ length: 200 }, () => [503] as const));
    const keys = ['a', 'b', 'c', 'd', 'e'];

    const startedAt = performance.now();
    await Promise.all(
      keys.map((idempotencyKey) => failureOf(patient.customer.create({}, { idempotencyKey }))),
    );

    for (const key of keys) {
      const times = balancer.seen
        .filter(({ headers }) => headers['idempotency-key'] === key)
        .map(({ at }) => at);
      expect((times.at(-1) as number) - startedAt).to.be.above(750);
    }
    await patient.close();
  });

  it('waits at least as long as Retry-After says', async () => {
    balancer.answer([503, { 'Retry-After': '1' }]);

    await client.customer.create({});

    const [first, second] = balancer.seen.map(({ at }) => at) as [number, number];
    expect(second - first).to.be.above(990);
  });

  for (const [what, headers] of [
    ['Retry-After is missing', {}],
    ['Retry-After is a date, not seconds', { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
  ] as const) {
    it(`waits longer before each repeat when ${what}`, async () => {
      balancer.answer([503, headers], [503, headers]);

      await client.customer.create({});

      const [first, second, third] = balancer.seen.map(({ at }) => at) as [number, number, number];
      expect(second - first).to.be.above(45);
      expect(third - second).to.be.above(95);
    });
  }
});
