import { expect } from 'chai';
import type { Knex } from 'knex';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Reply } from '../../../shared/wire/envelope.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { Coalescer } from '../../../workers/sets/coalescer.ts';
import { SetRunner } from '../../../workers/sets/setRunner.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { startCluster } from '../../support/cluster.ts';
import { newOrder } from '../../support/orders.ts';
import { database } from '../../support/servers.ts';
import { coalescerOptions, quietRunner } from '../../support/setRunners.ts';
import { storedRow } from '../../support/stored.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';

describe('calls on a record that another connection has locked (waits for a deadline)', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  const newCustomer = async () =>
    (await account.client.customer.create({ bill_city: 'Kiel' })).customer_ident;
  const lock = (transaction: Knex.Transaction, customer_ident: string) =>
    transaction('customers').where({ account_id: account.id, customer_ident }).forUpdate();
  const cityOf = async (customer_ident: string) =>
    (await storedRow('customers', account.id, { customer_ident })).bill_city;

  it('keep their order', async () => {
    const locked = await newCustomer();
    const update = (changes: object) =>
      account.send('customer.update', { customer_ident: locked, ...changes });
    await withTransaction(async (transaction) => {
      await lock(transaction, locked);
      const updates = [];
      for (let index = 0; index < 10; index += 1) {
        updates.push(
          update({
            bill_city: `city ${index}`,
            ...(index % 3 === 0 && { validate: 'customer_nr', customer_nr: `N-${index}` }),
          }),
        );
        await newCustomer();
      }
      await transaction.rollback();
      const statuses = (await Promise.all(updates)).map(({ status }) => status);
      expect(statuses).to.deep.equal(updates.map(() => 200));
    });
    expect(await cityOf(locked)).to.equal('city 9');
  });

  for (const [how, key] of [
    ['source', { external_ident: 'E-1' }],
    ['number', { customer_nr: 'N-1' }],
  ] as const)
    it(`have a place in the database's queue also if a put finds the record by its ${how}`, async () => {
      const { customer_ident } = await account.client.customer.create({ ...key, bill_city: 'Kiel' });
      await withTransaction(async (transaction) => {
        await lock(transaction, customer_ident);
        const put = account.send('customer.put', { ...key, bill_city: 'Bonn' });
        await until(async () => {
          const [statements] = await database().raw('show full processlist');
          return statements.some(({ Info }: { readonly Info: string | null }) =>
            /customers.* for update$/s.test(Info ?? ''),
          );
        });
        await transaction.rollback();
        expect(await put).to.include({ status: 200 });
      });
      expect(await cityOf(customer_ident)).to.equal('Bonn');
    });

  it('are answered 504 by their deadline, and the record is free after it [record-locked]', async () => {
    const cluster = await startCluster({ redis: 13, callDeadlineMs: 4_000 });
    account = await newAccount({}, cluster);
    const locked = await newCustomer();
    await withTransaction(async (transaction) => {
      await lock(transaction, locked);

      const answer = await account.send('customer.update', { customer_ident: locked, bill_city: 'Bonn' });

      expect(answer.status).to.equal(504);
    });
    const answer = await account.send('customer.update', { customer_ident: locked, bill_city: 'Ulm' });
    expect(answer.status).to.equal(200);
    expect(await cityOf(locked)).to.equal('Ulm');
    await cluster.stop();
  });
});

describe('calls that need a locked record and then a locked number sequence', () => {
  it('wait for one after the other, in their order', async () => {
    const account = await newAccount();
    const { customer_ident } = await account.client.customer.create({ bill_city: 'Kiel' });
    const earlier = await newOrder(account, customer_ident);
    const order_ident = await newOrder(account, customer_ident);
    await account.internal('order.invoice', { order_ident: earlier }); // creates the sequence
    const invoicing = implementations['order.invoice'];
    const runner = new SetRunner(invoicing, { ...quietRunner, database: database() });
    const coalescer = new Coalescer(
      invoicing,
      (...set) => runner.run(...set),
      ignoreEvents,
      coalescerOptions(),
    );
    const replies: Reply[] = [];
    const deliveries = ['first', 'second'].map(() => ({
      call: callOf('order.invoice', account.id, { order_ident, invoice_nr: '' }),
      settle: (reply: Reply) => void replies.push(reply),
      expire: () => expect.fail('no call expires'),
    }));

    await withTransaction(async (orders) => {
      await withTransaction(async (sequences) => {
        await orders('orders').where({ account_id: account.id, order_ident }).forUpdate();
        await sequences('number_sequences').where({ account_id: account.id }).forUpdate();
        coalescer.add(deliveries);
        await until(() => coalescer.state.locked === 2);
        expect(coalescer.sequenceWaits.get(account.id)).to.equal(undefined);

        await orders.rollback();
        await until(() => coalescer.sequenceWaits.get(account.id) === 2);
      });
      await until(() => replies.length === 2);
    });

    expect(replies.map(({ code }) => code)).to.deep.equal(['', 'order_invoiced']);
  });
});
