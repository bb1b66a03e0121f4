import { expect } from 'chai';
import { upFrom } from '../support/articles.ts';
import type { BatchData, Entry } from '../support/batches.ts';
import { twoGateways } from '../support/fixtures.ts';
import { storedRow, storedRows } from '../support/stored.ts';

const change = (customer_ident: string, more: object): Entry => ({
  method: 'customer.update',
  data: { customer_ident, ...more },
});

/** Batches that two gateways let wait at once. They reject others, which are repeated a second later. */
const lanes = 24;

/** Runs work so many times, with as much of it at once as gateways let wait. */
async function inLanes<T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(upFrom(0, lanes).map(lane));
  return results;
}

describe('atomic batches through two gateways and two workers (races)', function () {
  this.timeout(120_000);
  const { account, send: sendTo } = twoGateways({}, 1_000);

  const send = async (index: number, method: string, body: object) => {
    const { code, envelope } = await sendTo(index, method, body);
    return { code, data: envelope.data as BatchData };
  };
  const batch = (index: number, operations: readonly Entry[]) =>
    send(index, 'batch.run', { atomic: true, operations });
  const made = async () => (await account.client.customer.create({})).customer_ident;

  it('of two customers, named in either order, lose no change and deadlock for nobody', async () => {
    const customers = [await made(), await made()];

    const answers = await inLanes(100, (index) => {
      const named = index % 3 === 0 ? customers : customers.toReversed();
      return batch(
        index,
        named.map((customer_ident) => change(customer_ident, { bill_city: `${index}` })),
      );
    });

    expect(answers.filter(({ code }) => code !== '')).to.deep.equal([]);
    const rows = await storedRows('customers', account.id);
    expect(rows.map(({ revision }) => revision)).to.deep.equal([100, 100]);
    // The last batch has written both.
    expect(new Set(rows.map(({ bill_city }) => bill_city)).size).to.equal(1);
  });

  it('of one version: exactly one is done, and the others leave nothing', async () => {
    const customer_ident = await made();
    const { customer } = await account.client.customer.read({ customer_ident });

    const answers = await inLanes(100, (index) =>
      batch(index, [
        { method: 'customer.create', data: { bill_city: 'new' } },
        change(customer_ident, { if_version: customer.version, bill_city: `${index}` }),
      ]),
    );

    expect(answers.filter(({ code }) => code === '')).to.have.length(1);
    expect(answers.filter(({ code }) => code === 'batch_refused')).to.have.length(99);
    const created = await storedRow('customers', account.id, { bill_city: 'new' });
    expect(created.customer_nr).to.equal('10002');
  });

  it('that put one customer beside single puts of it create it once, with all addresses', async () => {
    const put: Entry = { method: 'customer.put', data: { external_ident: 'E-1', bill_city: 'Kiel' } };
    const address: Entry = { method: 'address.create', data: { customer_ident: { entry: 0 } } };

    const [batches, puts] = await Promise.all([
      inLanes(50, (index) => batch(index, [put, address])),
      Promise.all(
        upFrom(0, 100).map((index) => send(index, put.method, { ...put.data, bill_city: `${index}` })),
      ),
    ]);
    const answers = [...batches, ...puts];

    expect(answers.filter(({ code }) => code !== '')).to.deep.equal([]);
    const { customer_ident } = await storedRow('customers', account.id, {});
    expect(await storedRows('addresses', account.id, { customer_ident })).to.have.length(50);
  });

  it('beside single updates, deletes and creates of their records are done as a whole', async () => {
    const customer_ident = await made();
    const owners = await Promise.all(upFrom(0, 20).map(made));

    const answers = await Promise.all(
      owners.flatMap((owner, index) => [
        batch(index, [
          { method: 'address.create', data: { customer_ident: owner, delivery_city: 'Ulm' } },
          change(customer_ident, { bill_city: `${index}` }),
          change(owner, { bill_city: 'changed' }),
        ]),
        send(index, 'customer.update', { customer_ident, bill_zipcode: `${index}` }),
        send(index, 'customer.create', {}),
        send(index, 'customer.delete', { customer_ident: owner }),
      ]),
    );

    const done = answers.filter(({ data }) => data?.results !== undefined);
    expect(done.every(({ code }) => code === '' || code === 'batch_refused')).to.equal(true);
    // Deletes take the addresses with them, and none is left without its customer.
    expect(await storedRows('customers', account.id, { bill_city: 'changed' })).to.deep.equal([]);
    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });
});
