import type { Queue } from 'bullmq';
import type { CallJob } from '../../shared/calls/call.ts';

export type JobQueue = Queue<CallJob>;

/** Partitions of a queue, over which its jobs are spread. Any worker of the queue takes the jobs of all of them. */
export class QueuePartitions {
  readonly #open: (partition: number) => JobQueue;
  readonly #served: () => number;
  readonly #queues: JobQueue[];
  #turn = 0;

  /** Opens a partition, counted from 0, when the first job is sent to it. `served` returns how many partitions have workers. */
  constructor(open: (partition: number) => JobQueue, served: () => number = () => 1) {
    this.#open = open;
    this.#served = served;
    this.#queues = [open(0)];
  }

  async ready(): Promise<void> {
    await this.#queues[0]?.waitUntilReady();
  }

  next(): JobQueue {
    this.#turn = (this.#turn + 1) % this.#served();
    for (let partition = this.#queues.length; partition <= this.#turn; partition += 1)
      this.#queues.push(this.#open(partition));
    return this.#queues[this.#turn] as JobQueue;
  }

  isServed(queue: JobQueue): boolean {
    return this.#queues.indexOf(queue) < this.#served();
  }
}
