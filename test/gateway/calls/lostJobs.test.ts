import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { CallClient } from '../../../gateway/calls/callClient.ts';
import { startCallClient } from '../../../gateway/calls/startCallClient.ts';
import { operations } from '../../../shared/contract/operations/allOperations.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import type { CallJob } from '../../../shared/wire/call.ts';
import { ReplySender } from '../../../workers/jobs/replySender.ts';
import { callClientLimits } from '../../support/cluster.ts';
import { type PrivateRedis, startPrivateRedis } from '../../support/privateRedis.ts';
import { TestQueue } from '../../support/queues.ts';
import { doneWith } from '../../support/replies.ts';
import { until } from '../../support/until.ts';

const reply = doneWith();

/** The queue has no worker: jobs that were sent again stay in it to be seen. */
describe('lost jobs (waits for checks of jobs)', () => {
  let server: PrivateRedis;
  let redis: Redis;
  let queue: TestQueue;
  let callClient: CallClient;
  before(async () => {
    server = await startPrivateRedis();
  });
  beforeEach(async () => {
    redis = new Redis(server.server.url);
    queue = new TestQueue('article', server.server.url);
    callClient = await startCallClient({
      redisUrl: server.server.url,
      ...callClientLimits,
      emit: ignoreEvents,
    });
  });
  afterEach(async () => {
    await callClient.stop();
    await queue.close();
    redis.disconnect();
  });
  after(() => server.remove());

  const call = (id: string) =>
    callClient.call(1, { contract: operations['article.delete'], input: { article_ident: 'art_1' }, id });
  const jobs = async () => (await queue.waiting()).map(({ calls }) => calls.map(({ id }) => id).join(' '));
  const waiting = (count: number) => until(async () => (await jobs()).length === count);
  const answer = async (job: CallJob, ...ids: readonly string[]) => {
    const sender = new ReplySender(redis);
    await Promise.all(ids.map((id) => sender.send(job.replyTo, id, reply)));
  };

  it('are sent again when Redis was emptied, and answered [redis-emptied]', async () => {
    const calls = [call('a'), call('b')];
    await waiting(2);

    await redis.flushall();
    await waiting(2);

    expect(await jobs()).to.have.members(['a', 'b']);
    for (const job of await queue.waiting()) await answer(job, ...job.calls.map(({ id }) => id));
    expect(await Promise.all(calls)).to.deep.equal([reply, reply]);
  });

  it('are sent again when Redis comes back without its data [redis-emptied]', async () => {
    const pending = call('a');
    await waiting(1);

    await server.restartEmpty();
    await waiting(1);

    const [job] = (await queue.waiting()) as [CallJob];
    await answer(job, 'a');
    expect(await pending).to.deep.equal(reply);
  });

  it('are sent again without the calls that were answered', async () => {
    const first = call('a');
    await waiting(1);
    const others = [call('b'), call('c')];
    await waiting(2);
    const [, second] = (await queue.waiting()) as [CallJob, CallJob];
    await answer(second, 'b');
    await others[0];

    await redis.flushall();
    await waiting(2);

    expect(await jobs()).to.have.members(['a', 'c']);
    const [job] = (await queue.waiting()) as [CallJob];
    await answer(job, 'a', 'c');
    await Promise.all([first, ...others]);
  });

  it('are answered even if the stream numbers its entries lower than before', async () => {
    const pending = call('a');
    await waiting(1);
    const [{ replyTo }] = (await queue.waiting()) as [CallJob];
    await redis.xadd(replyTo, '9999999999999-0', 'replies', 'nobody - {}');
    await until(async () => (await redis.xlen(replyTo)) === 0 || (await readTo(replyTo)));

    await redis.flushall();
    await waiting(1);
    const [job] = (await queue.waiting()) as [CallJob];
    await answer(job, 'a');

    expect(await pending).to.deep.equal(reply);
  });

  /** A trim shows that the gateway has read so far: of what it read, the last entry alone stays. */
  async function readTo(stream: string): Promise<boolean> {
    await redis.xadd(stream, '10000000000000-0', 'replies', 'nobody - {}').catch(() => {});
    const [first] = await redis.xrange(stream, '-', '+', 'COUNT', 1);
    return first?.[0] === '10000000000000-0';
  }
});
