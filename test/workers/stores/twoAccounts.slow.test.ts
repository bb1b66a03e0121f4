import { expect } from 'chai';
import { migrateUp } from '../../../migrations/migrations.ts';
import type { OperationName } from '../../../shared/contract/operations/allOperations.ts';
import { callOf } from '../../support/calls.ts';
import { accountRow, insertRows, records } from '../../support/filledDatabase.ts';
import { lookupRequests } from '../../support/lookupRequests.ts';
import { newDatabase, type OwnDatabase } from '../../support/ownDatabase.ts';
import { rowsReadBySet } from '../../support/rowsRead.ts';

const [small, large] = [7, 1];
const accounts = 300;
const perLarge = 20_000;
/**
 * Number of calls, as large as a page of a list and far above the records of an average account: then the
 * database likes to begin with the account.
 */
const callsOfEach = 250;
/** Rows that a call may read: a few look-ups, with what the database reads behind each to see that there is no more. */
const maxPerCall = 30;

/** One large account among many with a record each. */
describe('the cost of a set with calls of a large account and a small one', () => {
  let own: OwnDatabase;
  before(async () => {
    own = await newDatabase('two_accounts');
    await migrateUp(own.pool);
    const ids = Array.from({ length: accounts }, (_, index) => index + 1);
    await insertRows(own.pool, 'accounts', ids.map(accountRow));
    for (const [table, rowOf] of Object.entries(records)) {
      await own.pool.raw('ALTER TABLE ?? STATS_AUTO_RECALC=0', [table]);
      await insertRows(
        own.pool,
        table,
        ids.map((id) => rowOf(id, 0)),
      );
      await own.pool.raw('ANALYZE TABLE ??', [table]);
      await insertRows(
        own.pool,
        table,
        Array.from({ length: perLarge }, (_, nr) => rowOf(large, nr + 1)),
      );
    }
  });
  after(() => own.drop());

  for (const statistics of ['old', 'fresh'])
    describe(`with ${statistics} statistics`, () => {
      before(async () => {
        if (statistics === 'fresh')
          for (const table of Object.keys(records)) await own.pool.raw('ANALYZE TABLE ??', [table]);
      });

      for (const [name, requests] of Object.entries(lookupRequests) as [OperationName, Requests][])
        for (const [which, request] of requests.entries())
          it(`does not grow with the records of the large one: ${name} (${which + 1})`, async () => {
            const calls = [small, large].flatMap((account) =>
              Array.from({ length: callsOfEach }, (_, nr) => callOf(name, account, request(nr))),
            );

            const read = await rowsReadBySet(own.pool, name, calls);

            expect(read).to.be.at.most(calls.length * maxPerCall);
          });
    });
});

type Requests = (typeof lookupRequests)[OperationName];
