import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { type Migration, migrateUp, migrations } from '../../migrations/migrations.ts';
import { type Column, columnsOf } from '../support/columns.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import * as nextMigration from './nextMigration.ts';

/** The last migration of the release before this one. */
const lastReleased = '0001_initial';

describe(`migrations since ${lastReleased}`, () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('expand');
  });
  afterEach(() => own.drop());

  const nameOf = ({ table, name }: Column) => `${table}.${name}`;

  /** The columns that later migrations changed or removed, and those that they added without a default. */
  const faultsOf = async (wanted: readonly Migration[]) => {
    const released = wanted.findIndex(({ name }) => name === lastReleased) + 1;
    expect(released).to.be.above(0);
    await migrateUp(own.pool, wanted.slice(0, released));
    const before = await columnsOf(own.pool);
    await migrateUp(own.pool, wanted);
    const after = await columnsOf(own.pool);
    const present = new Map(after.map((column) => [nameOf(column), column]));
    const [tables, known] = [new Set(before.map(({ table }) => table)), new Set(before.map(nameOf))];
    const added = after.filter((column) => tables.has(column.table) && !known.has(nameOf(column)));
    return {
      changed: before.filter((column) => !isDeepStrictEqual(present.get(nameOf(column)), column)).map(nameOf),
      required: added.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault).map(nameOf),
    };
  };

  it('leave every column as it was, and add none without a default, for workers that still run [rolling-upgrade]', async () => {
    expect(await faultsOf([...migrations, nextMigration])).to.deep.equal({ changed: [], required: [] });
  });

  it('are found where they change, remove or require a column', async () => {
    const wrong: Migration = {
      name: '9999_wrong',
      up: async (database) => {
        await database.schema.alterTable('apps', (table) => table.dropColumn('date_disabled'));
        await database.schema.alterTable('accounts', (table) => {
          table.string('name', 300).notNullable().alter();
          table.integer('required').notNullable();
        });
      },
      down: async () => {},
    };

    expect(await faultsOf([...migrations, wrong])).to.deep.equal({
      changed: ['accounts.name', 'apps.date_disabled'],
      required: ['accounts.required'],
    });
  });
});
