import { expect } from 'chai';
import { Purge } from '../../../workers/maintenance/purge.ts';
import { HistoryPurge } from '../../../workers/stores/historyPurge.ts';
import { newAccount } from '../../support/account.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { rowsReadIn } from '../../support/rowsRead.ts';
import { database } from '../../support/servers.ts';

describe('purge of history', () => {
  let article_ident: string;
  const account = freshAccount(() => newAccount({ history_days: 10 }));
  beforeEach(async () => {
    ({ article_ident } = await account.client.article.create({ article_title: '0' }));
    for (const article_title of ['1', '2', '3', '4', '5'])
      await account.client.article.update({ article_ident, article_title });
  });

  const age = (days: number, ...revisions: number[]) =>
    database()('record_history')
      .where({ account_id: account.id })
      .whereIn('revision', revisions)
      .update({ date_created: database().raw('UTC_TIMESTAMP() - INTERVAL ? DAY', [days]) });
  async function purge(rowsPerStep = 2) {
    const { emit, emitted } = recordEvents();
    const purging = new Purge({ rowsPerStep, emit, stop: new AbortController().signal });
    await purging.accounts('history_purged', new HistoryPurge(database()));
    expect(emitted('purge_failed')).to.deep.equal([]);
    return emitted('history_purged').map(({ rows }) => rows);
  }
  const operations = async () =>
    (await account.client.article.history({ article_ident })).entries.map(({ operation }) => operation);

  it('removes what is older than the account keeps it, and what is left stays readable', async () => {
    await age(11, 1, 2, 3);
    await age(9, 4);

    expect(await purge()).to.deep.equal([3]);
    expect(await operations()).to.deep.equal(['article.update', 'article.update', 'article.create']);
    expect(await purge()).to.deep.equal([]);
  });

  it('removes all if the account wants no history any more', async () => {
    await age(1, 1, 2, 3, 4, 5);
    await database()('accounts').where({ id: account.id }).update({ history_days: 0 });

    expect(await purge()).to.deep.equal([5]);
    expect(await operations()).to.deep.equal(['article.create']);
  });

  it('reads no more rows than it removes, and one of each account', async () => {
    await age(11, 1, 2, 3, 4, 5);
    const [row] = await database()('record_history').where({ account_id: account.id, revision: 1 });
    const younger = { ...row, date_created: database().raw('UTC_TIMESTAMP()') };
    const others = Array.from({ length: 500 }, (_, revision) => ({
      ...younger,
      record_ident: 'a',
      revision,
    }));
    await database().batchInsert('record_history', others, 500);
    const checked = await rowsReadIn(database(), async (transaction) => {
      const { expired } = await new HistoryPurge(transaction).accounts(account.id - 1, 1);
      expect(expired.map(({ id, days }) => [id, days])).to.deep.equal([[account.id, 10]]);
    });
    const removed = await rowsReadIn(database(), async (transaction) => {
      expect(await new HistoryPurge(transaction).remove({ id: account.id, days: 10 }, 5)).to.equal(5);
    });

    expect(checked).to.be.at.most(5);
    expect(removed).to.be.at.most(30);
  });
});
