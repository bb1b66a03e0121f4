import { Queue } from 'bullmq';
import { expect } from 'chai';
import { enoughBulkCalls, JobBatcher, maxCallsOfJob } from '../../../gateway/calls/jobBatcher.ts';
import { JobSender, QueuePartitions } from '../../../gateway/calls/jobSender.ts';
import { PendingCall } from '../../../gateway/calls/pendingCalls.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../../shared/runtime/redis/client.ts';
import type { CallJob } from '../../../shared/wire/call.ts';
import { queueName, queuePrefix } from '../../../shared/wire/queues.ts';
import { callOf } from '../../support/calls.ts';
import { openRedis } from '../../support/openRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { doneWith } from '../../support/replies.ts';
import { until } from '../../support/until.ts';
import { watchedMaxWait } from '../../support/waiting.ts';

const redisNumber = 10;
const reply = doneWith();

/** The queue has no worker: jobs stay in it to be counted, and the test alone answers. */
describe('job batcher', () => {
  let redis: RedisClient;
  let own: Queue<CallJob>;
  let queue: TestQueue;
  let jobBatcher: JobBatcher;
  let pending: PendingCall[];
  beforeEach(async () => {
    redis = openRedis(redisNumber);
    own = new Queue(queueName({ resource: 'article', lane: 'interactive' }, redis), {
      connection: redis,
      prefix: queuePrefix,
    });
    await own.waitUntilReady();
    queue = new TestQueue('article', redisNumber);
    jobBatcher = new JobBatcher(sender(), room, maxCallsOfJob);
    pending = [];
  });
  afterEach(async () => {
    for (const call of pending) call.settle(reply);
    await until(() => pending.filter(hasLeft).every(({ accepted }) => accepted === 'yes'));
    await queue.close();
    await own.close();
    redis.disconnect();
  });

  const sender = () =>
    new JobSender(new QueuePartitions(() => own, { served: 1 }), redis, queue.replyTo, ignoreEvents);
  const room = { maxBytes: Number.POSITIVE_INFINITY };
  /** Adds calls, wired as the caller does it. */
  const add = (count: number, { deadlineMs = 10_000, bytes = 256, onReply = () => {} } = {}) => {
    const calls = Array.from({ length: count }, () => {
      const call = callOf('article.create', 1, { article_title: 'Tea' });
      const its: PendingCall = new PendingCall(call, bytes, deadlineMs, () => {
        jobBatcher.answered(its);
        onReply();
      });
      return its;
    });
    pending.push(...calls);
    for (const call of calls) jobBatcher.add(call);
    return calls;
  };
  const hasLeft = ({ accepted }: PendingCall) => accepted !== 'no';
  const sizes = async () => (await queue.waiting()).map(({ calls }) => calls.length);
  const sizesOnce = async (jobs: number) => {
    await until(async () => (await sizes()).length >= jobs);
    return sizes();
  };

  it('sends a call at once, alone, when none is in flight', async () => {
    const [first, ...others] = add(30) as [PendingCall, ...PendingCall[]];

    expect(hasLeft(first)).to.equal(true);
    expect(others.filter(hasLeft)).to.deep.equal([]);
    expect((await sizesOnce(1))[0]).to.equal(1);
  });

  it('sends the calls that arrived meanwhile as one job when the previous call is answered', async () => {
    const [first, ...others] = add(30) as [PendingCall, ...PendingCall[]];

    first.settle(reply);

    expect(others.every(hasLeft)).to.equal(true);
    expect(await sizesOnce(2)).to.deep.equal([1, 29]);
    const [, second] = await queue.waiting();
    expect(second?.calls.map(({ id }) => id)).to.deep.equal(others.map(({ call }) => call.id));
  });

  it('waits until every call of the previous job is answered', async () => {
    const [first, second, third] = add(3) as [PendingCall, PendingCall, PendingCall];
    first.settle(reply);
    const others = add(2);

    second.settle(reply);
    expect(others.filter(hasLeft)).to.deep.equal([]);

    third.settle(reply);
    expect(others.every(hasLeft)).to.equal(true);
    expect(await sizesOnce(3)).to.deep.equal([1, 2, 2]);
  });

  it('waits even if the previous job is in Redis already', async () => {
    await until(async () => {
      const [first] = add(1) as [PendingCall];
      const patience = watchedMaxWait();
      const others = add(2);
      await until(() => first.accepted === 'yes');
      const left = others.filter(hasLeft);
      const isSooner = !patience.isSettled();
      for (const call of [first, ...others]) call.settle(reply);
      if (isSooner) expect(left).to.deep.equal([]);
      return isSooner;
    });
  });

  it('sends 32 calls without an answer, and then as many as are in flight', async () => {
    const [first] = add(1) as [PendingCall];
    const next = add(31);
    expect(next.filter(hasLeft)).to.deep.equal([]);

    next.push(...add(1));
    expect(next.every(hasLeft)).to.equal(true);

    const later = add(32);
    expect(later.filter(hasLeft)).to.deep.equal([]);
    later.push(...add(1));
    expect(later.every(hasLeft)).to.equal(true);
    expect(first.settled).to.equal(false);
    expect(await sizesOnce(3)).to.deep.equal([1, 32, 33]);
  });

  it('sends 128 calls of batches however many are in flight', async () => {
    jobBatcher = new JobBatcher(sender(), room, enoughBulkCalls);
    add(1 + 32 + 33 + 66);
    add(127);
    const waiting = pending.slice(-127);
    expect(waiting.filter(hasLeft)).to.deep.equal([]);

    add(1);

    expect(waiting.every(hasLeft)).to.equal(true);
    expect((await sizesOnce(5)).slice(4)).to.deep.equal([128]);
  });

  it('sends 256 calls however many are in flight', async () => {
    add(1_000);
    const left = pending.filter(hasLeft).length;
    expect(left).to.equal(1 + 32 + 33 + 66 + 132 + 256 + 256);

    const next = add(31);
    expect(next.filter(hasLeft)).to.deep.equal([]);
    next.push(...add(1));

    expect(next.every(hasLeft)).to.equal(true);
    expect((await sizesOnce(8)).slice(5)).to.deep.equal([256, 256, 256]);
  });

  it('splits large calls into several jobs', async () => {
    const [first] = add(1) as [PendingCall];
    add(5, { bytes: 200 * 1024 });

    first.settle(reply);

    expect(await sizesOnce(4)).to.deep.equal([1, 2, 2, 1]);
  });

  it('does not hold calls forever behind a job that nobody answers', async () => {
    const [dead] = add(1) as [PendingCall];

    const others = add(5);
    await until(() => others.every(hasLeft));
    const later = add(3);
    await until(() => later.every(hasLeft));

    expect(dead.settled).to.equal(false);
    expect(await sizesOnce(3)).to.deep.equal([1, 5, 3]);
  });

  it('sends the next calls when the previous ones are given up at their deadline', async () => {
    let leftAtDeadline: boolean | undefined;
    const [dead] = add(1, {
      deadlineMs: 20,
      onReply: () => {
        leftAtDeadline = others.every(hasLeft);
      },
    }) as [PendingCall];
    const others = add(5);

    await until(() => dead.settled);

    expect(leftAtDeadline).to.equal(true);
    expect(await sizesOnce(2)).to.deep.equal([1, 5]);
  });

  it('does not send calls that are given up while they wait', async () => {
    const [first, second, third] = add(3) as [PendingCall, PendingCall, PendingCall];
    second.giveUp();

    first.settle(reply);

    await sizesOnce(2);
    const [, job] = await queue.waiting();
    expect(job?.calls.map(({ id }) => id)).to.deep.equal([third.call.id]);
    third.settle(reply);
    expect(add(1).every(hasLeft)).to.equal(true);
  });
});
