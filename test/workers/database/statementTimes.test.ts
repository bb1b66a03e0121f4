import { expect } from 'chai';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { awaitingLock, deferred } from '../../../workers/database/pipeliningClient.ts';
import { poolState } from '../../../workers/database/pool.ts';
import { StatementTimes } from '../../../workers/database/statementTimes.ts';
import { newAccount } from '../../support/account.ts';
import { servers } from '../../support/servers.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';

const statementMs = 4_000;
const sleepMs = 200;

describe('times of statements', () => {
  let times: StatementTimes;
  let pool: Database;
  let account: number;
  beforeEach(async () => {
    times = new StatementTimes();
    pool = openDatabase(servers().mariadb.url, 2, statementMs, times);
    ({ id: account } = await newAccount());
  });
  afterEach(() => pool.destroy());

  const sequence = (database: Database) =>
    database('number_sequences').where({ account_id: account, resource: 'article' });

  it('count COMMIT apart from the writes that are sent with it', async () => {
    await pool.transaction(async (transaction) => {
      const slowNumber = transaction.raw(`next_number + SLEEP(${sleepMs / 1_000})`);
      await deferred(sequence(transaction).update({ next_number: slowNumber }));
    });

    expect([times.statements, times.commits]).to.deep.equal([1, 1]);
    expect(times.statementMs).to.be.at.least(sleepMs);
    expect(times.commitMs).to.be.above(0).and.below(sleepMs);
  });

  it('say why the last attempt to connect failed, until one succeeds', async () => {
    const { url } = servers().mariadb;
    const wrong = new URL(url);
    wrong.password = 'wrong';
    const refused = openDatabase(wrong.href, 1, statementMs, times);
    const error = await refused.raw('SELECT 1').catch((reason: unknown) => reason);
    await refused.destroy();

    expect(error).to.include({ code: times.connectionError });
    expect(times.connectionError).to.equal('ER_ACCESS_DENIED_ERROR');
    await pool.raw('SELECT 1');
    expect(times.connectionError).to.equal(undefined);
  });

  it('count statements outside of transactions, and those that fail', async () => {
    await pool.raw(`SELECT SLEEP(${sleepMs / 1_000})`);
    await pool.raw('SELECT nothing').catch(() => {});

    expect([times.statements, times.commits]).to.deep.equal([2, 0]);
    expect(times.statementMs).to.be.at.least(sleepMs);
  });

  it('count waiting for a lock of another transaction apart', async () => {
    await withTransaction(async (other) => {
      await sequence(other).forUpdate();
      const waiting = pool.transaction((transaction) => awaitingLock(sequence(transaction)).forUpdate());
      await until(() => poolState(pool).used === 1);
      await other.rollback();
      await waiting;
    });

    expect(times.lockMs).to.be.above(0);
    expect(times.statements).to.equal(0);
  });
});
