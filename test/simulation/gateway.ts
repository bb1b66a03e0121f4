import type { Redis } from 'ioredis';
import { CallClient } from '../../gateway/calls/callClient.ts';
import type { CallClientParts, JobBatchers } from '../../gateway/calls/callClientParts.ts';
import { ExpiredJobs } from '../../gateway/calls/expiredJobs.ts';
import { JobBatcher } from '../../gateway/calls/jobBatcher.ts';
import { JobSender } from '../../gateway/calls/jobSender.ts';
import { LostJobs } from '../../gateway/calls/lostJobs.ts';
import { PendingCalls } from '../../gateway/calls/pendingCalls.ts';
import { type JobQueue, QueuePartitions } from '../../gateway/calls/queuePartitions.ts';
import { ReplyReader } from '../../gateway/calls/replyReader.ts';
import { type Lane, type QueueId, queueName, replyStream } from '../../shared/calls/queues.ts';
import { Lifecycle } from '../../shared/process/lifecycle.ts';
import type { Emit } from '../../shared/process/log.ts';
import { Host } from './host.ts';
import { RedisConnection, simulatedQueue } from './servers/redisConnection.ts';
import type { World } from './world.ts';

const queues: readonly QueueId[] = [
  { resource: 'article', lane: 'interactive' },
  { resource: 'article', lane: 'bulk' },
];

/** What a gateway may have in flight: so much that no schedule is refused for it. */
const limits = { calls: 10_000, bytes: 1e9, waitMs: 1e9 };

/** A gateway process: the product's own modules on simulated servers, put together as in `startCallClient.ts`. */
export class SimulatedGateway {
  readonly host: Host;
  readonly callClient: CallClient;
  readonly stream: string;
  readonly #stops: (() => void)[] = [];

  constructor(name: string, world: World) {
    this.host = new Host(name, world.drawing);
    this.stream = replyStream(name);
    const sending = new RedisConnection(world.redis, this.host, 'sends');
    const reading = new RedisConnection(world.redis, this.host, 'waits');
    const redis = sending as unknown as Redis;
    const emit: Emit = (event, fields) => world.note(name, event, fields);
    const clock = { now: () => Date.now() };
    const pending = new PendingCalls();
    const jobBatchers = this.#jobBatchers(sending, emit);
    const reader = new ReplyReader({
      ...{ sending: redis, reading: reading as unknown as Redis, stream: this.stream, pending, clock, emit },
    });
    const all = Object.values(jobBatchers).flatMap((ofLane) => [...ofLane.values()]);
    const lostJobs = new LostJobs(redis, all, () => reader.startOver());
    const expired = new ExpiredJobs(redis, clock, queues);
    this.#stops.push(
      () => reader.stop(),
      () => lostJobs.stop(),
      () => expired.stop(),
      () => sending.disconnect(),
    );
    this.callClient = new CallClient({
      ...{ deadlineMs: 10_000, limits, redis, jobBatchers, pending, clock },
      workers: { isMissing: () => false },
      pauses: { refusal: () => undefined },
      lifecycle: new Lifecycle(),
    } as unknown as CallClientParts);
  }

  /** It ends at once: its clients get no answers. */
  die(): void {
    this.host.die();
    this.stop();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** What should be nothing when all calls are answered. */
  get leftovers() {
    const { interactive, bulk } = this.callClient.admissions;
    const oldest = queues.filter((queue) => this.callClient.oldestOf(queue) !== undefined).length;
    const held = [interactive, bulk].map(
      ({ held: { calls, requestBytes, answerBytes } }) => calls + requestBytes + answerBytes,
    );
    const estimated = [interactive, bulk].map((admission) => admission.inFlight('article'));
    return { oldest, held: Math.max(...held.map(Math.abs)), estimated: Math.max(...estimated.map(Math.abs)) };
  }

  #jobBatchers(connection: RedisConnection, emit: Emit): JobBatchers {
    const ofLane = (lane: Lane) => {
      const queue = simulatedQueue(
        queueName({ resource: 'article', lane }, { isCluster: false }),
        connection,
      );
      const sender = new JobSender(
        new QueuePartitions(() => queue as unknown as JobQueue),
        connection as unknown as Redis,
        this.stream,
        emit,
      );
      return new Map([['article' as const, new JobBatcher(sender)]]);
    };
    return { interactive: ofLane('interactive'), bulk: ofLane('bulk') };
  }
}
