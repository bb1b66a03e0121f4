import { Redis } from 'ioredis';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { type Cluster, roleEnvironment } from './cluster.ts';
import { peakMemory } from './peakMemory.ts';
import { freePort } from './ports.ts';
import { type PrivateRedis, startPrivateRedis } from './privateRedis.ts';
import { startRole } from './roleProcess.ts';

const roles = {
  gateway: 'gateway',
  worker: 'worker all --lane interactive',
  bulkWorker: 'worker all --lane bulk',
} as const;

/** Bytes that each role has held at most since the last look, and Redis. */
export type Peaks = Readonly<Record<keyof typeof roles | 'redis', number>>;

/** A gateway and a worker for each lane in processes of their own, with the heap that `up` gives them, and a Redis. */
export class RolesUnderLoad {
  readonly url: string;
  readonly #redis: PrivateRedis;
  readonly #children: Readonly<Record<keyof typeof roles, ManagedProcess>>;

  private constructor(
    url: string,
    redis: PrivateRedis,
    children: Record<keyof typeof roles, ManagedProcess>,
  ) {
    this.url = url;
    this.#redis = redis;
    this.#children = children;
  }

  static async start(): Promise<RolesUnderLoad> {
    const redis = await startPrivateRedis();
    const port = await freePort();
    const env = {
      ...roleEnvironment(redis.server.url, port),
      CALL_DEADLINE_MS: '30000',
      LOG_LEVEL: 'silent',
    };
    const started = Object.entries(roles).map(async ([name, role]) => [name, await startRole(role, { env })]);
    const children = Object.fromEntries(await Promise.all(started));
    return new RolesUnderLoad(`http://127.0.0.1:${port}`, redis, children);
  }

  /** Cluster for `newAccount`, which needs its URL only. */
  get cluster(): Cluster {
    return { url: this.url, gateways: [], workers: [], stop: () => this.stop() };
  }

  /** The roles that have ended by themselves. */
  ended(): readonly string[] {
    return Object.entries(this.#children)
      .filter(([, child]) => !child.isReady)
      .map(([name]) => name);
  }

  async peaks(): Promise<Peaks> {
    const ofRoles = Object.entries(this.#children).map(([name, { pid }]) => [name, peakMemory(Number(pid))]);
    const client = new Redis(this.#redis.server.url);
    const info = await client.info('memory');
    client.disconnect();
    const redis = Number(/used_memory_peak:(\d+)/.exec(info)?.[1]);
    return { ...Object.fromEntries(ofRoles), redis };
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#children).map((child) => child.stop(5_000)));
    await this.#redis.remove();
  }
}
