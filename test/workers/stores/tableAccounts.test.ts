import { expect } from 'chai';
import type { Knex } from 'knex';
import { migrateUp } from '../../../migrations/migrations.ts';
import type { OperationName } from '../../../shared/contract/operations/allOperations.ts';
import { implementations } from '../../../workers/operations/implementations.ts';
import { writeSet } from '../../../workers/sets/setRunner.ts';
import { ChangePurge } from '../../../workers/stores/changePurge.ts';
import { Inbox } from '../../../workers/stores/inbox.ts';
import { StoredAnswers } from '../../../workers/stores/storedAnswers.ts';
import { Stores } from '../../../workers/stores/stores.ts';
import { callOf } from '../../support/calls.ts';
import { type Query, queriesOf } from '../../support/explain.ts';
import { records } from '../../support/filledDatabase.ts';
import { lookupRequests } from '../../support/lookupRequests.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { unscopedTables } from '../../support/tableAccounts.ts';

/** Numbers that no other value of a statement is. */
const accounts = [910_001, 910_002] as const;
/** The records that the requests name. */
const recordNumbers = [11, 44];
const now = '2024-01-01 00:00:00';

/** Statements of workers on tables of accounts that no account limits, and why. All others name the accounts of their calls. */
const crossing: Readonly<Record<string, (pool: Knex) => Promise<unknown>>> = {
  'DELETE /*+ INDEX(inbox inbox_expiry) */ FROM inbox': (pool) => new Inbox(pool).removeExpired(1),
  'EXPLAIN SELECT COUNT(*) FROM inbox': (pool) => new Inbox(pool).measure(),
  'SELECT TIMESTAMPDIFF(SECOND, MIN(date_expires)': (pool) => new Inbox(pool).measure(),
  'select account_id, purged_position, (SELECT date_created <': (pool) =>
    new ChangePurge(pool).accounts(0, 1),
};

describe('statements on tables of accounts', () => {
  let own: OwnDatabase;
  let tables: ReadonlySet<string>;
  before(async () => {
    own = await newDatabase('crossing');
    await migrateUp(own.pool);
    await fillTwo(own.pool);
    const [found] = await own.pool.raw(
      `SELECT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'account_id'`,
    );
    // An app is looked up to find its account.
    tables = new Set(
      found.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'apps'),
    );
  });
  after(() => own.drop());

  const unscoped = (queries: readonly Query[]) =>
    queries.filter(({ sql }) => unscopedTables(sql, tables).length > 0).map(({ sql }) => sql);
  const named = (queries: readonly Query[]) =>
    accounts.filter((id) =>
      queries.some(({ bindings, sql }) => bindings.includes(id) || sql.includes(`${id}`)),
    );

  for (const [name, requests] of Object.entries(lookupRequests) as [OperationName, Requests][])
    for (const [which, request] of requests.entries()) {
      const run = (ids: readonly number[]) =>
        queriesOf(own.pool, () =>
          runRolledBack(
            own.pool,
            name,
            ids.map((id, index) => callOf(name, id, request(11 * (1 + index * 3)))),
          ),
        );

      it(`${name} (${which + 1}) names its account for each table, and no other account`, async () => {
        const queries = await run([accounts[0]]);

        expect(unscoped(queries)).to.deep.equal([]);
        expect(named(queries)).not.to.include(accounts[1]);
      });

      it(`${name} (${which + 1}) names the accounts of its calls for each table, in a set of two`, async () => {
        expect(unscoped(await run(accounts))).to.deep.equal([]);
      });
    }

  it('are limited to accounts that are named, when a stored answer is looked for in all', async () => {
    const queries = await queriesOf(own.pool, () => new StoredAnswers(own.pool).find(['call-11']));

    expect(unscoped(queries)).to.deep.equal([]);
    expect(named(queries)).to.deep.equal(accounts);
  });

  for (const [beginning, work] of Object.entries(crossing))
    it(`cross accounts in the purges alone: ${beginning}`, async () => {
      const texts = unscoped(await queriesOf(own.pool, () => work(own.pool)));

      expect(
        texts.map((text) => text.replaceAll('`', '')).some((text) => text.startsWith(beginning)),
      ).to.equal(true);
    });

  for (const [what, sql, expected] of [
    ['no condition', 'select * from `articles` where `article_ident` = ?', ['articles']],
    [
      'a condition on the other table of a join',
      'select 1 from articles left join addresses as delivery on delivery.address_ident = articles.x where articles.account_id = ?',
      ['addresses'],
    ],
    [
      'a join by the account',
      'select 1 from articles join addresses on addresses.account_id = articles.account_id where articles.account_id = ?',
      [],
    ],
    ['an insert without the account', 'insert into inbox (call_id) values (?)', ['inbox']],
    ['a delete of all', 'delete from value_claims', ['value_claims']],
  ] as const)
    it(`are told apart: ${what}`, () => {
      expect(unscopedTables(sql, tables)).to.deep.equal(expected);
    });
});

type Requests = (typeof lookupRequests)[OperationName];

/** Runs a set as a worker does, and undoes it. */
async function runRolledBack(pool: Knex, name: OperationName, calls: readonly ReturnType<typeof callOf>[]) {
  const implementation = implementations[name];
  const transaction = await pool.transaction();
  const work =
    implementation.contract.kind === 'writes'
      ? writeSet(calls, implementation, transaction, {})
      : implementation.run(calls, new Stores(transaction));
  await work.finally(() => transaction.rollback());
}

/** Fills two accounts, each with a few records of the same names. */
async function fillTwo(pool: Knex): Promise<void> {
  const settings = {
    name: '',
    term_of_credit: 14,
    number_start: 10_001,
    time_zone: 'UTC',
    date_created: now,
  };
  for (const id of accounts) {
    await pool('accounts').insert({ id, account_ident: `acc_${id}`, ...settings });
    const sequences = ['customer', 'article', 'invoice'].map((resource) => ({
      account_id: id,
      resource,
      next_number: 1,
    }));
    await pool('number_sequences').insert(sequences);
    for (const [table, rowOf] of Object.entries(records))
      await pool(table).insert(recordNumbers.map((nr) => rowOf(id, nr)));
  }
}
