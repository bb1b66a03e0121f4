import { expect } from 'chai';
import type { CallClient } from '../../../gateway/calls/callClient.ts';
import { startCallClient } from '../../../gateway/calls/startCallClient.ts';
import { operations } from '../../../shared/contract/operations/allOperations.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import type { CallJob } from '../../../shared/wire/call.ts';
import { ReplySender } from '../../../workers/jobs/replySender.ts';
import { callClientLimits } from '../../support/cluster.ts';
import { openRedis } from '../../support/openRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { doneWith } from '../../support/replies.ts';
import { redisUrl } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { watchedMaxWait } from '../../support/waiting.ts';

const redisNumber = 10;
const reply = doneWith();

describe('call client', () => {
  let redis: RedisClient;
  let queue: TestQueue;
  let callClient: CallClient;
  beforeEach(async () => {
    redis = openRedis(redisNumber);
    queue = new TestQueue('article', redisNumber);
    callClient = await startCallClient({
      redisUrl: redisUrl(redisNumber),
      ...callClientLimits,
      emit: ignoreEvents,
    });
  });
  afterEach(async () => {
    await callClient.stop();
    await queue.close();
    redis.disconnect();
  });

  const call = () =>
    callClient.call(1, { contract: operations['article.delete'], input: { article_ident: 'art_1' } });
  const arrived = (jobs: number) => until(async () => (await queue.waiting()).length >= jobs);
  const answer = async (index: number) => {
    const { replyTo, calls } = (await queue.waiting())[index] as CallJob;
    const replies = new ReplySender(redis);
    await Promise.all(calls.map(({ id }) => replies.send(replyTo, id, reply)));
  };

  it('sends calls when the previous ones are answered, before their longest wait ends', async () => {
    let jobs = 0;
    await until(async () => {
      const first = call();
      await arrived(jobs + 1);
      const patience = watchedMaxWait();
      const second = call();
      await answer(jobs);
      await arrived(jobs + 2);
      const isSooner = !patience.isSettled();
      await answer(jobs + 1);
      await Promise.all([first, second]);
      jobs += 2;
      return isSooner;
    });
  });

  it('rejects a batch without calls while its account leaves too many answers unread', () => {
    const { answers } = callClient.rooms.bulk;
    expect(callClient.acquireAll(1, [])).to.be.a('function');

    answers.acquire(1, answers.max);

    expect(callClient.acquireAll(1, [])).to.include({ reason: 'answers' });
    expect(callClient.acquireAll(2, [])).to.be.a('function');
  });
});
