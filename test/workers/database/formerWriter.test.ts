import { expect } from 'chai';
import { isTransient } from '../../../shared/runtime/databaseErrors.ts';
import { type Database, openDatabase } from '../../../workers/database/database.ts';
import { errorBefore } from '../../support/mysqlErrors.ts';
import { newTeaDatabase, type TeaDatabase, tea, through } from '../../support/teas.ts';
import { thrown } from '../../support/thrown.ts';

/** Errors of a server that is no longer the writer of its cluster. */
const errors = { ER_UNKNOWN_COM_ERROR: 1047, ER_OPTION_PREVENTS_STATEMENT: 1290, ER_READ_ONLY_MODE: 1836 };

describe('a server that takes no writes any more', () => {
  let teas: TeaDatabase;
  /** One connection, through the proxy. */
  let pool: Database;
  before(async () => {
    teas = await newTeaDatabase('former');
  });
  beforeEach(async () => {
    await teas.own.pool('teas').delete();
    pool = openDatabase(through(teas.proxy, teas.own.url), 1, 4_000);
  });
  afterEach(() => pool.destroy());
  after(() => teas.drop());

  const connection = async () => (await pool.raw('SELECT CONNECTION_ID() AS id'))[0][0].id;

  for (const [code, errno] of Object.entries(errors))
    for (const text of ['insert into `teas`', 'COMMIT'])
      it(`is left after ${code} at ${text}: the next transaction has a new connection`, async () => {
        const before = await connection();
        teas.proxy.replaceAnswers(1, text, errorBefore(errno));

        const error = await thrown(() =>
          pool.transaction((transaction) => transaction('teas').insert(tea('assam'))),
        );

        expect(error).to.include({ code });
        expect(isTransient(error)).to.equal(true);
        expect(await connection()).not.to.equal(before);
        await pool.transaction((next) => next('teas').insert(tea('ceylon')));
        expect(await teas.stored()).to.deep.equal([tea('ceylon')]);
      });
});
