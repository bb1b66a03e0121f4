import { expect } from 'chai';
import type { Database } from '../../workers/database/database.ts';
import { newAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { database } from '../support/servers.ts';
import { setRunner } from '../support/setRunners.ts';
import { withPool, withTransaction } from '../support/transactions.ts';
import { until } from '../support/until.ts';

/** Net price, tax rate and gross price; floats round most of these wrongly. */
const grossPrices: readonly (readonly [net: string, rate: string, gross: number])[] = [
  ['12', '19', 14.28],
  ['0.005', '19', 0.006],
  ['0.015', '7', 0.0161],
  ['0.01', '5.5', 0.0106],
  ['1.15', '7.7', 1.2386],
  ['0.01', '2.5', 0.0103],
  ['0.031', '5', 0.0326],
  ['0.03', '17.5', 0.0353],
  ['0.0001', '49.9999', 0.0001],
  ['0.0001', '50', 0.0002],
  ['0.0001', '0', 0.0001],
  ['99999999999.9999', '0', 99_999_999_999.9999],
  ['99999999999.9999', '100', 199_999_999_999.9998],
  ['0', '19', 0],
];

/** Ten thousandths, as an integer. */
const scaled = (amount: string) => {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(4, '0'));
};
const unscaled = (amount: bigint) =>
  Number(`${amount / 10_000n}.${String(amount % 10_000n).padStart(4, '0')}`);

/** Net × (100 + rate) / 100, rounded half up to 4 places, in integers. */
function grossOf(net: string, rate: string): bigint {
  const exact = scaled(net) * (1_000_000n + scaled(rate));
  return (exact + 500_000n) / 1_000_000n;
}

function randomAmount(whole: number): string {
  const digits = Math.floor(Math.random() * (whole + 1));
  const integer = Math.floor(Math.random() * 10 ** digits);
  const decimals = String(Math.floor(Math.random() * 10_000)).padStart(4, '0');
  return `${integer}.${decimals.slice(0, Math.floor(Math.random() * 4) + 1)}`;
}

describe('article.read amounts', () => {
  const account = sharedAccount();

  const priced = (article_price: string, article_tax_rate = '0') =>
    account.client.article.create({ article_title: 'Tea', article_price, article_tax_rate });
  const order = async (...items: { article_ident: string; quantity: number | string }[]) => {
    const { customer_ident } = await account.client.customer.create({});
    const { response } = await account.internal('order.create', { customer_ident, items });
    expect(response).to.equal(true);
  };

  for (const [net, rate, gross] of grossPrices) {
    it(`answers with the gross price ${gross} of ${net} at ${rate} %`, async () => {
      const made = await priced(net, rate);

      expect(await account.client.article.read(made)).to.have.property('article_price_total', gross);
    });
  }

  it('computes 400 gross prices as integer arithmetic does (400 records)', async () => {
    const cases = Array.from({ length: 400 }, () => [randomAmount(11), randomAmount(2)] as const);

    const read = await Promise.all(
      cases.map(async ([net, rate]) => account.client.article.read(await priced(net, rate))),
    );

    for (const [index, [net, rate]] of cases.entries()) {
      expect(read[index]?.article_price_total, `${net} at ${rate} %`).to.equal(unscaled(grossOf(net, rate)));
    }
  });

  it('answers the quantities of all orders as sales', async () => {
    const made = await priced('12', '19');
    const another = await priced('5');
    await order({ ...made, quantity: 2 }, { ...another, quantity: 7 });
    await order({ ...made, quantity: '0.5' }, { ...made, quantity: 1 });

    const { sales } = await account.client.article.read(made);

    expect(sales).to.deep.equal({ count: 3.5, price: 42, price_total: 49.98 });
  });

  it('multiplies sales in decimals', async () => {
    const made = await priced('0.1', '5.5');
    await order({ ...made, quantity: 3 });

    const { sales } = await account.client.article.read(made);

    expect(sales).to.deep.equal({ count: 3, price: 0.3, price_total: 0.3165 });
  });

  it('computes earlier sales with the current price', async () => {
    const made = await priced('10', '0');
    await order({ ...made, quantity: 2 });
    await account.client.article.update({ ...made, article_price: 11, article_tax_rate: 10 });

    const { sales } = await account.client.article.read(made);

    expect(sales).to.deep.equal({ count: 2, price: 22, price_total: 24.2 });
  });

  it('answers the sales of each of several articles', async () => {
    const create = () =>
      account.client.article.create({ article_title: 'Tea', article_sku: 'S-1', article_price: 2 });
    const [first, second] = [await create(), await create()];
    await order({ ...first, quantity: 1 }, { ...second, quantity: 4 });

    const { sales, articles } = await account.client.article.read({
      article_identifier: 'sku',
      article_sku: 'S-1',
    });

    expect(sales).to.deep.equal({ count: 1, price: 2, price_total: 2 });
    expect(articles?.map((article) => article.sales.count)).to.deep.equal([1, 4]);
  });

  it("ignores another account's orders", async () => {
    const stranger = await newAccount();
    const made = await priced('10');
    const { customer_ident } = await stranger.client.customer.create({});
    const theirs = { account_id: stranger.id, order_ident: await newOrder(stranger, customer_ident) };

    // No operation gives it the ident of an article that another account has.
    expect(await database()('order_items').where(theirs).update(made)).to.equal(1);
    await database()('article_sales').insert({ account_id: stranger.id, ...made, quantity: 7 });

    const { sales } = await account.client.article.read(made);
    // `counterfoil verify`, which the container tests run on this database, compares them.
    for (const table of ['order_items', 'article_sales'])
      await database()(table).where({ account_id: stranger.id }).delete();
    expect(sales).to.deep.equal({ count: 0, price: 0, price_total: 0 });
  });

  it('counts every order once when many are created at the same time, of the same articles and also again', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const articles = await Promise.all(Array.from({ length: 8 }, () => priced('1')));
    const items = articles.map((made) => ({ ...made, quantity: '0.25' }));
    const callsOfSet = () =>
      Array.from({ length: 16 }, () => callOf('order.create', account.id, { customer_ident, items }));
    const sets = Array.from({ length: 24 }, callsOfSet);

    await withPool(8, (pool) => {
      const { run } = setRunner('order.create', pool);
      // Every other set comes again, as after the death of a worker.
      return Promise.all([...sets, ...sets.filter((_, set) => set % 2)].map(run));
    });

    const read = await Promise.all(articles.map((made) => account.client.article.read(made)));
    expect(read.map(({ sales }) => sales.count)).to.deep.equal(articles.map(() => (24 * 16) / 4));
  });

  it('counts orders that wait for the sums of the same articles, in another order, without a deadlock', async () => {
    const { customer_ident } = await account.client.customer.create({});
    const [one, other] = [await priced('1'), await priced('1')];
    await order({ ...one, quantity: 1 }, { ...other, quantity: 1 });
    const retried: string[] = [];
    const create = (pool: Database, ...articles: { article_ident: string }[]) => {
      const items = articles.map(({ article_ident }) => ({ article_ident, quantity: 1 }));
      const note = (event: string) => void (event === 'set_retried' && retried.push(event));
      return setRunner('order.create', pool, note).run([
        callOf('order.create', account.id, { customer_ident, items }),
      ]);
    };
    /** Statements at the sums, which take long only if they wait for a lock. */
    const atSums = "info LIKE '%insert into `article_sales`%' AND info NOT LIKE '%insert into `orders`%'";
    const untilWaiting = (count: number) =>
      until(async () => {
        const [rows] = await database().raw(
          `SELECT id FROM information_schema.processlist WHERE ${atSums} AND id <> CONNECTION_ID()`,
        );
        return rows.length === count;
      });

    await withPool(1, (first) =>
      withPool(1, (second) =>
        withTransaction(async (holder) => {
          for (const pool of [first, second]) await pool.raw('SET SESSION innodb_lock_wait_timeout = 50');
          await holder('article_sales')
            .where({ account_id: account.id, ...one })
            .forUpdate();
          const creates = [create(first, one, other)];
          await untilWaiting(1);
          creates.push(create(second, other, one));
          await untilWaiting(2);
          await holder.rollback();
          await Promise.all(creates);
        }),
      ),
    );

    expect(retried).to.deep.equal([]);
    expect((await account.client.article.read(one)).sales.count).to.equal(3);
  });
});
