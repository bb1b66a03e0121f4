import { expect } from 'chai';
import {
  type Migration,
  migrateDown,
  migrateUp,
  migrationStatus,
  migrations,
  NotMigrated,
  requireMigrated,
} from '../../migrations/migrations.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import { startWorker } from '../../workers/worker.ts';
import { workerSettings } from '../support/cluster.ts';
import { columnsOf, definitionsOf } from '../support/columns.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import * as nextMigration from './nextMigration.ts';

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
  'record_history',
  'erasures',
  'changes',
  'webhooks',
  'webhook_deliveries',
  'change_positions',
  'change_feed',
  'change_reads',
  'query_records',
  'query_words',
  'query_typos',
  'query_positions',
];

/** Migrations of a made-up next release. */
const withNext: readonly Migration[] = [...migrations, nextMigration];

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
  it('create all tables', async () => {
    const names = await migrateUp(own.pool);

    expect(names).to.include('0001_initial');
    expect(Object.keys(await definitionsOf(own.pool))).to.have.members(tables);
  });

  it('run once', async () => {
    await migrateUp(own.pool);

    expect(await migrateUp(own.pool)).to.deep.equal([]);
  });

  it('are reverted one by one without a trace, and create the same again (runs each twice)', async () => {
    const names = await migrateUp(own.pool, withNext);
    const first = await definitionsOf(own.pool);

    const taken: string[] = [];
    const revert = () => migrateDown(own.pool, withNext);
    for (let last = await revert(); last.length > 0; last = await revert()) taken.push(...last);
    expect(taken).to.deep.equal(names.toReversed());
    expect(await columnsOf(own.pool)).to.deep.equal([]);

    expect(await migrateUp(own.pool, withNext)).to.deep.equal(names);
    expect(await definitionsOf(own.pool)).to.deep.equal(first);
  });

  it('continue with the one that failed', async () => {
    const failing: Migration = { ...nextMigration, up: () => Promise.reject(new Error('refused')) };
    const names = withNext.map(({ name }) => name);

    const error = await migrateUp(own.pool, [...migrations, failing]).catch((reason: unknown) => reason);

    expect(error).to.be.an('error').with.property('message', 'refused');
    const { done, pending } = await migrationStatus(own.pool, withNext);
    expect({ done, pending }).to.deep.equal({ done: names.slice(0, -1), pending: names.slice(-1) });
    expect(await migrateUp(own.pool, withNext)).to.deep.equal(names.slice(-1));
  });

  it('report which are done, pending and unknown', async () => {
    const before = await migrationStatus(own.pool);
    const names = await migrateUp(own.pool);
    await migrateUp(own.pool, withNext);

    const after = await migrationStatus(own.pool);

    expect(before).to.deep.equal({ done: [], pending: names, unknown: [] });
    expect(after).to.deep.equal({
      done: [...names, nextMigration.name],
      pending: [],
      unknown: [nextMigration.name],
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

    expect(await errorText(() => requireMigrated(own.pool, withNext))).to.equal(
      `the database lacks ${nextMigration.name}: run \`counterfoil migrate up\``,
    );
  });

  it('are required: a newer database is refused', async () => {
    await migrateUp(own.pool);
    await migrateUp(own.pool, withNext);

    expect(await errorText()).to.match(new RegExp(`newer .*${nextMigration.name}`));
  });

  it('do not run on a newer database', async () => {
    await migrateUp(own.pool);
    await migrateUp(own.pool, withNext);

    expect(await errorText(() => migrateUp(own.pool))).to.match(new RegExp(`newer .*${nextMigration.name}`));
  });

  it('must have run before a worker starts', async () => {
    const settings = { ...workerSettings(15), databaseUrl: own.url };

    expect(await errorText(() => startWorker(['article'], settings, ignoreEvents))).to.match(
      /lacks .*0001_initial/,
    );
  });
});
