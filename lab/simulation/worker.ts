import type { Redis } from 'ioredis';
import type { Emit } from '../../shared/runtime/process/log.ts';
import type { CallJob } from '../../shared/wire/call.ts';
import type { Database } from '../../workers/database/database.ts';
import { poolState } from '../../workers/database/pool.ts';
import { PoisonIsolation } from '../../workers/jobs/poisonIsolation.ts';
import { ReplySender } from '../../workers/jobs/replySender.ts';
import { type ServedLane, serveLane } from '../../workers/jobs/servedLane.ts';
import { Host } from './host.ts';
import { SimulatedQueueWorker } from './queueWorker.ts';
import { openSimulated } from './servers/databaseConnection.ts';
import { RedisConnection } from './servers/redisConnection.ts';
import type { World } from './world.ts';

const lanes = ['interactive', 'bulk'] as const;
const connections = { interactive: 3, bulk: 1 } as const;

/** Prefixes of values that kill the worker of a call: before it is sent to the database, or when the database has answered. */
export const poisons = { early: 'poison', late: 'slow_poison' } as const;

/** A worker process: the product's own modules on simulated servers, put together as in `workers/worker.ts`. */
export class SimulatedWorker {
  readonly host: Host;
  readonly #redis: RedisConnection;
  readonly #databases: Database[] = [];
  readonly #lanes: ServedLane[] = [];
  readonly #queues: SimulatedQueueWorker[] = [];
  readonly #replies: ReplySender;

  constructor(name: string, world: World) {
    this.host = new Host(name, world.drawing);
    this.#redis = new RedisConnection(world.redis, this.host, 'waits');
    const redis = this.#redis as unknown as Redis;
    const emit: Emit = (event, fields) => world.note(name, event, fields);
    const clock = { now: () => Date.now() };
    this.#replies = new ReplySender(redis);
    const poisonIsolation = new PoisonIsolation({ redis, clock, emit });
    const publishChanges = () => {};
    const shared = {
      clock,
      replies: this.#replies,
      poisonIsolation,
      publishChanges,
      emit,
      namesCalls: true,
    };
    const onJob = ({ calls }: CallJob) => {
      for (const { id } of calls) world.deliveredAt.set(id, performance.now());
    };
    for (const lane of lanes) {
      const database = this.#open(connections[lane], world);
      const queue = { resource: 'article', lane } as const;
      const served = serveLane([queue], database, shared);
      this.#lanes.push(served);
      this.#queues.push(
        new SimulatedQueueWorker(queue, { jobs: served.jobs, redis: this.#redis, host: this.host, onJob }),
      );
    }
  }

  /** Ends the process at once, with all that it runs. */
  die(): void {
    this.host.die();
    this.#stop();
  }

  /** Ends a worker that has nothing to do. */
  async stop(): Promise<void> {
    this.#stop();
    await Promise.all(this.#databases.map((database) => database.destroy()));
  }

  /** Counts that must be 0 when all calls are answered. */
  get leftovers() {
    const coalescers = this.#lanes.flatMap(({ queues }) => queues.flatMap(({ coalescers: its }) => its));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      calls: sum(coalescers.map(({ state: { waiting, running, locked } }) => waiting + running + locked)),
      busyConnections: sum(this.#databases.map((database) => poolState(database).used)),
      unsentReplies: this.#replies.unsentLength,
      jobs: this.#queues.filter(({ isIdle }) => !isIdle).length,
    };
  }

  #open(max: number, { database: server, databaseFaults: faults }: World): Database {
    const diesOf = (poison: string) => (values: readonly unknown[]) => {
      if (this.host.isAlive && values.some((value) => String(value).startsWith(poison))) this.onPoison();
    };
    const onSend = diesOf(poisons.early);
    const onAnswer = diesOf(poisons.late);
    const database = openSimulated(max, { server, faults, host: this.host, onSend, onAnswer });
    this.#databases.push(database);
    return database;
  }

  /** Handles a call that kills the worker that runs it. */
  onPoison: () => void = () => this.die();

  #stop(): void {
    for (const queue of this.#queues) queue.stop();
    if (this.host.isAlive) this.#redis.disconnect();
    else for (const database of this.#databases) void database.destroy().catch(() => {});
  }
}
