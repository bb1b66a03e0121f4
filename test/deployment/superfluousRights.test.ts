import { expect } from 'chai';
import { checkSuperfluousRights } from '../../admin/doctor/superfluousRights.ts';
import { migrateUp } from '../../migrations/migrations.ts';
import { type Database, openDatabase } from '../../workers/database/database.ts';
import { requireGrants } from '../../workers/database/grants.ts';
import { databaseServer } from '../support/databaseEngine.ts';
import { startDeployedDatabase } from '../support/deployed.ts';
import type { PrivateDatabase } from '../support/privateDatabase.ts';
import { thrownBy } from '../support/thrown.ts';

const users = ['counterfoil_migrate', 'counterfoil_admin', 'counterfoil_worker'];

const administrator = [
  "CREATE USER boss IDENTIFIED BY 'boss'",
  'GRANT ALL ON *.* TO boss WITH GRANT OPTION',
  'CREATE DATABASE other',
];

describe(`counterfoil doctor of superfluous rights on ${databaseServer.name}`, function () {
  this.timeout(60_000);
  let database: PrivateDatabase;
  let boss: Database;
  before(async () => {
    database = await startDeployedDatabase([], administrator);
    boss = openDatabase(database.urlAs('boss'), 1);
    await migrateUp(boss);
    await boss.raw('CREATE ROLE helpers');
  });
  after(async () => {
    await boss?.destroy();
    await database?.remove();
  });

  async function check(user: string) {
    const pool = openDatabase(database.urlAs(user), 1);
    return checkSuperfluousRights(pool).finally(() => pool.destroy());
  }

  for (const user of users)
    it(`finds none of ${user}`, async () => {
      expect(await check(user)).to.deep.include({ state: 'ok', message: `${user} has none` });
    });

  const place = (user: string) => `TO ${user}@'%'`;
  const worker = place('counterfoil_worker');
  const excesses = [
    {
      grant: `INSERT, DELETE ON counterfoil.accounts ${worker}`,
      named: 'INSERT, DELETE on counterfoil.accounts',
    },
    {
      grant: `UPDATE (name) ON counterfoil.accounts ${worker}`,
      named: 'UPDATE (name) on counterfoil.accounts',
    },
    { grant: `ALL ON counterfoil.customers ${worker}`, named: 'ALL PRIVILEGES on counterfoil.customers' },
    {
      grant: `ALL ON counterfoil.* ${worker} WITH GRANT OPTION`,
      named: 'ALL PRIVILEGES, GRANT OPTION on counterfoil.*',
    },
    {
      grant: `SELECT ON counterfoil.knex_migrations_lock ${worker}`,
      named: 'SELECT on counterfoil.knex_migrations_lock',
    },
    { grant: `SELECT ON other.* ${worker}`, named: 'SELECT on other.*' },
    { grant: `PROCESS, RELOAD ON *.* ${worker}`, named: /(PROCESS, RELOAD|RELOAD, PROCESS) on \*\.\*/ },
    { grant: `helpers ${worker}`, named: /: the role helpers/ },
    { grant: `ALL ON counterfoil.* ${place('counterfoil_admin')}`, named: 'ALL PRIVILEGES on counterfoil.*' },
    {
      grant: `CREATE VIEW ON counterfoil.* ${place('counterfoil_migrate')}`,
      named: 'CREATE VIEW on counterfoil.*',
    },
  ];
  for (const { grant, named } of excesses)
    it(`names what GRANT ${grant} gave, and the statements that take it away`, async () => {
      const [, user = ''] = /TO (\w+)/.exec(grant) ?? [];
      await boss.raw(`GRANT ${grant}`);

      const { state, message, remedy = '' } = await check(user);
      const [, statements = ''] = /not needed: (.*)$/.exec(remedy) ?? [];
      for (const statement of statements.split('; ')) await boss.raw(statement);

      expect(state).to.equal('warn');
      expect(message).to.match(named instanceof RegExp ? named : new RegExp(`: ${escaped(named)}$`));
      expect(await check(user)).to.include({ state: 'ok' });
    });

  it('leaves workers what they need when the statements have run', async () => {
    const pool = openDatabase(database.urlAs('counterfoil_worker'), 1);
    await requireGrants(pool).finally(() => pool.destroy());
  });

  it("can't be tried in a database that was not migrated", async () => {
    const pool = openDatabase(database.urlAs('boss').replace('/counterfoil', '/other'), 1);

    const message = await thrownBy(() => requireGrants(pool)).finally(() => pool.destroy());

    expect(message).to.match(/'other\.accounts' doesn't exist/);
  });

  it('compares users of other names with that of workers, and shows no password', async () => {
    const { state, message, remedy } = await check('boss');

    expect(state).to.equal('warn');
    expect(message).to.match(/^boss has rights that workers do not need: .* on \*\.\*/);
    expect(`${message}${remedy}`).not.to.match(/IDENTIFIED|PASSWORD '/);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[().*]/g, '\\$&');
}
