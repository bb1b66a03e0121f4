import type { Redis } from 'ioredis';
import { CallClient } from '../../gateway/calls/callClient.ts';
import { CallQueue } from '../../gateway/calls/callQueue.ts';
import { JobBatcher, maxCallsOfJob } from '../../gateway/calls/jobBatcher.ts';
import { JobSender, QueuePartitions } from '../../gateway/calls/jobSender.ts';
import { LaneRoom } from '../../gateway/calls/laneRoom.ts';
import { resendLostJobs } from '../../gateway/calls/lostJobs.ts';
import { type JobQueue, PendingCalls } from '../../gateway/calls/pendingCalls.ts';
import { QueueWatch } from '../../gateway/calls/queueWatch.ts';
import { ReplyReader } from '../../gateway/calls/replyReader.ts';
import { Lifecycle } from '../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../shared/runtime/process/log.ts';
import { repeat } from '../../shared/runtime/process/repeat.ts';
import type { ServiceClock } from '../../shared/runtime/redis/clock.ts';
import { type QueueId, queueName, replyStream } from '../../shared/wire/queues.ts';
import { Host } from './host.ts';
import { RedisConnection, simulatedQueue } from './servers/redisConnection.ts';
import type { World } from './world.ts';

const ids: readonly QueueId[] = [
  { resource: 'article', lane: 'interactive' },
  { resource: 'article', lane: 'bulk' },
];

/** Interval of removing expired jobs, as in `QueueWatch`. */
const expiryMs = 500;

const deadlineMs = 10_000;

/** Limits of a gateway's calls in flight: so high that no schedule is refused for them. */
const limits = { calls: 10_000, bytes: 1e9, waitMs: 1e9 };

/** A gateway process: the product's own modules on simulated servers, put together as in `startCallClient.ts`. */
export class SimulatedGateway {
  readonly host: Host;
  readonly callClient: CallClient;
  readonly stream: string;
  readonly #queues: readonly CallQueue[];
  readonly #stops: (() => void)[] = [];

  constructor(name: string, world: World) {
    this.host = new Host(name, world.drawing);
    this.stream = replyStream(name);
    const sending = new RedisConnection(world.redis, this.host, 'sends');
    const reading = new RedisConnection(world.redis, this.host, 'waits');
    const redis = sending as unknown as Redis;
    const emit: Emit = (event, fields) => world.note(name, event, fields);
    const clock = { now: () => Date.now() } as ServiceClock;
    const pending = new PendingCalls();
    const rooms = { interactive: new LaneRoom(limits), bulk: new LaneRoom(limits) };
    this.#queues = ids.map((id) => {
      const batcher = this.#batcher(id, sending, emit);
      const laneRoom = rooms[id.lane];
      return new CallQueue({ id, laneRoom, clock, pending, batcher, deadlineMs, partitions: { served: 1 } });
    });
    const reader = new ReplyReader({
      sending: redis,
      reading: reading as unknown as Redis,
      stream: this.stream,
      pending,
      clock,
      emit,
    });
    const watch = new QueueWatch({ redis, clock, emit });
    this.#stops.push(
      () => reader.stop(),
      resendLostJobs(redis, this.#queues, () => reader.startOver()),
      repeat(expiryMs, () => watch.removeExpired(this.#queues)),
      () => sending.disconnect(),
    );
    this.callClient = new CallClient({
      deadlineMs,
      rooms,
      redis,
      queues: this.#queues,
      clock,
      watch,
      lifecycle: new Lifecycle(),
    });
  }

  /** Ends the gateway at once, without answers to its clients. */
  die(): void {
    this.host.die();
    this.stop();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** Counts that must be 0 when all calls are answered. */
  get leftovers() {
    const { interactive, bulk } = this.callClient.rooms;
    const oldest = this.#queues.filter(({ batcher }) => batcher.oldest !== undefined).length;
    const held = [interactive, bulk].map(
      ({ calls, bytes, answers }) => calls.held + bytes.held + answers.held,
    );
    const estimated = this.#queues.map(({ inFlight }) => inFlight);
    return { oldest, held: Math.max(...held.map(Math.abs)), estimated: Math.max(...estimated.map(Math.abs)) };
  }

  #batcher(id: QueueId, connection: RedisConnection, emit: Emit): JobBatcher {
    const queue = simulatedQueue(queueName(id, { isCluster: false }), connection);
    const sender = new JobSender(
      new QueuePartitions(() => queue as unknown as JobQueue, { served: 1 }),
      connection as unknown as Redis,
      this.stream,
      emit,
    );
    return new JobBatcher(sender, { maxBytes: Number.POSITIVE_INFINITY }, maxCallsOfJob);
  }
}
