import { expect } from 'chai';
import { Purge } from '../../../workers/maintenance/purge.ts';
import { ChangePurge } from '../../../workers/stores/changePurge.ts';
import { changesAfter, cursorNow } from '../../support/changes.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { rowsReadIn } from '../../support/rowsRead.ts';
import { database } from '../../support/servers.ts';

describe('purge of changes', () => {
  let cursors: string[];
  const account = freshAccount();
  beforeEach(async () => {
    cursors = [await cursorNow(account)];
    for (const article_title of ['1', '2', '3', '4', '5']) {
      await account.client.article.create({ article_title });
      cursors.push(await cursorNow(account));
    }
  });

  const age = (days: number, ...positions: number[]) =>
    database()('changes')
      .where({ account_id: account.id })
      .whereIn('position', positions)
      .update({ date_created: database().raw('UTC_TIMESTAMP() - INTERVAL ? DAY', [days]) });
  async function purge(rowsPerStep = 2) {
    const { emit, emitted } = recordEvents();
    const purging = new Purge({ rowsPerStep, emit, stop: new AbortController().signal });
    await purging.accounts('changes_purged', new ChangePurge(database()));
    return emitted('changes_purged').map(({ rows }) => rows);
  }
  const codeOf = async (after: string | undefined) => (await account.send('changes.list', { after })).code;

  it('removes changes of more than 30 days, after which older cursors are refused [changes-expired]', async () => {
    await age(31, 1, 2, 3);
    await age(29, 4);

    expect(await purge()).to.deep.equal([3]);
    for (const cursor of cursors.slice(0, 3)) expect(await codeOf(cursor)).to.equal('cursor_expired');
    expect(await changesAfter(account, cursors[3] as string)).to.have.length(2);
    expect(await purge()).to.deep.equal([]);
  });

  it('refuses cursors before what is about to be removed, while it is still there [changes-expired]', async () => {
    await database()('change_positions').where({ account_id: account.id }).update({ purged_position: 2 });

    expect(await codeOf(cursors[1])).to.equal('cursor_expired');
    expect(await codeOf(cursors[2])).to.equal('');
  });

  it('keeps old changes after younger ones, which clocks may cause, and the order', async () => {
    await age(31, 2);

    expect(await purge()).to.deep.equal([]);
    expect(await changesAfter(account, cursors[0] as string)).to.have.length(5);
  });

  it('reads no more rows than it removes, and one of each account', async () => {
    await age(31, 1, 2, 3, 4, 5);
    const [row] = await database()('changes').where({ account_id: account.id, position: 1 });
    const younger = { ...row, date_created: database().raw('UTC_TIMESTAMP()') };
    const others = Array.from({ length: 500 }, (_, index) => ({ ...younger, position: index + 6 }));
    await database().batchInsert('changes', others, 500);
    const checked = await rowsReadIn(database(), async (transaction) => {
      const { expired } = await new ChangePurge(transaction).accounts(account.id - 1, 1);
      expect(expired).to.deep.equal([account.id]);
    });
    const removed = await rowsReadIn(database(), async (transaction) => {
      expect(await new ChangePurge(transaction).remove(account.id, 5)).to.equal(5);
    });

    expect(checked).to.be.at.most(5);
    expect(removed).to.be.at.most(30);
  });
});
