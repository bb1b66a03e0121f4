import type { PendingCall } from './pending.ts';

/** Milliseconds after which a job that a later one has overtaken is stuck: one of its calls waits for a lock, or was lost. */
const stuckMs = 200;

interface Job {
  readonly left: number;
  open: number;
  isStuck: boolean;
}

/** The calls of a queue that left and are not answered yet, by the job that carries them. */
export class JobsInFlight {
  readonly #jobOf = new Map<PendingCall, Job>();
  /** Those that are not stuck, in the order in which they left. */
  #jobs: Job[] = [];
  /** Of all calls. */
  bytes = 0;
  /** Calls that count as in flight: those of stuck jobs say nothing about how busy the workers are. */
  calls = 0;

  /** Every call that is not answered. */
  get all(): Iterable<PendingCall> {
    return this.#jobOf.keys();
  }

  /** Calls that leave as one job. */
  add(calls: readonly PendingCall[]): void {
    const open = calls.filter(({ settled }) => !settled);
    if (open.length === 0) return;
    const job = { left: performance.now(), open: open.length, isStuck: false };
    this.#jobs.push(job);
    this.calls += open.length;
    for (const call of open) {
      this.#jobOf.set(call, job);
      this.bytes += call.bytes;
    }
  }

  /** A call is answered, or nobody waits for it any more. */
  remove(call: PendingCall): void {
    const job = this.#jobOf.get(call);
    if (!job) return;
    this.#jobOf.delete(call);
    this.bytes -= call.bytes;
    job.open -= 1;
    if (job.isStuck) return;
    this.calls -= 1;
    if (job.open === 0) this.#end(job);
  }

  #end(job: Job): void {
    const before = performance.now() - stuckMs;
    const at = this.#jobs.indexOf(job);
    const overtaken = this.#jobs.slice(0, at).filter(({ left }) => left < before);
    for (const stuck of overtaken) {
      stuck.isStuck = true;
      this.calls -= stuck.open;
    }
    this.#jobs = this.#jobs.filter((other) => other !== job && !other.isStuck);
  }
}
