import { resources } from '../../shared/contract/operations/operation.ts';
import { ignoreEvents } from '../../shared/runtime/process/log.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import { startWorker, type Worker } from '../../workers/worker.ts';
import { newAccount, type TestAccount } from './account.ts';
import { type Cluster, startCluster, workerSettings } from './cluster.ts';
import { TestQueue } from './queues.ts';
import { startWorkerProcess, type WorkerProcess } from './workerProcess.ts';

/** A gateway, a worker process to kill, and another worker to take over from it. */
export class WorkerDeath {
  readonly cluster: Cluster;
  readonly account: TestAccount;
  /** Queue of articles. */
  readonly queue: TestQueue;
  readonly #redis: number;
  #victim: WorkerProcess;
  #heir: Worker | undefined;

  private constructor(
    redis: number,
    cluster: Cluster,
    account: TestAccount,
    queue: TestQueue,
    victim: WorkerProcess,
  ) {
    this.#redis = redis;
    this.cluster = cluster;
    this.account = account;
    this.queue = queue;
    this.#victim = victim;
  }

  /** Prepares a worker on a Redis database of the test's own, with the queue of a lane to look at. */
  static async prepare(redis: number, lane: Lane = 'interactive'): Promise<WorkerDeath> {
    const cluster = await startCluster({ redis, workers: 0 });
    const account = await newAccount({}, cluster);
    const queue = new TestQueue('article', redis, lane);
    return new WorkerDeath(redis, cluster, account, queue, await startWorkerProcess(redis));
  }

  async startHeir(): Promise<void> {
    this.#heir = await startWorker(resources, workerSettings(this.#redis), ignoreEvents);
  }

  kill(): Promise<void> {
    return this.#victim.kill();
  }

  async replaceVictim(): Promise<void> {
    this.#victim = await startWorkerProcess(this.#redis);
  }

  async clear(): Promise<void> {
    await this.kill();
    await this.cluster.stop();
    await this.#heir?.stop();
    await this.queue.close();
  }
}
