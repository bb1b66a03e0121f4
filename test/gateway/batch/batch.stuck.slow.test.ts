// @alone: measures waiting times.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { ownCluster } from '../../support/fixtures.ts';
import { withTransaction } from '../../support/transactions.ts';

const redis = 9;

describe('batches of one account that wait for a lock (waits for locks)', () => {
  let stuck: TestAccount;
  let other: TestAccount;
  const cluster = ownCluster({ redis });
  before(async () => {
    [stuck, other] = [await newAccount({}, cluster), await newAccount({}, cluster)];
  });

  const updates = (of: TestAccount, idents: readonly string[]) => () =>
    of.send('batch.run', {
      operations: idents.map((customer_ident) => ({
        method: 'customer.update',
        data: { customer_ident, bill_city: 'Ulm' },
      })),
    });
  const customers = async (of: TestAccount, count: number) => {
    const made = await Promise.all(Array.from({ length: count }, () => of.client.customer.create({})));
    return made.map(({ customer_ident }) => customer_ident);
  };

  it("do not delay another account's batches and single calls", async () => {
    const [locked, theirs] = [await customers(stuck, 3), await customers(other, 20)];
    await withTransaction(async (transaction) => {
      await transaction('customers').where({ account_id: stuck.id }).forUpdate();
      const flooding = new AbortController();
      // Again and again, so that some of them wait at any time.
      const flood = Array.from({ length: 14 }, async () => {
        while (!flooding.signal.aborted) await updates(stuck, locked)();
      });
      const ofSingles = new Set<number>();
      const singles = (async () => {
        while (!flooding.signal.aborted)
          ofSingles.add((await other.send('customer.read', { customer_ident: theirs[0] })).status);
      })();
      const statuses: number[] = [];
      const times: number[] = [];

      for (let index = 0; index < 10; index += 1) {
        const startedAt = performance.now();
        statuses.push((await updates(other, theirs)()).status);
        times.push(performance.now() - startedAt);
      }

      flooding.abort();
      await transaction.rollback();
      await Promise.all([...flood, singles]);
      expect([...ofSingles]).to.deep.equal([200]);
      expect(statuses).to.deep.equal(statuses.map(() => 200));
      expect(Math.max(...times)).to.be.below(2_500);
    });
  });
});

describe('a batch with a key (waits for locks)', () => {
  const callDeadlineMs = 4_000;
  const cluster = ownCluster({ redis, callDeadlineMs });

  it('has one deadline, also if its first entry takes most of it', async () => {
    const account = await newAccount({}, cluster);
    const made = [await account.client.customer.create({}), await account.client.customer.create({})];
    const idents = made.map(({ customer_ident }) => customer_ident);
    const locking = (
      customer_ident: string | undefined,
      work: (unlock: () => Promise<void>) => Promise<void>,
    ) =>
      withTransaction(async (transaction) => {
        await transaction('customers').where({ account_id: account.id, customer_ident }).forUpdate();
        await work(async () => void (await transaction.rollback()));
      });

    await locking(idents[0], (unlockFirst) =>
      locking(idents[1], async () => {
        const startedAt = performance.now();
        const operations = idents.map((customer_ident) => ({
          method: 'customer.update',
          data: { customer_ident, bill_city: 'Ulm' },
        }));
        const answered = account.send('batch.run', { operations }, 'once');
        await delay(0.7 * callDeadlineMs);
        await unlockFirst();

        const { results } = (await answered).envelope.data as { results: readonly { message: string }[] };

        expect(results.map(({ message }) => message)).to.deep.equal([
          'customer updated',
          'outcome unknown, repeat with the same Idempotency-Key',
        ]);
        expect(performance.now() - startedAt).to.be.below(1.5 * callDeadlineMs);
      }),
    );
  });
});
