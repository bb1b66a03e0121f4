import { expect } from 'chai';
import type { Knex } from 'knex';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { articleNumbers, articleRow, upFrom } from '../../support/articles.ts';
import { callOf } from '../../support/calls.ts';
import { recordEvents } from '../../support/events.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { addAddresses } from '../../support/manyRows.ts';
import { setRunner } from '../../support/setRunners.ts';
import { storedRows } from '../../support/stored.ts';
import { countUncommitted, inboxRow, withPool, withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

/** A set in the middle of its transaction: its articles are inserted, and it waits for `other` to write the inbox. */
interface Middle {
  readonly other: Knex.Transaction;
  /** The id of the set's connection. */
  readonly connection: number;
  readonly account: TestAccount;
}

/** Faults in the middle of a set, and the error of the database. */
const faults: Readonly<
  Record<string, { readonly provoke: (middle: Middle) => unknown; readonly error: RegExp }>
> = {
  'a deadlock': {
    provoke: ({ other, account }) => other('number_sequences').where({ account_id: account.id }).forUpdate(),
    error: /^ER_LOCK_DEADLOCK$/,
  },
  'a lock wait time-out': { provoke: () => {}, error: /^ER_LOCK_WAIT_TIMEOUT$/ },
  'the end of its statement': {
    provoke: ({ other, connection }) => other.raw(`KILL QUERY ${connection}`),
    error: /^ER_QUERY_INTERRUPTED$/,
  },
  'the end of its connection': {
    provoke: ({ other, connection }) => other.raw(`KILL ${connection}`),
    // The error is that of the rollback, which the closed connection could not send.
    error: /^(?!ER_LOCK|ER_QUERY)/,
  },
};

describe('setRunner retries', () => {
  const account = freshAccount();

  for (const [what, { provoke, error }] of Object.entries(faults)) {
    for (const size of [1, 3]) {
      it(`a set of ${size} after ${what}, with one effect [one-effect]`, async () => {
        const { emit, emitted } = recordEvents();
        const calls = upFrom(1, size).map(() =>
          callOf('article.create', account.id, { article_title: 'Tea' }),
        );

        const replies = await withPool(1, async (pool) => {
          const [[{ connection }]] = await pool.raw('SELECT CONNECTION_ID() AS connection');
          await pool.raw('SET SESSION innodb_lock_wait_timeout = 1');
          return withTransaction(async (other) => {
            await becomeHeavy(other);
            for (const call of calls.slice(-1)) await other('inbox').insert(inboxRow(call));
            const running = setRunner('article.create', pool, emit).run(calls);
            await until(async () => (await countUncommitted(account.id)) === size);
            await provoke({ other, connection, account });
            await until(() => emitted('set_retried').length > 0);
            await other.rollback();
            return running;
          });
        });

        expect(replies.map((reply) => reply?.code)).to.deep.equal(calls.map(() => ''));
        expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, size));
        expect(emitted('set_retried')[0]?.error.code).to.match(error);
        expect(emitted('call_failed')).to.deep.equal([]);
      });
    }
  }

  it('a removal that needs several transactions, after one of them failed', async () => {
    const { customer_ident } = await account.client.customer.create({ bill_city: 'Kiel' });
    const newest = (await addAddresses(account.id, customer_ident, 6_000)).at(-1);
    const { emit, emitted } = recordEvents();

    const replies = await withPool(1, async (pool) => {
      const [[{ connection }]] = await pool.raw('SELECT CONNECTION_ID() AS connection');
      return withTransaction(async (other) => {
        await other('addresses').where({ account_id: account.id, address_ident: newest }).forUpdate();
        const remove = callOf('customer.delete', account.id, { customer_ident });
        const running = setRunner('customer.delete', pool, emit).run([remove]);
        await until(() => isStatementRunning('%DELETE%FROM addresses%address_ident >=%'));
        await other.raw(`KILL QUERY ${connection}`);
        await until(() => emitted('set_retried').length > 0);
        await other.rollback();
        return running;
      });
    });

    expect(replies.map((reply) => reply?.code)).to.deep.equal(['']);
    expect(emitted('set_retried')[0]?.error.code).to.match(/^ER_QUERY_INTERRUPTED$/);
    expect(await storedRows('addresses', account.id)).to.deep.equal([]);
  });

  /** Causes a deadlock: the database ends the transaction with fewer changes. */
  async function becomeHeavy(other: Knex.Transaction): Promise<void> {
    const { id } = await newAccount();
    await other('articles').insert(upFrom(1, 50).map((nr) => articleRow(id, String(nr))));
  }
});
