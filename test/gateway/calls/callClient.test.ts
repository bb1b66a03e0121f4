import { Redis } from 'ioredis';
import type { Caller } from '../../../gateway/calls/callClient.ts';
import { startCaller } from '../../../gateway/calls/startCallClient.ts';
import type { CallJob } from '../../../shared/call.ts';
import { tellNobody } from '../../../shared/log.ts';
import { operations } from '../../../shared/operations/index.ts';
import { ReplySender } from '../../../workers/jobs/replySender.ts';
import { callerLimits } from '../../support/cluster.ts';
import { TestQueue } from '../../support/queues.ts';
import { redisUrl } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { watchedPatience } from '../../support/waiting.ts';

const redisNumber = 10;
const reply = { code: '', envelope: '{}' };

describe('caller', () => {
  let redis: Redis;
  let queue: TestQueue;
  let caller: Caller;
  beforeEach(async () => {
    redis = new Redis(redisUrl(redisNumber));
    queue = new TestQueue('article', redisNumber);
    caller = await startCaller({ redisUrl: redisUrl(redisNumber), ...callerLimits, tell: tellNobody });
  });
  afterEach(async () => {
    await caller.stop();
    await queue.close();
    redis.disconnect();
  });

  const call = () => caller.call(operations['article.delete'], 1, { article_ident: 'art_1' });
  const arrived = (jobs: number) => until(async () => (await queue.waiting()).length >= jobs);
  const answer = async (at: number) => {
    const { replyTo, calls } = (await queue.waiting())[at] as CallJob;
    const replies = new ReplySender(redis);
    await Promise.all(calls.map(({ id }) => replies.send(replyTo, id, reply)));
  };

  it('lets calls leave when those before are answered, sooner than their patience ends', async () => {
    let jobs = 0;
    await until(async () => {
      const first = call();
      await arrived(jobs + 1);
      const patience = watchedPatience();
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
});
