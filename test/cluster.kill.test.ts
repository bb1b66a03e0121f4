import { expect } from 'chai';
import { tellNobody } from '../shared/log.ts';
import { resources } from '../shared/operations/operation.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import { newAccount, type TestAccount } from './support/account.ts';
import { articleNumbers, upFrom } from './support/articles.ts';
import { type Cluster, startCluster, workerSettings } from './support/cluster.ts';
import { clientAt, load } from './support/load.ts';
import { TestQueue } from './support/queues.ts';
import { storedRows } from './support/stored.ts';
import { withTransaction } from './support/transactions.ts';
import { until } from './support/until.ts';
import { startWorkerProcess, type WorkerProcess } from './support/workerProcess.ts';

const redis = 14;

describe('a killed worker process', () => {
  let cluster: Cluster;
  let account: TestAccount;
  let queue: TestQueue;
  let victim: WorkerProcess;
  let heir: Worker | undefined;
  beforeEach(async () => {
    cluster = await startCluster({ redis, workers: 0 });
    account = await newAccount({}, cluster);
    queue = new TestQueue('article', redis);
    victim = await startWorkerProcess(redis);
    heir = undefined;
  });
  afterEach(async () => {
    await victim.kill();
    await cluster.stop();
    await heir?.stop();
    await queue.close();
  });

  const startHeir = async () => {
    heir = await startWorker(resources, workerSettings(redis), tellNobody);
  };

  it('leaves its calls to another one, which answers them within the deadline', async () => {
    const create = (at: number) => account.client.article.create({ article_title: `No. ${at}` });
    await create(0);

    await withTransaction(async (other) => {
      await other('number_sequences').where({ account_id: account.id }).forUpdate();
      const creates = Array.from({ length: 40 }, (_, at) => create(at + 1));
      await until(async () => (await queue.counts()).active > 0);
      await startHeir();
      await victim.kill();
      await other.rollback();

      expect(await Promise.all(creates)).to.have.length(40);
    });
    expect(await articleNumbers(account.id)).to.deep.equal(upFrom(10_001, 41));
  });

  it('leaves every call with one effect, again and again', async () => {
    await startHeir();
    let kills = 0;
    const remembered = async () => (await storedRows('inbox', account.id)).length;
    const loading = load(
      cluster.gateways.map((gateway) => clientAt(gateway, account)),
      () => kills === 2,
    );

    for (; kills < 2; kills += 1) {
      if (kills > 0) victim = await startWorkerProcess(redis);
      const before = await remembered();
      await until(async () => (await remembered()) >= before + 60);
      await victim.kill();
    }

    const answers = await loading;
    expect(answers.filter(({ response }) => !response)).to.deep.equal([]);
    expect(await storedRows('articles', account.id)).to.have.length(0);
    expect(await remembered()).to.equal(answers.length);
  });
});
