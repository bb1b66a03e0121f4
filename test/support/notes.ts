import { expect } from 'chai';
import { type Pair, query, withRedis } from './embedded.ts';

/** Writes something into both servers that `expectNotes` finds. */
export async function writeNotes({ database, redis }: Pair): Promise<void> {
  await query(database, 'CREATE TABLE notes (note VARCHAR(20))');
  await query(database, `INSERT INTO notes VALUES ('kept')`);
  await withRedis(redis, (client) => client.set('note', 'kept'));
}

export async function expectNotes({ database, redis }: Pair): Promise<void> {
  expect(await query(database, 'SELECT note FROM notes')).to.deep.equal([{ note: 'kept' }]);
  expect(await withRedis(redis, (client) => client.get('note'))).to.equal('kept');
}
