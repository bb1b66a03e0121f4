import { expect } from 'chai';
import type { Call } from '../../shared/calls/call.ts';
import { EarlierWorkers } from '../../shared/calls/earlierWorkers.ts';
import { earlierHeartbeatKey } from '../../shared/calls/queues.ts';
import { ignoreEvents } from '../../shared/process/log.ts';
import { implementations } from '../../workers/operations/index.ts';
import { SetRunner } from '../../workers/sets/setRunner.ts';
import { sequenceLock } from '../../workers/stores/locks.ts';
import { newAccount, type TestAccount } from '../support/account.ts';
import { callOf } from '../support/calls.ts';
import { emptyRedis, openRedis } from '../support/openRedis.ts';
import { database } from '../support/servers.ts';
import { withTransaction } from '../support/transactions.ts';

const redisNumber = 14;
const queue = { resource: 'article', lane: 'interactive' } as const;

describe('beside workers of version 0.1.0', () => {
  let account: TestAccount;
  beforeEach(async () => {
    account = await newAccount();
  });

  /** Runs while another transaction validates as that version does: with the number sequence locked. */
  const whileAnotherValidates = async (work: () => Promise<void>) =>
    withTransaction(async (transaction) => {
      await transaction('number_sequences').where({ account_id: account.id }).forUpdate();
      await work();
    });
  const runner = (arePresent: boolean) =>
    new SetRunner(implementations['article.update'], {
      ...{ database: database(), clock: Date, emit: ignoreEvents },
      earlierWorkers: { arePresent },
    });
  const validating = async (): Promise<Call> => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const request = { article_ident, validate: 'article_sku', article_sku: 'T-1' };
    return callOf('article.update', account.id, request);
  };

  it('a validating update waits for theirs, whatever its field is', async () => {
    const call = await validating();

    await whileAnotherValidates(async () => {
      const { locked } = await runner(true).attempt([call]);
      expect([...locked]).to.deep.equal([[sequenceLock(account.id), [call]]]);
    });

    const { replies } = await runner(true).attempt([call]);
    expect(replies.get(call)?.code).to.equal('');
  });

  it('other updates go on', async () => {
    const { article_ident } = await account.client.article.create({ article_title: 'Tea' });
    const call = callOf('article.update', account.id, { article_ident, article_title: 'Coffee' });

    await whileAnotherValidates(async () => {
      const { replies } = await runner(true).attempt([call]);
      expect(replies.get(call)?.code).to.equal('');
    });
  });

  it('without them, a validating update waits for no create that needs a number', async () => {
    const call = await validating();

    await whileAnotherValidates(async () => {
      const { replies } = await runner(false).attempt([call]);
      expect(replies.get(call)?.code).to.equal('');
    });
  });

  it('they are known from their heartbeats', async () => {
    await emptyRedis(redisNumber);
    const redis = openRedis(redisNumber);
    const [none, some] = [
      await EarlierWorkers.start(redis, [queue]),
      await redis
        .set(earlierHeartbeatKey(queue, redis), 4711, 'EX', 6)
        .then(() => EarlierWorkers.start(redis, [queue])),
    ];

    expect([none.arePresent, some.arePresent]).to.deep.equal([false, true]);
    for (const earlier of [none, some]) earlier.stop();
    redis.disconnect();
  });
});
