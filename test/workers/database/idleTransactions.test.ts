import { expect } from 'chai';
import { isTransient } from '../../../shared/runtime/databaseErrors.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { newTeaDatabase, type TeaDatabase, tea, through } from '../../support/teas.ts';
import { thrown } from '../../support/thrown.ts';
import { until } from '../../support/until.ts';

/** Milliseconds; the server counts in seconds. Every statement has to be faster, on a busy machine too. */
const limit = 2_000;

describe('a transaction whose client is silent for too long (waits for it)', () => {
  let teas: TeaDatabase;
  /** Two connections, through the proxy. */
  let pool: Database;
  before(async () => {
    teas = await newTeaDatabase('idle');
  });
  beforeEach(async () => {
    await teas.own.pool('teas').delete();
    await teas.own.pool('teas').insert(tea('assam'));
    pool = openDatabase(through(teas.proxy, teas.own.url), 2, limit);
  });
  afterEach(() => pool.destroy());
  after(() => teas.drop());

  const connectionOf = async (on: Database): Promise<number> => {
    const [[row]] = await on.raw('SELECT CONNECTION_ID() AS id');
    return row.id;
  };
  const isOpen = async (id: number) => {
    const [rows] = await teas.own.pool.raw('SELECT id FROM information_schema.processlist WHERE id = ?', [
      id,
    ]);
    return rows.length > 0;
  };
  const assam = (on: Database) => on('teas').where({ name: 'assam' });

  it('is ended by the server, which releases its locks [worker-frozen]', async () => {
    const work = pool.transaction(async (frozen) => {
      await assam(frozen).update({ note: 'never to be seen' });
      await until(async () => (await assam(teas.own.pool).forUpdate().skipLocked()).length === 1);
    });

    expect(isTransient(await thrown(() => work))).to.equal(true);
    expect(await teas.stored()).to.deep.equal([tea('assam')]);
    await pool.transaction((next) => assam(next).update({ note: 'next' }));
    expect(await teas.stored()).to.deep.equal([tea('assam', 'next')]);
  });

  for (const ending of ['committed', 'rolled back'])
    it(`is distinguished from an idle connection of the pool after a transaction that was ${ending}`, async () => {
      let waiting = 0;
      const work = pool.transaction(async (transaction) => {
        waiting = await connectionOf(transaction);
        if (ending === 'rolled back') throw new Error('changed its mind');
      });
      await work.catch(() => {});
      const own = openDatabase(teas.own.url, 1, limit);
      const frozen = own.transaction(async (transaction) => {
        const ended = await connectionOf(transaction);
        await until(async () => !(await isOpen(ended)));
      });

      await thrown(() => frozen).finally(() => own.destroy());

      expect(await connectionOf(pool)).to.equal(waiting);
    });

  it('causes no failure when the server closes an idle connection of the pool', async () => {
    // Both at the same time, so that there is no third one, which nobody kills.
    const open = await Promise.all([pool.transaction(), pool.transaction()]);
    const ids = await Promise.all(open.map((transaction) => connectionOf(transaction)));
    for (const transaction of open) await transaction.commit();
    for (const id of ids) await teas.own.pool.raw('KILL ?', [id]);
    await until(() => teas.proxy.connections === 0);

    expect(ids).not.to.include(await connectionOf(pool));
  });
});
