import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import { QueryIndexProgress } from '../../../workers/stores/queryIndexProgress.ts';
import { callOf } from '../../support/calls.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { setRunner } from '../../support/setRunners.ts';

/** Uses its own database, since workers of other tests write the index of the shared one. */
describe('the progress of the query index', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('progress');
    await migrateUp(own.pool);
    await own.pool('accounts').insert(
      [1, 2, 3].map((id) => ({
        id,
        account_ident: `acc_${id}`,
        name: '',
        term_of_credit: 14,
        number_start: 1,
        time_zone: 'Europe/Berlin',
        date_created: '2026-01-01 00:00:00',
      })),
    );
  });
  after(() => own.drop());
  beforeEach(async () => {
    for (const table of ['articles', 'changes', 'change_positions', 'query_positions', 'query_records'])
      await own.pool(table).truncate();
  });

  const progress = () => new QueryIndexProgress(own.pool);
  async function create(account: number, count: number): Promise<void> {
    const calls = Array.from({ length: count }, () =>
      callOf('article.create', account, { article_title: 'Tea' }),
    );
    const replies = await setRunner('article.create', own.pool).run(calls);
    expect(replies.map((reply) => reply?.code)).to.deep.equal(calls.map(() => ''));
  }
  const indexedRecords = async () => (await own.pool('query_records').select('ident')).length;
  async function advanceAll(account: number): Promise<void> {
    while (await progress().advance(account)) continue;
  }

  it('names late accounts in order, page by page, with what they lack', async () => {
    for (const account of [3, 1, 2]) await create(account, 2);
    await advanceAll(2);
    await create(2, 1);
    const hourAgo = own.pool.raw('UTC_TIMESTAMP() - INTERVAL 1 HOUR');
    await own
      .pool('changes')
      .where({ account_id: 2 })
      .andWhere('position', '>', 2)
      .update({ date_created: hourAgo });

    const [first, second, ...more] = await progress().late(0, 2);
    expect(more).to.deep.equal([]);
    expect(first).to.deep.equal({ account: 1, last: 2, changes: 2, seconds: 0 });
    expect(second).to.deep.include({ account: 2, last: 3, changes: 1 });
    expect(second?.seconds).to.be.within(3_600, 3_660);
    expect((await progress().late(2, 2)).map(({ account }) => account)).to.deep.equal([3]);

    for (const account of [1, 2, 3]) await advanceAll(account);
    expect(await progress().late(0, 2)).to.deep.equal([]);
  });

  it('is kept between steps of at most 100 records, also while the index is being built', async () => {
    await create(1, 250);
    const steps: number[] = [];
    while (await progress().advance(1)) steps.push(await indexedRecords());
    expect(steps.map((records, index) => records - (steps[index - 1] ?? 0))).to.deep.equal([100, 100, 50]);

    await create(1, 120);
    await progress().advance(1);
    expect(await indexedRecords()).to.equal(350);
    await advanceAll(1);
    expect(await indexedRecords()).to.equal(370);
  });

  it('is left to the process that writes the account, without waiting', async () => {
    await create(1, 1);
    await advanceAll(1);
    await create(1, 2);
    const other = await own.pool.transaction();
    await other('query_positions').where({ account_id: 1 }).forUpdate();

    expect(await progress().advance(1)).to.equal(false);
    await other.rollback();
    expect(await progress().advance(1)).to.equal(true);
    expect(await indexedRecords()).to.equal(3);
  });
});
