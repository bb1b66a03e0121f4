import { expect } from 'chai';
import type { Envelope } from '../shared/wire/envelope.ts';
import type { TestAccount } from './support/account.ts';
import { articleNumbers, upFrom } from './support/articles.ts';
import { clientAt, load } from './support/load.ts';
import { storedRows } from './support/stored.ts';
import { withTransaction } from './support/transactions.ts';
import { until } from './support/until.ts';
import { WorkerDeath } from './support/workerDeath.ts';

const redis = 14;

describe('a killed worker process (starts processes)', () => {
  let death: WorkerDeath;
  let account: TestAccount;
  beforeEach(async () => {
    death = await WorkerDeath.prepare(redis);
    ({ account } = death);
  });
  afterEach(() => death.clear());

  it('leaves its calls to another one, which answers them within the deadline [worker-killed]', async () => {
    const create = (index: number) => account.client.article.create({ article_title: `No. ${index}` });
    await create(0);

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const creates = Array.from({ length: 40 }, (_, index) => create(index + 1));
      await until(async () => (await death.queue.counts()).active > 0);
      await death.startHeir();
      await death.kill();
      await other.rollback();

      expect(await Promise.all(creates)).to.have.length(40);
    });
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 41));
  });

  /** A call whose worker is killed twice in a row may be taken for the cause: so each kill has calls of its own. */
  it('leaves every call with one effect, again and again [one-effect]', async () => {
    await death.startHeir();
    const clients = death.cluster.gateways.map((gateway) => clientAt(gateway, account));
    const remembered = async () => (await storedRows('inbox', account.id)).length;
    const answers: Envelope[] = [];

    for (let kills = 0; kills < 2; kills += 1) {
      if (kills > 0) await death.replaceVictim();
      let isKilled = false;
      const loading = load(clients, () => isKilled);
      await until(async () => (await remembered()) >= answers.length + 60);
      await death.kill();
      isKilled = true;
      answers.push(...(await loading));
    }

    expect(answers.filter(({ response }) => !response)).to.deep.equal([]);
    expect(await storedRows('articles', account.id)).to.have.length(0);
    expect(await remembered()).to.equal(answers.length);
  });
});
