import { expect } from 'chai';
import {
  migrateDown,
  migrateUp,
  migrationStatus,
  NotMigrated,
  requireMigrated,
} from '../../migrations/index.ts';
import { ignoreEvents } from '../../shared/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { workerSettings } from '../support/cluster.ts';
import { columnsOf, definitionsOf } from '../support/columns.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';

const tables = [
  'accounts',
  'addresses',
  'apps',
  'article_sales',
  'articles',
  'cursor_keys',
  'customers',
  'inbox',
  'number_sequences',
  'order_items',
  'orders',
  'secret_keys',
  'value_claims',
  'changes',
  'change_positions',
  'change_feed',
  'change_reads',
];

describe('migrations', () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('migrations');
  });
  afterEach(() => own.drop());

  /** The message about a database that does not match the code; empty if it does. */
  const errorText = async (work: () => Promise<unknown> = () => requireMigrated(own.pool)) => {
    try {
      await work();
      return '';
    } catch (error) {
      expect(error).to.be.an.instanceOf(NotMigrated);
      return (error as NotMigrated).message;
    }
  };
  const migrateFurther = () =>
    own
      .pool('knex_migrations')
      .insert({ name: '9999_from_the_future', batch: 9, migration_time: new Date() });

  it('create all tables', async () => {
    const names = await migrateUp(own.pool);

    expect(names).to.include('0001_initial');
    expect(Object.keys(await definitionsOf(own.pool))).to.have.members(tables);
  });

  it('run once', async () => {
    await migrateUp(own.pool);

    expect(await migrateUp(own.pool)).to.deep.equal([]);
  });

  it('are reverted without a trace, and create the same again', async () => {
    const names = await migrateUp(own.pool);
    const first = await definitionsOf(own.pool);

    const taken: string[] = [];
    for (let last = await migrateDown(own.pool); last.length > 0; last = await migrateDown(own.pool))
      taken.push(...last);
    expect(taken).to.deep.equal(names.toReversed());
    expect(await columnsOf(own.pool)).to.deep.equal([]);

    expect(await migrateUp(own.pool)).to.deep.equal(names);
    expect(await definitionsOf(own.pool)).to.deep.equal(first);
  });

  it('report which are done, pending and unknown', async () => {
    const before = await migrationStatus(own.pool);
    const names = await migrateUp(own.pool);
    await migrateFurther();

    const after = await migrationStatus(own.pool);

    expect(before).to.deep.equal({ done: [], pending: names, unknown: [] });
    expect(after).to.deep.equal({
      done: [...names, '9999_from_the_future'],
      pending: [],
      unknown: ['9999_from_the_future'],
    });
  });

  it('are required: a migrated database is accepted', async () => {
    await migrateUp(own.pool);

    expect(await errorText()).to.equal('');
  });

  it('are required: an empty database is refused', async () => {
    expect(await errorText()).to.match(/lacks .*0001_initial.*counterfoil migrate up/);
  });

  it('are required: an older database is refused', async () => {
    await migrateUp(own.pool);
    await migrateDown(own.pool);

    expect(await errorText()).to.match(/lacks .*counterfoil migrate up/);
  });

  it('are required: a newer database is refused', async () => {
    await migrateUp(own.pool);
    await migrateFurther();

    expect(await errorText()).to.match(/newer .*9999_from_the_future/);
  });

  it('do not run on a newer database', async () => {
    await migrateUp(own.pool);
    await migrateFurther();

    expect(await errorText(() => migrateUp(own.pool))).to.match(/newer .*9999_from_the_future/);
  });

  it('must have run before a worker starts', async () => {
    const settings = { ...workerSettings(15), databaseUrl: own.url };

    expect(await errorText(() => startWorker(['article'], settings, ignoreEvents))).to.match(
      /lacks .*0001_initial/,
    );
  });
});
