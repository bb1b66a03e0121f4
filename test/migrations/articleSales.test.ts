import { expect } from 'chai';
import { checkSales } from '../../admin/verify/sales.ts';
import { migrateDown, migrateUp } from '../../migrations/index.ts';
import { Stores } from '../../workers/stores/index.ts';
import { accountRow, insertRows } from '../support/filledDatabase.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { until } from '../support/until.ts';

const name = '0015_article_sales';

describe(`migration ${name}`, () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('article_sales');
    await migrateUp(own.pool);
    for (let last = ''; last !== name; ) last = (await migrateDown(own.pool))[0] ?? '';
    await insertRows(own.pool, 'accounts', [1, 2, 3].map(accountRow));
    await insertRows(
      own.pool,
      'articles',
      [1, 2, 3].flatMap((account_id) => articles.map((article_ident) => ({ account_id, article_ident }))),
    );
  });
  afterEach(() => own.drop());

  const articles = ['art_0', 'art_1', 'art_2'];
  const identOf = (nr: number) => `ord_${String(nr).padStart(9, '0')}`;
  /** Orders as workers of version 0.2.0 store them, each of two items. */
  const insertOrders = async (account_id: number, from: number, to: number) => {
    const idents = Array.from({ length: to - from }, (_, nr) => identOf(from + nr));
    await insertRows(
      own.pool,
      'orders',
      idents.map((order_ident) => ({ account_id, order_ident, customer_ident: 'cus_1' })),
    );
    const items = idents.flatMap((order_ident, nr) =>
      [0, 1].map((position) => ({
        account_id,
        order_ident,
        position,
        article_ident: articles[(nr + position) % 2],
        quantity: '0.5',
      })),
    );
    await insertRows(own.pool, 'order_items', items);
  };
  const sold = async (account: number) => {
    const wanted = articles.map((value) => ({ account, value }));
    const rows = [...(await new Stores(own.pool).articles.read(wanted)).values()];
    return rows.map((row) => Number(row.sold));
  };
  const countUnsummed = async () =>
    Number((await own.pool('order_items').where({ is_summed: 0 }).count('* as items'))[0]?.items);

  it('sums the items of all orders, in steps', async () => {
    await insertOrders(1, 0, 6_001);
    await insertOrders(2, 0, 1);

    await migrateUp(own.pool);

    expect(await sold(1)).to.deep.equal([3_000.5, 3_000.5, 0]);
    expect(await sold(2)).to.deep.equal([0.5, 0.5, 0]);
    expect(await sold(3)).to.deep.equal([0, 0, 0]);
    expect(await countUnsummed()).to.equal(0);
    expect(await checkSales(own.pool)).to.have.property('state', 'ok');
  });

  it('counts no item twice while workers of version 0.2.0 create orders', async () => {
    await insertOrders(1, 10_000, 14_000);
    const migrated = new AbortController();
    let [before, after] = [0, 20_000];
    const orders = (async () => {
      while (!migrated.signal.aborted) {
        await insertOrders(1, before, (before += 10));
        await insertOrders(1, after, (after += 10));
      }
    })();
    await until(() => before > 50);

    await migrateUp(own.pool);
    migrated.abort();
    await orders;

    const each = (4_000 + before + after - 20_000) / 2;
    expect(await sold(1)).to.deep.equal([each, each, 0]);
    expect(await checkSales(own.pool)).to.have.property('state', 'ok');
  });

  it('is reverted, and sums the same again', async () => {
    await insertOrders(1, 0, 10);
    await migrateUp(own.pool);

    for (let last = ''; last !== name; ) last = (await migrateDown(own.pool))[0] ?? '';
    await migrateUp(own.pool);

    expect(await sold(1)).to.deep.equal([5, 5, 0]);
  });

  it('lets verify find sums that differ from the items', async () => {
    await insertOrders(1, 0, 10);
    await migrateUp(own.pool);
    await own.pool('accounts').where({ id: 1 }).update({ account_ident: 'acc_wrong' });
    for (const change of [{ quantity: 7 }, { article_ident: 'art_2' }]) {
      const first = { account_id: 1, article_ident: 'art_0' };
      const [row] = await own.pool('article_sales').where(first);
      await own.pool('article_sales').where(first).update(change);

      expect(await checkSales(own.pool)).to.deep.include({
        state: 'fatal',
        message: 'the sales and the order items of 1 account (acc_wrong) disagree',
      });
      await own
        .pool('article_sales')
        .where({ ...first, ...change })
        .update(row);
      expect(await checkSales(own.pool)).to.have.property('state', 'ok');
    }
  });
});
