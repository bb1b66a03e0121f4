import { expect } from 'chai';
import { type Entry, refusedAtomic, runAtomic } from '../support/batches.ts';
import { callOf } from '../support/calls.ts';
import { changesBy } from '../support/changes.ts';
import { recordEvents } from '../support/events.ts';
import { freshAccount } from '../support/fixtures.ts';
import { addAddresses } from '../support/manyRows.ts';
import { database } from '../support/servers.ts';
import { setRunner } from '../support/setRunners.ts';
import { storedRows } from '../support/stored.ts';
import { withTransaction } from '../support/transactions.ts';

const create = (data: object = {}): Entry => ({ method: 'customer.create', data: { ...data } });
const addressOf = (entry: number, delivery_city = 'Ulm'): Entry => ({
  method: 'address.create',
  data: { customer_ident: { entry }, delivery_city },
});
const missing: Entry = { method: 'customer.update', data: { customer_ident: 'cus_none', bill_city: 'Bonn' } };

describe('customer.batch', () => {
  const account = freshAccount();
  const customers = () => storedRows('customers', account.id);
  const addresses = () => storedRows('addresses', account.id);
  const expectNothing = async () => {
    expect(await customers()).to.have.length(0);
    expect(await addresses()).to.have.length(0);
  };

  it('gives addresses the ident of a customer that the same batch creates', async () => {
    const [customer, one, other] = await runAtomic(account, [
      create({ bill_city: 'Kiel' }),
      addressOf(0, 'Ulm'),
      addressOf(0, 'Bonn'),
    ]);

    const { customer_ident } = customer?.data ?? {};
    expect([one?.data?.customer_ident, other?.data?.customer_ident]).to.deep.equal([
      customer_ident,
      customer_ident,
    ]);
    const stored = await addresses();
    expect(stored.map((row) => row.customer_ident)).to.deep.equal([customer_ident, customer_ident]);
    expect(stored.map((row) => row.delivery_city)).to.have.members(['Ulm', 'Bonn']);
  });

  it('gives later entries the ident that a put has found or created', async () => {
    const put = (bill_city: string): Entry => ({
      method: 'customer.put',
      data: { external_ident: '4711', bill_city },
    });

    const [created] = await runAtomic(account, [put('Kiel'), addressOf(0)]);
    const [found] = await runAtomic(account, [put('Bonn'), addressOf(0)]);

    expect(created?.data).to.include({ result: 'created' });
    expect(found?.data).to.deep.equal({ ...created?.data, result: 'updated' });
    const stored = await addresses();
    expect(stored.map((row) => row.customer_ident)).to.deep.equal([
      created?.data?.customer_ident,
      created?.data?.customer_ident,
    ]);
  });

  it('puts one record by its source and by its number', async () => {
    const put = (data: object): Entry => ({ method: 'customer.put', data: { ...data } });
    await account.send('customer.create', { external_ident: '4711', customer_nr: 'K-1' });

    const results = await runAtomic(account, [
      put({ external_ident: '4711', bill_city: 'Kiel' }),
      put({ customer_nr: 'K-1', bill_city: 'Bonn' }),
      put({ external_ident: '4711', bill_zipcode: '1' }),
    ]);

    expect(results.map(({ data }) => data?.result)).to.deep.equal(['updated', 'updated', 'updated']);
    const [customer, ...others] = await customers();
    expect(others).to.have.length(0);
    expect(customer).to.include({ bill_city: 'Bonn', bill_zipcode: '1' });
  });

  it('runs entries in their order: one sees what those before it have done', async () => {
    const updateOf = (entry: number, bill_city: string): Entry => ({
      method: 'customer.update',
      data: { customer_ident: { entry }, bill_city },
    });
    const remove = (method: string, ident: string, entry: number): Entry => ({
      method,
      data: { [ident]: { entry } },
    });

    await runAtomic(account, [
      create({ divergent_delivery_address: 1, delivery_city: 'Ulm' }),
      updateOf(0, 'Kiel'),
      updateOf(1, 'Bonn'),
      remove('address.delete', 'address_ident', 0),
      addressOf(2, 'Jena'),
      create(),
      remove('customer.delete', 'customer_ident', 5),
    ]);

    const [customer, ...others] = await customers();
    expect(others).to.have.length(0);
    expect(customer).to.include({ bill_city: 'Bonn', delivery_address_ident: null });
    expect((await addresses()).map((row) => row.delivery_city)).to.deep.equal(['Jena']);
  });

  it('does nothing if one entry is refused, and says which and why [batch-atomic]', async () => {
    const changes = await changesBy(account, async () => {
      const refused = await refusedAtomic(account, [create(), addressOf(0), missing, create()]);

      const notDone = 'not done: entry 2 of this atomic batch was refused';
      expect(refused.message).to.equal('nothing was done: entry 2 was refused: customer not found');
      expect(refused.entry).to.equal(2);
      expect(refused.codes).to.deep.equal(['not_done', 'not_done', 'customer_not_found', 'not_done']);
      expect(refused.messages).to.deep.equal([notDone, notDone, 'customer not found', notDone]);
    });

    expect(changes).to.deep.equal([]);
    await expectNothing();
  });

  it('leaves no gap in the numbers when it is undone', async () => {
    await runAtomic(account, [create()]);
    await refusedAtomic(account, [create(), create(), missing]);
    await runAtomic(account, [create()]);

    expect((await customers()).map((row) => row.customer_nr)).to.have.members(['10001', '10002']);
  });

  it('lists its changes as those of single calls', async () => {
    let idents: readonly string[] = [];
    const changes = await changesBy(account, async () => {
      const [customer, address] = await runAtomic(account, [create(), addressOf(0)]);
      idents = [customer?.data?.customer_ident, address?.data?.address_ident].map(String);
    });

    expect(changes).to.deep.equal([
      `created customer ${idents[0]}`,
      `created address ${idents[1]}`,
      `updated customer ${idents[0]}`,
    ]);
  });

  it('answers a repeat with the same key as before, and has one effect [one-effect]', async () => {
    const batch = { atomic: true, operations: [create(), addressOf(0)] };
    const first = await account.send('batch.run', batch, 'once');
    const repeats = await Promise.all([1, 2, 3].map(() => account.send('batch.run', batch, 'once')));

    for (const { envelope } of repeats) expect(envelope).to.deep.equal(first.envelope);
    expect(await customers()).to.have.length(1);
    const other = { atomic: true, operations: [create()] };
    expect(await account.send('batch.run', other, 'once')).to.include({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  it('answers a repeat of a refused batch as before, whatever has changed since', async () => {
    const batch = [create({ external_ident: '1' }), create({ external_ident: '2' })];
    await account.send('customer.create', { external_ident: '2' });
    const first = await refusedAtomic(account, batch, 'refused');
    const [{ customer_ident } = {}] = await customers();
    await account.send('customer.delete', { customer_ident });

    expect(first.codes).to.deep.equal(['not_done', 'external_ident_exists']);
    expect(await refusedAtomic(account, batch, 'refused')).to.deep.equal(first);
    await expectNothing();
  });

  it('refuses to delete a customer with more addresses than one transaction deletes', async () => {
    const { customer_ident } = await account.client.customer.create({});
    await addAddresses(account.id, customer_ident, 5_001);
    const small = await account.client.customer.create({});

    const refused = await refusedAtomic(account, [
      { method: 'customer.delete', data: { customer_ident: small.customer_ident } },
      { method: 'customer.delete', data: { customer_ident } },
    ]);

    const reason = 'it deletes too many addresses for one transaction';
    expect(refused.codes).to.deep.equal(['not_done', 'not_atomic']);
    expect(refused.messages[1]).to.equal(`customer.delete can't be part of this atomic batch: ${reason}`);
    expect(await customers()).to.have.length(2);
    expect(await addresses()).to.have.length(5_001);
  });

  it('waits for a locked record before it takes a number, and delays no other call', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const update: Entry = { method: 'customer.update', data: { customer_ident, bill_city: 'Bonn' } };

    await withTransaction(async (other) => {
      await other('customers').where({ account_id: account.id, customer_ident }).forUpdate();
      const batch = runAtomic(account, [create(), update]);
      let isDone = false;
      void batch.then(() => {
        isDone = true;
      });

      for (let round = 0; round < 20; round += 1) await account.client.customer.create({});
      await runAtomic(account, [create()]);
      expect(isDone).to.equal(false);
      await other.rollback();
      await batch;
    });
    expect(await storedRows('customers', account.id, { bill_city: 'Bonn' })).to.have.length(1);
  });

  it('is not done after its deadline', async () => {
    const call = callOf(
      'customer.batch',
      account.id,
      { entries: [{ method: 'customer.create', input: callOf('customer.create', account.id, {}).input }] },
      { deadline: Date.now() - 1 },
    );

    expect(await setRunner('customer.batch').run([call])).to.deep.equal([undefined]);
    await expectNothing();
  });

  it('is undone if its deadline passes between two of its entries', async () => {
    const startedAt = Date.now();
    let asked = 0;
    // Each question takes ten seconds: the first set begins in time, the second one does not.
    const clock = { now: () => startedAt + 10_000 * asked++ };
    const { input } = callOf('customer.create', account.id, {});
    const entry = { method: 'customer.create', input };
    const other = { method: 'customer.delete', input: { customer_ident: 'cus_unknown' } };
    const deadline = startedAt + 15_000;
    const call = callOf('customer.batch', account.id, { entries: [entry, other] }, { deadline });

    const { emit, emitted } = recordEvents();
    const runner = setRunner('customer.batch', database(), emit, clock);
    expect(await runner.run([call])).to.deep.equal([undefined]);
    expect(emitted('calls_expired').map(({ calls }) => calls)).to.deep.equal([1]);
    expect(emitted('set_retried')).to.deep.equal([]);
    await expectNothing();
  });

  it('runs 200 entries, and several batches at once', async () => {
    const pairs = Array.from({ length: 100 }, (_, index) => [create(), addressOf(index * 2)]).flat();

    await Promise.all([1, 2, 3].map(() => runAtomic(account, pairs)));

    expect(await customers()).to.have.length(300);
    const [row] = await database()('addresses')
      .where({ account_id: account.id })
      .countDistinct({ customers: 'customer_ident' });
    expect(Number(row?.customers)).to.equal(300);
  });
});
