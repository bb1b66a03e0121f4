import { expect } from 'chai';
import type { Knex } from 'knex';
import { isBrokenConnection } from '../../../shared/runtime/databaseErrors.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { deferred } from '../../../workers/database/pipeliningClient.ts';
import { newAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { servers } from '../../support/servers.ts';
import { setRunner } from '../../support/setRunners.ts';
import { insert, newTeaDatabase, type TeaDatabase, tea, through } from '../../support/teas.ts';

describe('pipeliningClient', () => {
  let teas: TeaDatabase;
  /** One connection, through the proxy. */
  let pool: Database;
  before(async () => {
    teas = await newTeaDatabase('batching');
  });
  beforeEach(async () => {
    await teas.own.pool('teas').delete();
    pool = openDatabase(through(teas.proxy, teas.own.url), 1);
    await pool.raw('SELECT 1'); // connects
  });
  afterEach(() => pool.destroy());
  after(() => teas.drop());

  const stored = () => teas.stored();
  const errorOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
  const roundTripsOf = async (work: () => Promise<unknown>) => {
    const before = teas.proxy.roundTrips;
    await work();
    return teas.proxy.roundTrips - before;
  };

  /** The pool's only connection is free, and another connection gets every lock at once. */
  const expectNothingLeft = async (names: readonly string[]) => {
    await pool.raw('SET TRANSACTION READ WRITE'); // refused inside a transaction
    await teas.own.pool.transaction((other) => other('teas').whereIn('name', names).forUpdate().noWait());
    expect(await stored()).to.deep.equal([]);
    await pool.transaction((next) => insert(next, tea('next')));
    expect(await stored()).to.deep.equal([tea('next')]);
  };

  it('runs all deferred statements of a transaction when it commits', async () => {
    const result = await pool.transaction(async (transaction) => {
      await insert(transaction, tea('assam'), tea('ceylon'));
      await deferred(transaction('teas').where({ name: 'assam' }).update({ note: 'strong' }));
      await deferred(transaction('teas').where({ name: 'ceylon' }).delete());
      return 'its result';
    });

    expect(result).to.equal('its result');
    expect(await stored()).to.deep.equal([tea('assam', 'strong')]);
  });

  it('resolves a statement to its own result, after the deferred ones before it', async () => {
    const seen = await pool.transaction(async (transaction) => {
      await insert(transaction, tea('assam'));
      const rows = await transaction('teas').select('name');
      await insert(transaction, tea('ceylon'), tea('darjeeling'));
      return { rows, deleted: await transaction('teas').delete(), left: await transaction('teas') };
    });

    expect(seen).to.deep.equal({ rows: [{ name: 'assam' }], deleted: 3, left: [] });
  });

  it('runs a deferred statement at once outside a transaction', async () => {
    await insert(pool, tea('assam'));

    expect(await stored()).to.deep.equal([tea('assam')]);
  });

  it('keeps the statements of transactions on two connections apart', async () => {
    const [one, other] = [await teas.own.pool.transaction(), await teas.own.pool.transaction()];
    await insert(one, tea('assam'));
    await insert(other, tea('ceylon'));

    await one.rollback();
    await other.commit();

    expect(await stored()).to.deep.equal([tea('ceylon')]);
  });

  for (const [when, read] of [
    ['at the commit', async () => {}],
    ['at the next statement', (transaction: Knex) => transaction('teas').select()],
  ] as const) {
    it(`rejects with the error of a deferred statement ${when}, and leaves nothing behind`, async () => {
      const error = await errorOf(
        pool.transaction(async (transaction) => {
          await insert(transaction, tea('assam'));
          await insert(transaction, tea('ceylon'), tea('ceylon'));
          await insert(transaction, tea('darjeeling'));
          await read(transaction);
        }),
      );

      expect(error?.code).to.equal('ER_DUP_ENTRY');
      await expectNothingLeft(['assam', 'ceylon', 'darjeeling']);
    });
  }

  it('sends nothing for a rollback when nothing was sent before', async () => {
    const roundTrips = await roundTripsOf(() =>
      errorOf(
        pool.transaction(async (transaction) => {
          await insert(transaction, tea('assam'));
          throw new Error('changed its mind');
        }),
      ),
    );

    expect(roundTrips).to.equal(0);
    await expectNothingLeft(['assam']);
  });

  it('rolls back what was sent, and never sends the deferred statements', async () => {
    const error = await errorOf(
      pool.transaction(async (transaction) => {
        await transaction('teas').insert(tea('assam'));
        await insert(transaction, tea('ceylon'));
        throw new Error('changed its mind');
      }),
    );

    expect(error?.message).to.equal('changed its mind');
    await expectNothingLeft(['assam', 'ceylon']);
  });

  it('takes three round trips for a set of creates', async () => {
    const account = await newAccount();
    const creates = Array.from({ length: 20 }, () =>
      callOf('article.create', account.id, { article_title: 'Tea' }),
    );
    const database = openDatabase(through(teas.proxy, servers().mariadb.url), 1, 4_000);
    await database.raw('SELECT 1');

    const roundTrips = await roundTripsOf(() => setRunner('article.create', database).run(creates));

    expect(roundTrips).to.equal(3);
    await database.destroy();
  });

  it('stores question marks, semicolons, quotes and backslashes as they are', async () => {
    const notes = [
      '?',
      '??',
      ';',
      "'",
      '"',
      '\\',
      "\\'",
      '`',
      '\0',
      ":name $1 %s '?'",
      '-- ',
      '/*',
      '🍵; COMMIT',
    ];
    const all = [...notes, "x'); DELETE FROM teas; -- ", "\\'); DELETE FROM teas; -- "].map((note, index) =>
      tea(`${index}`.padStart(2, '0'), note),
    );

    await pool.transaction(async (transaction) => {
      for (const its of all) await insert(transaction, tea(its.name));
      for (const { name, note } of all) await deferred(transaction('teas').where({ name }).update({ note }));
    });

    expect(await stored()).to.deep.equal(all);
  });

  it("rejects with a broken connection when the commit's answer is lost [commit-first]", async () => {
    teas.proxy.dropAnswers(1, 'COMMIT');

    const error = await errorOf(pool.transaction((transaction) => transaction('teas').insert(tea('assam'))));

    expect(isBrokenConnection(error)).to.equal(true);
    expect(await stored()).to.deep.equal([tea('assam')]);
  });

  it('rejects in the same way if statements were sent with the commit, and goes on with a new connection', async () => {
    teas.proxy.dropAnswers(1, 'COMMIT');

    const error = await errorOf(pool.transaction((transaction) => insert(transaction, tea('assam'))));

    expect(isBrokenConnection(error)).to.equal(true);
    await pool.transaction((next) => insert(next, tea('ceylon')));
    expect(await stored()).to.deep.include(tea('ceylon'));
  });
});
