// @alone: measures waiting times.
import { expect } from 'chai';
import type { Knex } from 'knex';
import { type Answer, newAccount, type TestAccount } from '../../support/account.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { storedRow, storedRows } from '../../support/stored.ts';
import { withTransaction } from '../../support/transactions.ts';

/** Milliseconds: shorter than a lock time-out and a deadline. */
const soonMs = 900;

describe('a record that another connection has locked', function () {
  let account: TestAccount;
  let other: TestAccount;
  const cluster = ownCluster({ redis: 13, callDeadlineMs: 4_000 });
  beforeEach(async () => {
    [account, other] = [await newAccount({}, cluster), await newAccount({}, cluster)];
  });

  type Update = Readonly<Record<string, unknown>>;
  const customers = (of: TestAccount, count: number) =>
    Promise.all(Array.from({ length: count }, () => of.client.customer.create({ bill_city: 'Kiel' }))).then(
      (made) => made.map(({ customer_ident }) => customer_ident),
    );
  const lock = (transaction: Knex.Transaction, table: string, where: Update) =>
    transaction(table).where(where).forUpdate();
  /** Sends them all at once; resolves to the answers and how long the last one took. */
  const sendAll = async (calls: readonly (() => Promise<Answer>)[]) => {
    const startedAt = performance.now();
    const answers = await Promise.all(calls.map((send) => send()));
    return { statuses: [...new Set(answers.map(({ status }) => status))], ms: performance.now() - startedAt };
  };
  const cityOf = async (customer_ident: string) =>
    (await storedRow('customers', account.id, { customer_ident })).bill_city;

  it('delays only calls that need it, even within its account [record-locked]', async () => {
    const [locked = '', ...free] = await customers(account, 20);
    const theirs = await customers(other, 20);
    await withTransaction(async (transaction) => {
      await lock(transaction, 'customers', { account_id: account.id, customer_ident: locked });
      const update = (of: TestAccount, customer_ident: string) => () =>
        of.send('customer.update', { customer_ident, bill_city: 'Bonn' });
      const waiting = update(account, locked)();

      for (let round = 0; round < 3; round += 1) {
        const others = [
          ...free.map((ident) => update(account, ident)),
          ...theirs.map((ident) => update(other, ident)),
        ];
        const { statuses, ms } = await sendAll(others);
        expect(statuses).to.deep.equal([200]);
        expect(ms).to.be.below(soonMs);
      }
      await transaction.rollback();
      expect((await waiting).status).to.equal(200);
    });
    expect(await cityOf(locked)).to.equal('Bonn');
  });

  it('does not delay creates of addresses and orders for others, nor deletes', async () => {
    const [locked = '', ...free] = await customers(account, 20);
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    await withTransaction(async (transaction) => {
      await lock(transaction, 'customers', { account_id: account.id, customer_ident: locked });
      const address = (customer_ident: string) => account.send('address.create', { customer_ident });
      const order = (customer_ident: string) =>
        account.internal('order.create', { customer_ident, items: [{ article_ident, quantity: 1 }] });
      const remove = (customer_ident: string) => account.send('customer.delete', { customer_ident });
      const waiting = [address(locked), order(locked), address(locked)];
      const startedAt = performance.now();

      const answers = await Promise.all(free.map(address));
      const orders = await Promise.all(free.map(order));
      const removing = remove(locked);
      const removals = await Promise.all(free.map(remove));

      expect(performance.now() - startedAt).to.be.below(2 * soonMs);
      expect(answers.every(({ envelope }) => envelope.response)).to.equal(true);
      expect(orders.every(({ response }) => response)).to.equal(true);
      expect(removals.every(({ envelope }) => envelope.response)).to.equal(true);
      await transaction.rollback();
      await Promise.all([...waiting, removing]);
    });
    expect(await storedRows('customers', account.id)).to.have.length(0);
    expect(await storedRows('addresses', account.id)).to.have.length(0);
  });

  it('delays no other account when it is a number sequence', async () => {
    await withTransaction(async (transaction) => {
      await lock(transaction, 'number_sequences', { account_id: account.id });
      const create = (of: TestAccount) => () => of.send('article.create', { article_title: 'Tea' });
      const waiting = Array.from({ length: 20 }, create(account));

      for (let round = 0; round < 3; round += 1) {
        const { statuses, ms } = await sendAll(Array.from({ length: 20 }, () => create(other)));
        expect(statuses).to.deep.equal([200]);
        expect(ms).to.be.below(soonMs);
      }
      await transaction.rollback();
      expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal(waiting.map(() => 200));
    });
    const numbers = (await storedRows('articles', account.id)).map(({ article_nr }) => Number(article_nr));
    expect(numbers.toSorted((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 20 }, (_, index) => 10_001 + index),
    );
  });

  it('delays others for about a lock time-out if no call says that it needs the lock', async () => {
    const [locked = '', ...free] = await customers(account, 60);
    await account.client.address.create({ customer_ident: locked });
    await withTransaction(async (transaction) => {
      // Deleting the customer deletes the address, which no call names.
      await lock(transaction, 'addresses', { account_id: account.id, customer_ident: locked });
      const remove = (customer_ident: string) => () => account.send('customer.delete', { customer_ident });
      const waiting = remove(locked)();

      const { statuses } = await sendAll(free.map(remove));

      expect(statuses).to.deep.equal([200]);
      await transaction.rollback();
      expect([200, 504]).to.include((await waiting).status);
    });
  });
});
