import { expect } from 'chai';
import { isTransient } from '../../../shared/runtime/databaseErrors.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { isReachable } from '../../../workers/database/pool.ts';
import { mayBeOneCall } from '../../../workers/sets/recovery.ts';
import { newTeaDatabase, type TeaDatabase, tea, through } from '../../support/teas.ts';
import { thrown } from '../../support/thrown.ts';
import { until } from '../../support/until.ts';
import { endlessSelect } from '../../support/waiting.ts';

/** Milliseconds. */
const limit = 300;

describe('a statement that takes too long', () => {
  let teas: TeaDatabase;
  /** One connection, through the proxy. */
  let pool: Database;
  before(async () => {
    teas = await newTeaDatabase('limit');
  });
  beforeEach(async () => {
    await teas.own.pool('teas').delete();
    pool = openDatabase(through(teas.proxy, teas.own.url), 1, limit);
    await pool.raw('SELECT 1'); // connects
  });
  afterEach(async () => {
    teas.proxy.resume();
    await pool.destroy();
  });
  after(() => teas.drop());

  const expectUsable = async () => {
    await pool.transaction(async (transaction) => {
      await transaction('teas').insert(tea('next'));
    });
    expect(await teas.stored()).to.deep.equal([tea('next')]);
  };

  it('fails, and is tried again, then in parts', async () => {
    const error = await thrown(() => pool.raw(endlessSelect));

    expect(isTransient(error)).to.equal(true);
    expect(mayBeOneCall(error, 1)).to.equal(false);
    expect(mayBeOneCall(error, 2)).to.equal(true);
    await expectUsable();
  });

  it('releases its locks at the server too', async () => {
    await teas.own.pool('teas').insert(tea('assam'));
    const work = pool.transaction(async (transaction) => {
      await transaction('teas').where({ name: 'assam' }).forUpdate();
      await transaction.raw(endlessSelect);
    });
    await thrown(() => work);

    await teas.own.pool('teas').where({ name: 'assam' }).delete();
    await expectUsable();
  });

  it('fails when the database is silent, and the next one has a new connection', async () => {
    teas.proxy.pause();
    const error = await thrown(() => pool.raw('SELECT 1'));
    teas.proxy.resume();

    expect(isTransient(error)).to.equal(true);
    await expectUsable();
  });

  it("shows that the database can't be reached", async () => {
    teas.proxy.pause();
    expect(await isReachable(pool, limit)).to.equal(false);
    teas.proxy.resume();

    await until(() => isReachable(pool, limit));
  });

  it('fails its transaction when the answer to the commit does not come', async () => {
    const work = pool.transaction(async (transaction) => {
      await transaction('teas').insert(tea('assam'));
      teas.proxy.pause();
    });
    const error = await thrown(() => work);
    teas.proxy.resume();

    expect(isTransient(error)).to.equal(true);
    await teas.own.pool('teas').delete();
    await expectUsable();
  });
});
