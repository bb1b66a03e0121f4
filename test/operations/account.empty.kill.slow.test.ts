import { expect } from 'chai';
import type { Answer, TestAccount } from '../support/account.ts';
import { changesBy } from '../support/changes.ts';
import { addAddresses, addArticles } from '../support/manyRows.ts';
import { database } from '../support/servers.ts';
import { storedRows } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { WorkerDeath } from '../support/workerDeath.ts';

const redis = 8;

describe('account.empty, whose worker is killed (starts processes)', () => {
  let death: WorkerDeath;
  let account: TestAccount;
  beforeEach(async () => {
    death = await WorkerDeath.prepare(redis);
    ({ account } = death);
    await database()('accounts').where({ id: account.id }).update({ is_sandbox: 1 });
  });
  afterEach(() => death.clear());

  it('goes on with what is left, and lists each record once', async () => {
    const articles = await addArticles(account.id, 'S-1', 1_500);
    const { customer_ident } = await account.client.customer.create({});
    const addresses = await addAddresses(account.id, customer_ident, 10_001);
    // On a busy machine, the deadline may pass before another worker has the call: the same key goes on.
    const empty = async (key: string): Promise<Answer> => {
      const answer = await account.send('account.empty', {}, key);
      return answer.code === 'outcome_unknown' ? empty(key) : answer;
    };

    const lines = await changesBy(account, async () => {
      const first = empty('first');
      await until(async () => (await storedRows('addresses', account.id)).length < addresses.length);
      await death.kill();
      await death.startHeir();

      expect((await first).envelope.data).to.deep.equal({ deleted: 1_001, is_empty: 0 });
      expect((await empty('second')).envelope.data).to.deep.equal({ deleted: 500, is_empty: 1 });
      expect((await empty('first')).envelope).to.deep.equal((await first).envelope);
    });

    const deleted = [
      ...addresses.map((ident) => `deleted address ${ident}`),
      `deleted customer ${customer_ident}`,
      ...articles.map((ident) => `deleted article ${ident}`),
    ];
    expect(lines.filter((line) => line.startsWith('deleted')).toSorted()).to.deep.equal(deleted.toSorted());
    expect(await storedRows('customers', account.id)).to.deep.equal([]);
    expect(await storedRows('articles', account.id)).to.deep.equal([]);
  });
});
