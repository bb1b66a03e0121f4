import { expect } from 'chai';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { Call } from '../../../shared/wire/call.ts';
import { startWorker, type Worker } from '../../../workers/worker.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { callOf } from '../../support/calls.ts';
import { workerSettings } from '../../support/cluster.ts';
import { TestQueue } from '../../support/queues.ts';
import { withTransaction } from '../../support/transactions.ts';
import { until } from '../../support/until.ts';
import { isStatementRunning } from '../../support/waiting.ts';

const redis = 12;

describe('calls of jobs whose worker died, in both lanes of a worker', () => {
  let single: TestQueue;
  let bulk: TestQueue;
  let worker: Worker;
  beforeEach(async () => {
    single = new TestQueue('article', redis);
    bulk = new TestQueue('article', redis, 'bulk');
    worker = await startWorker(['article'], workerSettings(redis), ignoreEvents);
  });
  afterEach(async () => {
    await worker.stop();
    await Promise.all([single.close(), bulk.close()]);
  });

  const createOf = ({ id }: TestAccount) => callOf('article.create', id, { article_title: 'Tea' });
  const isAnswered = async (queue: TestQueue, call: Call) =>
    (await queue.entries()).flat().some(([id]) => id === call.id);

  it('run one after the other, so that a death has one cause [deadly-call]', async () => {
    const [first, second] = [await newAccount(), await newAccount()];
    const [locked, other] = [createOf(first), createOf(second)];
    await withTransaction(async (transaction) => {
      await transaction('number_sequences').where({ account_id: first.id }).forUpdate();
      await single.addAgain([locked]);
      await until(() => isStatementRunning('%number_sequences%for update'));
      await bulk.addAgain([other]);

      // Calls of jobs that came later, and were delivered once, do not wait.
      for (let times = 0; times < 5; times += 1) {
        const later = createOf(second);
        await bulk.add([later]);
        await until(() => isAnswered(bulk, later));
      }
      expect([await isAnswered(single, locked), await isAnswered(bulk, other)]).to.deep.equal([false, false]);
    });

    await until(() => isAnswered(single, locked));
    await until(() => isAnswered(bulk, other));
  });
});
