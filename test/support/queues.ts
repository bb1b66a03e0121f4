import { Queue } from 'bullmq';
import type { Resource } from '../../shared/contract/operations/operation.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { connectToWait } from '../../shared/runtime/redis/redis.ts';
import type { Call, CallJob } from '../../shared/wire/call.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import { heartbeatMember, heartbeatsKey } from '../../shared/wire/heartbeats.ts';
import { type Lane, type QueueId, queueName, queuePrefix, replyStream } from '../../shared/wire/queues.ts';
import { unpackReplies } from '../../shared/wire/replies.ts';
import { redisUrl } from './servers.ts';

/** The queue of a resource, seen from the side of a gateway that the test plays. */
export class TestQueue {
  readonly #id: QueueId;
  readonly #redis: RedisClient;
  readonly #queue: Queue<CallJob>;
  readonly replyTo = replyStream(newId());

  constructor(resource: Resource, redis: number | string, lane: Lane = 'interactive') {
    this.#redis = connectToWait(typeof redis === 'string' ? redis : redisUrl(redis), ignoreEvents, 0);
    this.#id = { resource, lane };
    this.#queue = new Queue(queueName(this.#id, this.#redis), {
      connection: this.#redis,
      prefix: queuePrefix,
    });
  }

  /** Shows gateways a worker for two minutes: they give calls that wait for none less room. */
  async pretendWorker(): Promise<void> {
    const key = heartbeatsKey(this.#id, this.#redis);
    await this.#redis.zadd(key, Date.now() + 120_000, heartbeatMember('pretended'));
  }

  /** Puts a job of these calls on the queue, the same one as often as wanted. */
  async add(calls: readonly Call[], times = 1): Promise<void> {
    const jobs = Array.from({ length: times }, () => ({
      name: 'calls',
      data: { replyTo: this.replyTo, calls },
    }));
    await this.#queue.addBulk(jobs.map((job) => ({ ...job, opts: { removeOnComplete: true } })));
  }

  /** Puts a job on the queue whose worker has died: it counts as delivered before. */
  async addAgain(calls: readonly Call[]): Promise<void> {
    await this.#queue.pause();
    const job = await this.#queue.add('calls', { replyTo: this.replyTo, calls }, { removeOnComplete: true });
    await this.#redis.hset(this.#queue.toKey(job.id as string), 'ats', 1);
    await this.#queue.resume();
  }

  async counts(): Promise<{ readonly waiting: number; readonly active: number; readonly failed: number }> {
    const { wait = 0, active = 0, failed = 0 } = await this.#queue.getJobCounts('wait', 'active', 'failed');
    return { waiting: wait, active, failed };
  }

  /** The jobs that no worker has taken, the oldest one first. */
  async waiting(): Promise<readonly CallJob[]> {
    const jobs = await this.#queue.getJobs('wait', 0, -1, true);
    return jobs.map(({ data }) => data);
  }

  /** True if every job was worked off. */
  async isDone(): Promise<boolean> {
    const { waiting, active } = await this.counts();
    return waiting + active === 0;
  }

  /** The entries of the reply stream, each with its replies by call id. */
  async entries(): Promise<readonly (readonly (readonly [id: string, reply: Reply])[])[]> {
    return repliesIn(await this.#redis.xrange(this.replyTo, '-', '+'));
  }

  /** Replaces the reply stream by a text, so that Redis rejects all later replies. */
  async refuseReplies(): Promise<void> {
    await this.#redis.set(this.replyTo, 'no stream');
  }

  async close(): Promise<void> {
    await this.#queue.obliterate({ force: true });
    await this.#queue.close();
    this.#redis.disconnect();
  }
}

type Entries = readonly (readonly [entryId: string, fields: readonly string[]])[];

/** Takes entries of a reply stream apart. */
export function repliesIn(entries: Entries) {
  return entries.map(([entryId, [name, text = '', waitsName, waits = '', ...others]]) => {
    if (name !== 'replies' || waitsName !== 'waits' || others.length > 0)
      throw new Error(`${entryId} has other fields than replies and waits`);
    return unpackReplies(text, waits).map(({ callId, reply }) => [callId, reply] as const);
  });
}
