import { expect } from 'chai';
import { alterInUse } from '../../migrations/columns.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { openDatabase } from '../../workers/database/database.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { until } from '../support/until.ts';

describe('a migration of a table that calls use', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('migrate_in_use');
    await migrateUp(own.pool);
  });
  after(() => own.drop());

  it('is tried again when the database ends it in favour of a call', async () => {
    const migrating = openDatabase(own.url, 1);
    await migrating.raw('SET SESSION lock_wait_timeout = 1');
    const call = await own.pool.transaction();
    await call('accounts').select('id');
    const isWaiting = async () => {
      const [rows] = await own.pool.raw('SHOW FULL PROCESSLIST');
      return (rows as readonly { State: string | null }[]).some(({ State }) =>
        /metadata lock/.test(State ?? ''),
      );
    };

    const altering = alterInUse(migrating, 'accounts', (table) => table.integer('added').nullable());
    await until(isWaiting);
    await until(async () => !(await isWaiting()));
    await call.commit();
    await altering;
    await migrating.destroy();

    expect(await own.pool.schema.hasColumn('accounts', 'added')).to.equal(true);
  });
});
