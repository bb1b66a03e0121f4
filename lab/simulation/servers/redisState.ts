export interface Job {
  readonly id: string;
  readonly queue: string;
  /** JSON text, so that a worker shares no objects with the gateway. */
  readonly data: string;
  attempts: number;
  /** The worker's try that has it, and until when. */
  token?: string | undefined;
  lockedUntil: number;
}

export type Entry = readonly [id: string, fields: readonly string[]];

/** The data of a Redis: the queues, the reply streams, and the sets of announced tries. */
export class RedisState {
  readonly jobs = new Map<string, Job>();
  /** Ids of jobs that no worker has, the oldest one first. */
  readonly waiting = new Map<string, string[]>();
  readonly streams = new Map<string, Entry[]>();
  readonly sets = new Map<string, Set<string>>();

  /** A job whose id exists is not added again. */
  add(queue: string, id: string, data: string): void {
    if (this.jobs.has(id)) return;
    this.jobs.set(id, { id, queue, data, attempts: 0, lockedUntil: 0 });
    this.#waitingOf(queue).push(id);
  }

  /** Gives the oldest job to a worker's try, for so long as it renews the lock. */
  take(queue: string, token: string, lockedUntil: number): Job | undefined {
    const id = this.#waitingOf(queue).shift();
    const job = id === undefined ? undefined : this.jobs.get(id);
    if (job) Object.assign(job, { token, lockedUntil, attempts: job.attempts + 1 });
    return job && { ...job };
  }

  renew(id: string, token: string, lockedUntil: number): void {
    const job = this.jobs.get(id);
    if (job?.token === token) job.lockedUntil = lockedUntil;
  }

  /** Removes a job, unless another worker has it meanwhile. */
  finish(id: string, token: string): void {
    if (this.jobs.get(id)?.token === token) this.jobs.delete(id);
  }

  /** Puts jobs back whose locks have expired: they come next. */
  takeBack(queue: string, now: number): void {
    for (const job of this.jobs.values()) {
      if (job.queue !== queue || job.token === undefined || job.lockedUntil > now) continue;
      job.token = undefined;
      this.#waitingOf(queue).unshift(job.id);
    }
  }

  /** Removes the oldest waiting jobs whose deadline, the end of their ids, is over. */
  removeExpired(queue: string, now: number): void {
    const waiting = this.#waitingOf(queue);
    for (let id = waiting[0]; id !== undefined; id = waiting[0]) {
      if (Number(/-(\d+)$/.exec(id)?.[1]) > now) return;
      waiting.shift();
      this.jobs.delete(id);
    }
  }

  append(stream: string, now: number, fields: readonly string[]): string {
    const entries = this.streams.get(stream) ?? [];
    this.streams.set(stream, entries);
    const [lastMs = 0, lastCount = -1] = (entries.at(-1)?.[0] ?? '').split('-').filter(Boolean).map(Number);
    const id = lastMs >= now ? `${lastMs}-${lastCount + 1}` : `${now}-0`;
    entries.push([id, fields]);
    return id;
  }

  after(stream: string, id: string, count: number): readonly Entry[] {
    const entries = this.streams.get(stream) ?? [];
    return entries.filter((entry) => isLater(entry[0], id)).slice(0, count);
  }

  trim(stream: string, firstId: string): void {
    const entries = this.streams.get(stream);
    if (entries)
      this.streams.set(
        stream,
        entries.filter(([id]) => !isLater(firstId, id)),
      );
  }

  addToSet(key: string, member: string): number {
    const set = this.sets.get(key) ?? new Set();
    this.sets.set(key, set.add(member));
    return set.size;
  }

  #waitingOf(queue: string): string[] {
    const waiting = this.waiting.get(queue) ?? [];
    this.waiting.set(queue, waiting);
    return waiting;
  }
}

function isLater(one: string, other: string): boolean {
  const [ms = 0, count = 0] = one.split('-').map(Number);
  const [otherMs = 0, otherCount = 0] = other.split('-').map(Number);
  return ms > otherMs || (ms === otherMs && count > otherCount);
}
