import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { migrateDown, migrateUp } from '../../migrations/index.ts';
import { type Column, columnsOf } from '../support/columns.ts';
import { newDatabase, type OwnDatabase } from '../support/ownDatabase.ts';
import { lastMigration, version } from '../upgrade/previousRelease.ts';

describe(`migrations since version ${version}`, () => {
  let own: OwnDatabase;
  beforeEach(async () => {
    own = await newDatabase('expand');
  });
  afterEach(() => own.drop());

  /** The columns as that version has them, and as this one has them. */
  const beforeAndAfter = async () => {
    const names = await migrateUp(own.pool);
    const after = await columnsOf(own.pool);
    const since = names.slice(names.indexOf(lastMigration) + 1).toReversed();
    for (const name of since) expect(await migrateDown(own.pool)).to.deep.equal([name]);
    return { before: await columnsOf(own.pool), after };
  };
  const nameOf = ({ table, name }: Column) => `${table}.${name}`;

  it('leave every column as it was, for workers that still run [rolling-upgrade]', async () => {
    const { before, after } = await beforeAndAfter();
    const present = new Map(after.map((column) => [nameOf(column), column]));

    expect(before).to.not.be.empty;
    const changed = before.filter((column) => !isDeepStrictEqual(present.get(nameOf(column)), column));
    expect(changed.map(nameOf)).to.deep.equal([]);
  });

  it('add no column without a default', async () => {
    const { before, after } = await beforeAndAfter();
    const [tables, known] = [new Set(before.map(({ table }) => table)), new Set(before.map(nameOf))];

    const added = after.filter((column) => tables.has(column.table) && !known.has(nameOf(column)));

    expect(added.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault)).to.deep.equal([]);
  });
});
