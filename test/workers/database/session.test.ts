import { expect } from 'chai';
import { type Database, inSnapshot, openDatabase } from '../../../workers/database/database.ts';
import { databaseEngine } from '../../support/databaseEngine.ts';
import { type PrivateDatabase, startPrivateDatabase } from '../../support/privateDatabase.ts';

describe('a session on a server with completion_type=CHAIN and autocommit=0', () => {
  let server: PrivateDatabase;
  let pool: Database;
  before(async function () {
    this.timeout(60_000);
    server = await startPrivateDatabase([], ['--completion-type=CHAIN', '--autocommit=0'], databaseEngine);
    pool = openDatabase(server.server.url, 1, 1_000);
    await pool.schema.createTable('teas', (table) => table.string('name'));
  });
  after(async () => {
    await pool.destroy();
    await server.remove();
  });

  it('reads one snapshot after another', async () => {
    const count = () => inSnapshot(pool, async (snapshot) => snapshot('teas').count());

    for (let read = 0; read < 3; read += 1) expect(await count()).to.have.length(1);
  });

  it('commits a statement outside of transactions', async () => {
    await pool('teas').insert({ name: 'assam' });

    const other = openDatabase(server.server.url, 1, 1_000);
    const stored = await other('teas').select('name');
    await other.destroy();
    expect(stored).to.deep.equal([{ name: 'assam' }]);
  });
});
