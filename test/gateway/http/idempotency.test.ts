import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { freshAccount, ownCluster } from '../../support/fixtures.ts';
import { expectHttpRejection } from '../../support/httpRejections.ts';
import type { RawAnswer } from '../../support/rawConnection.ts';
import { type Difference, post } from '../../support/rawRequest.ts';
import { storedRows } from '../../support/stored.ts';

const method = 'customer.create';
const body = '{"bill_city":"Kiel"}';

describe('Idempotency-Key', () => {
  const cluster = ownCluster({ redis: 4, gateways: 2, workers: 2 });
  const account = freshAccount(() => newAccount({}, cluster));

  const send = (key: string, difference: Difference = {}, gateway = 0): Promise<RawAnswer> => {
    const headers = { 'Idempotency-Key': key };
    return post(account, { method, body, headers, ...difference }, cluster.gateways[gateway]?.port);
  };
  const customers = () => storedRows('customers', account.id);

  it('gives the first answer again, byte for byte, through any gateway [key-repeat]', async () => {
    const first = await send('once');

    const second = await send('once');

    expect(JSON.parse(first.body)).to.include({ response: true, message: 'customer created' });
    expect(emitted(second)).to.deep.equal(emitted(first));
    expect(emitted(await send('once', {}, 1))).to.deep.equal(emitted(first));
    expect(await customers()).to.have.length(1);
  });

  it('is answered with Idempotency-Replayed only when the answer is an earlier one', async () => {
    const refused = { body: '{"external_ident":"E-1"}' };
    await send('made', refused);
    const firsts = [await send('once'), await send('refused', refused)];
    const repeats = [await send('once', {}, 1), await send('refused', refused)];

    expect(firsts.map(({ headers }) => headers['idempotency-replayed'])).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(repeats.map(({ headers }) => headers['idempotency-replayed'])).to.deep.equal(['true', 'true']);
    expect(repeats.map(({ status }) => status)).to.deep.equal([200, 200]);
  });

  it('gives concurrent requests at two gateways the same answer', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => send('once', {}, index % 2));

    const answers = await Promise.all(requests);

    expect(answers[0]).to.include({ status: 200 });
    for (const answer of answers) expect(emitted(answer)).to.deep.equal(emitted(answers[0] as RawAnswer));
    expect(await customers()).to.have.length(1);
  });

  it('gives a refusal again, though its reason is gone [key-repeat]', async () => {
    const imported = { body: '{"external_ident":"E-1"}' };
    const { customer_ident } = JSON.parse((await send('first', imported)).body).data;
    const refusal = await send('again', imported);
    await account.client.customer.delete({ customer_ident });

    const repeated = await send('again', imported);

    expect(refusal.headers).to.include({ 'x-svc-error': 'external_ident_exists' });
    expect(emitted(repeated)).to.deep.equal(emitted(refusal));
    expect(await customers()).to.be.empty;
  });

  it('repeats the answer of an update, even if the record has changed', async () => {
    const made = await account.client.customer.create({});
    const update = { method: 'customer.update', body: JSON.stringify({ ...made, bill_city: 'Kiel' }) };
    const first = await send('once', update);
    await account.client.customer.update({ customer_ident: made.customer_ident, bill_city: 'Bonn' });

    expect(emitted(await send('once', update))).to.deep.equal(emitted(first));
    expect(await customers()).to.have.nested.property('[0].bill_city', 'Bonn');
  });

  const others: readonly [string, Difference][] = [
    ['another body', { body: '{"bill_city":"Bonn"}' }],
    ['other fields beside it', { body: '{"bill_city":"Kiel","bill_street":""}' }],
    ['the same text as a number', { body: '{"bill_city":1}' }],
    [
      'another operation of the resource',
      { method: 'customer.delete', body: '{"customer_ident":"cus_unknown"}' },
    ],
    ['an operation of another resource', { method: 'article.create', body: '{"article_title":"Tea"}' }],
  ];
  for (const [what, difference] of others) {
    it(`is refused for ${what} [key-reused]`, async () => {
      const first = await send('once');

      expectHttpRejection(
        await send('once', difference),
        'idempotency_key_reused',
        difference.method ?? method,
      );
      expect(emitted(await send('once'))).to.deep.equal(emitted(first));
      expect(await customers()).to.have.length(1);
    });
  }

  it('is refused for another operation with the same body', async () => {
    const made = await account.client.customer.create({});
    const same = JSON.stringify({ customer_ident: made.customer_ident });
    await send('once', { method: 'customer.update', body: same });

    expectHttpRejection(
      await send('once', { method: 'customer.delete', body: same }),
      'idempotency_key_reused',
      'customer.delete',
    );
    expect(await customers()).to.have.length(1);
  });

  it('has one effect when two bodies arrive at once: the other one is refused [key-reused]', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => `{"bill_city":"${index % 2 ? 'Kiel' : 'Bonn'}"}`);

    const answers = await Promise.all(bodies.map((one, index) => send('once', { body: one }, index % 2)));

    const codes = answers.map(({ status }) => status);
    expect(codes.filter((status) => status === 200)).to.have.length(10);
    expect(codes.filter((status) => status === 409)).to.have.length(10);
    expect(await customers()).to.have.length(1);
  });

  it('is ignored by reads: the answer is what is stored now', async () => {
    const made = await account.client.customer.create({});
    const exists = {
      method: 'customer.exists',
      body: JSON.stringify({ customer_ident: made.customer_ident }),
    };
    await send('once', exists);
    await account.client.customer.delete({ customer_ident: made.customer_ident });

    expect((await send('once', exists)).headers).to.include({ 'x-svc-error': 'customer_not_found' });
    expect((await send('once', { ...exists, body: '{"customer_ident":"x"}' })).status).to.equal(200);
    expect((await send('k'.repeat(256), exists)).status).to.equal(200);
  });
});

/** The part of an answer that does not belong to the request that got it. */
function emitted({ status, headers, body: text }: RawAnswer) {
  return { status, code: headers['x-svc-error'], body: text };
}
