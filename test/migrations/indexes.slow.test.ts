import { expect } from 'chai';
import { migrateUp } from '../../migrations/migrations.ts';
import type { OperationName } from '../../shared/contract/operations/allOperations.ts';
import type { Call } from '../../shared/wire/call.ts';
import { implementations } from '../../workers/operations/implementations.ts';
import { Inbox } from '../../workers/stores/inbox.ts';
import { StoredAnswers } from '../../workers/stores/storedAnswers.ts';
import { Stores, type StoresOptions } from '../../workers/stores/stores.ts';
import { callOf } from '../support/calls.ts';
import { databaseEngine } from '../support/databaseEngine.ts';
import { type Access, accessesOf } from '../support/explain.ts';
import { fill, perAccount } from '../support/filledDatabase.ts';
import { lookupRequests as requests } from '../support/lookupRequests.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

describe('indexes', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('indexes');
    await migrateUp(own.pool);
    await fill(own.pool);
  });
  after(() => own.drop());

  /** Returns the accesses of a set to the tables. Its effect is rolled back. */
  const accessesBy = (name: OperationName, calls: readonly Call[], options: StoresOptions = {}) =>
    accessesOf(own.pool, async () => {
      const transaction = await own.pool.transaction();
      await implementations[name]
        .run(calls, new Stores(transaction, options))
        .finally(() => transaction.rollback());
    });
  // `const` without an index is a row that is known not to be there, since it would be found by NULL.
  // The query index is empty here, and MySQL reads an empty table as a whole: lab/bounds measures its statements.
  const withoutIndex = (accesses: readonly Access[]) =>
    accesses
      .filter(({ table }) => !table?.startsWith('query_'))
      .filter(({ type, key }) => (key === null && type !== 'const') || ['ALL', 'index'].includes(type));
  const readingMore = (accesses: readonly Access[], rows: number) =>
    accesses.filter((access) => access.rows > rows);

  for (const [name, requestsOf] of Object.entries(requests) as [
    OperationName,
    (typeof requests)[OperationName],
  ][]) {
    for (const [which, request] of requestsOf.entries()) {
      it(`are used by one ${name} (${which + 1})`, async () => {
        const accesses = await accessesBy(name, [callOf(name, 1, request(11))]);

        expect(accesses.length).to.be.above(0);
        expect(withoutIndex(accesses)).to.deep.equal([]);
        expect(readingMore(accesses, 10)).to.deep.equal([]);
      });
    }
  }

  const sets = {
    'of one account': (nr: number) => [1, nr] as const,
    'of two accounts': (nr: number) => [1 + (nr % 2), nr] as const,
    'of sixty accounts': (nr: number) => [1 + (nr % 60), nr] as const,
  };
  for (const [what, placeOf] of Object.entries(sets)) {
    for (const [name, [request]] of Object.entries(requests) as [
      OperationName,
      (typeof requests)[OperationName],
    ][]) {
      if (!request) continue;
      it(`are used by a set of 256 ${name} ${what}`, async () => {
        const places = Array.from({ length: 256 }, (_, index) => placeOf(index));
        const calls = places.map(([account, nr]) => callOf(name, account, request(nr)));

        const accesses = await accessesBy(name, calls);

        expect(withoutIndex(accesses)).to.deep.equal([]);
        expect(readingMore(accesses, 600)).to.deep.equal([]);
      });
    }
  }

  it('are used for a SKU of thousands of articles, and a customer with thousands of addresses', async () => {
    const [sku, customer] = ['hot', 'cus_9999'];
    await own.pool('articles').where({ account_id: 2 }).update({ article_sku: sku });
    await own.pool('addresses').where({ account_id: 2 }).update({ customer_ident: customer });
    await own.pool.raw('ANALYZE TABLE articles, addresses');
    const articles = callOf('article.read', 2, { article_identifier: 'sku', article_sku: sku });
    const addresses = callOf('customer.read', 2, { customer_ident: customer });

    // Calls that read so much run apart from others.
    const accesses = [
      ...(await accessesBy('article.read', [articles], { mayBeExpensive: true })),
      ...(await accessesBy('customer.read', [addresses], { mayBeExpensive: true })),
    ];

    expect(withoutIndex(accesses)).to.deep.equal([]);
    // Only the counts read more, and only the index. For the one of a SKU, MySQL estimates the average of all SKUs.
    const more = readingMore(accesses, 1_000);
    expect(more.map(({ key }) => key)).to.include('addresses_customer');
    expect(['articles_sku', 'addresses_customer']).to.include.members(more.map(({ key }) => key));
    const readingRows = more.filter(({ extra }) => !extra?.includes('Using index'));
    // MySQL's estimate ignores the LIMIT of the oldest addresses.
    const overestimated = databaseEngine === 'mysql' ? ['addresses_customer'] : [];
    expect(readingRows.map(({ key }) => key)).to.deep.equal(overestimated);
  });

  it('are used by the inbox', async () => {
    const calls = Array.from({ length: 256 }, (_, nr) =>
      callOf('article.create', 1, { article_title: 'Tea' }, { key: `call-${nr}` }),
    );

    const accesses = await accessesOf(own.pool, () => new Inbox(own.pool).find(calls));

    expect(withoutIndex(accesses)).to.deep.equal([]);
    expect(readingMore(accesses, 600)).to.deep.equal([]);
  });

  it('are used to find a stored answer without its account', async () => {
    const find = () => new StoredAnswers(own.pool).find(['call-7', 'call-9']);

    const [accesses, found] = [await accessesOf(own.pool, find), await find()];

    const ofInbox = accesses.filter(({ table }) => table === 'inbox');
    expect(ofInbox.length).to.be.above(0);
    expect(withoutIndex(ofInbox)).to.deep.equal([]);
    expect(readingMore(ofInbox, 2_000)).to.deep.equal([]);
    expect(new Set(found.map(({ call_id }) => call_id))).to.deep.equal(new Set(['call-7', 'call-9']));
  });

  it('are used by the purge of the inbox, whether all rows have expired or none', async () => {
    const purge = () =>
      accessesOf(own.pool, async () => {
        const transaction = await own.pool.transaction();
        await new Inbox(transaction).removeExpired(1_000).finally(() => transaction.rollback());
      });
    const all = await purge();
    await own.pool('inbox').update({ date_expires: '2124-01-01 00:00:00' });
    const none = await purge();

    expect([...all, ...none].map(({ type, key }) => ({ type, key }))).to.deep.equal([
      { type: 'range', key: 'inbox_expiry' },
      { type: 'range', key: 'inbox_expiry' },
    ]);
  });

  it("confine a validate of a field without an index to the account's records", async () => {
    const update = { article_ident: 'art_1', validate: 'article_title', article_title: 'title 2' };

    const accesses = await accessesBy('article.update', [callOf('article.update', 1, update)]);

    expect(withoutIndex(accesses)).to.deep.equal([]);
    // The estimate is rough; the whole table has twice as many.
    expect(readingMore(accesses, perAccount * 1.5)).to.deep.equal([]);
  });
});
