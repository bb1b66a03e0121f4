import { expect } from 'chai';
import type { Knex } from 'knex';
import { ChangeReader } from '../../../workers/stores/changeReader.ts';
import { ChangeWriter } from '../../../workers/stores/changeWriter.ts';
import { newAccount } from '../../support/account.ts';
import { database } from '../../support/servers.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

describe('order of changes', () => {
  let account: number;
  beforeEach(async () => {
    account = (await newAccount()).id;
  });

  const read = async (after: number) => {
    const [list = []] = await new ChangeReader(database()).read([{ account, after, limit: 10 }]);
    return list.map(({ ident, position }) => [ident, position]);
  };

  /** Records a change of an account, as a set does. */
  async function record(transaction: Knex.Transaction, ident: string, ...of: number[]): Promise<void> {
    const log = new ChangeWriter(transaction);
    for (const one of of.length > 0 ? of : [account])
      log.note('created', 'article', [{ account: one, ident }]);
    await log.record();
  }

  /** Sends the statements that wait to be sent with the next one. */
  const send = (transaction: Knex.Transaction) => transaction.raw('SELECT 1');

  it('gives no position while a lower one is not committed [changes-complete]', async () => {
    await withTransaction(async (first) => {
      await record(first, 'first');
      await send(first);
      const second = database().transaction((transaction) => record(transaction, 'second'));
      await until(() => isStatementRunning('%INSERT INTO change_positions%'));
      const meanwhile = await read(0);
      await first.commit();
      await second;

      expect(meanwhile).to.deep.equal([]);
      expect(await read(0)).to.deep.equal([
        ['first', 1],
        ['second', 2],
      ]);
    });
  });

  it('gives the position of a transaction that fails to the next one', async () => {
    await withTransaction(async (first) => {
      await record(first, 'first');
      await send(first);
      const second = database().transaction((transaction) => record(transaction, 'second'));
      await until(() => isStatementRunning('%INSERT INTO change_positions%'));
      await first.rollback();
      await second;

      expect(await read(0)).to.deep.equal([['second', 1]]);
    });
  });

  it('locks accounts in one order, so that two sets do not deadlock', async () => {
    const other = (await newAccount()).id;
    const sets = Array.from({ length: 40 }, (_, nr) =>
      database().transaction((transaction) =>
        record(transaction, `set-${nr}`, ...(nr % 2 === 0 ? [account, other] : [other, account])),
      ),
    );

    await Promise.all(sets);

    expect((await new ChangeReader(database()).look([account, other])).positions.get(other)?.last).to.equal(
      40,
    );
  });

  it('would lose a change with ids that the database counts up: why positions are locked', async () => {
    await database().schema.createTable('naive_changes', (table) => {
      table.increments('position');
      table.string('ident', 64);
    });
    const readNaive = async (after: number) =>
      (await database()('naive_changes').where('position', '>', after).orderBy('position')).map(
        ({ ident }) => ident,
      );
    try {
      await withTransaction(async (first) => {
        await first('naive_changes').insert({ ident: 'first' });
        await send(first);
        await database()('naive_changes').insert({ ident: 'second' });
        const [seen] = await database()('naive_changes').max('position as cursor');
        const before = await readNaive(0);
        await first.commit();

        expect(before).to.deep.equal(['second']);
        expect(await readNaive(Number(seen?.cursor))).to.deep.equal([]); // 'first' is never read
        expect(await readNaive(0)).to.deep.equal(['first', 'second']);
      });
    } finally {
      await database().schema.dropTable('naive_changes');
    }
  });
});
