import type { Lane } from '../../shared/calls/queues.ts';
import { batchRun } from '../../shared/operations/batch.run.ts';
import { type Resource, resources } from '../../shared/operations/operation.ts';
import type { UnavailableReason } from './unavailable.ts';
import { WaitEstimate } from './waitEstimate.ts';
import type { WorkerMonitor } from './workerMonitor.ts';

/** Account that a call counts for, by `accounts.id`; `service` in calls of the service itself. */
export type Caller = number | 'service';

export interface AdmissionLimits {
  readonly calls: number;
  /** Bytes of requests in flight, and also the limit for unread answers. */
  readonly bytes: number;
  readonly waitMs: number;
}

interface Load {
  readonly resource: Resource;
  readonly caller: Caller;
  readonly bytes: number;
}

export interface Group {
  /** Unknown until the app is found; then the caller counts as having nothing in flight. */
  readonly caller: Caller | 'unknown';
  readonly calls: number;
  readonly bytes: number;
  readonly resources: Iterable<Resource>;
}

interface Held {
  calls: number;
  bytes: number;
}

/** Ratio of what one caller may have in flight to what is still free. */
const share = 4;

const nothing: Readonly<Held> = { calls: 0, bytes: 0 };

/**
 * Refuses calls to a lane if a queue is too long already or has no worker: an immediate refusal is worth more than a late
 * answer. A single account gets at most four fifths of the room (dynamic thresholds, as in switches: Choudhury and Hahne 1998),
 * so that one that floods leaves room for the others.
 */
export class Admission {
  readonly #lane: Lane;
  readonly #limits: AdmissionLimits;
  readonly #workers: Pick<WorkerMonitor, 'isMissing'>;
  readonly #estimates = new Map(resources.map((resource) => [resource, new WaitEstimate()]));
  readonly #byCaller = new Map<Group['caller'], Held>();
  readonly #all: Held = { ...nothing };
  readonly answers: AnswerBytes;

  constructor(lane: Lane, limits: AdmissionLimits, workers: Pick<WorkerMonitor, 'isMissing'>) {
    this.#lane = lane;
    this.#limits = limits;
    this.#workers = workers;
    this.answers = new AnswerBytes(limits.bytes);
  }

  refusal({ caller, calls, bytes, resources: waitedFor }: Group): UnavailableReason | undefined {
    const own = this.#byCaller.get(caller) ?? nothing;
    // The last of the calls must fit, too.
    const freeCalls = this.#limits.calls - this.#all.calls - (calls - 1);
    const freeBytes = this.#limits.bytes - this.#all.bytes;
    if (freeCalls <= 0) return 'calls';
    if (bytes > freeBytes) return 'bytes';
    if (own.calls + (calls - 1) >= share * freeCalls || own.bytes >= share * freeBytes)
      return 'account_share';
    return this.answers.fits(caller) ? this.#delayOf(own, waitedFor) : 'answers';
  }

  inFlight(resource: Resource): number {
    return this.#estimateOf(resource).inFlight;
  }

  /** Milliseconds that a call of an account with many calls in flight would wait. */
  waitMs(resource: Resource): number {
    const estimate = this.#estimateOf(resource);
    return estimate.msFor(estimate.inFlight);
  }

  get held() {
    const { calls, bytes } = this.#all;
    return { maxCalls: this.#limits.calls, calls, requestBytes: bytes, answerBytes: this.answers.bytes };
  }

  /** Accounts take turns, so a call does not wait for everything that the others have waiting. */
  #delayOf(own: Readonly<Held>, waitedFor: Iterable<Resource>): UnavailableReason | undefined {
    for (const resource of waitedFor) {
      if (this.#workers.isMissing({ resource, lane: this.#lane })) return 'no_worker';
      const estimate = this.#estimateOf(resource);
      const before = Math.min(estimate.inFlight, own.calls * this.#byCaller.size);
      if (estimate.msFor(before) > this.#limits.waitMs) return 'wait';
    }
    return undefined;
  }

  enter({ resource, caller, bytes }: Load): void {
    const own = this.#byCaller.get(caller) ?? { ...nothing };
    this.#byCaller.set(caller, own);
    for (const held of [this.#all, own]) {
      held.calls += 1;
      held.bytes += bytes;
    }
    this.#estimateOf(resource).enter();
  }

  /** Must be called when the call is answered, or nobody waits for it any more. */
  leave({ resource, caller, bytes }: Load, isAnswered: boolean): void {
    const own = this.#byCaller.get(caller) ?? { ...nothing };
    for (const held of [this.#all, own]) {
      held.calls -= 1;
      held.bytes -= bytes;
    }
    if (own.calls === 0) this.#byCaller.delete(caller);
    this.#estimateOf(resource).leave(isAnswered);
  }

  #estimateOf(resource: Resource): WaitEstimate {
    return this.#estimates.get(resource) as WaitEstimate;
  }
}

/** Bounds the bytes of answers that are not written yet because their clients do not read them. */
export class AnswerBytes {
  readonly #maxBytes: number;
  readonly #byCaller = new Map<Group['caller'], number>();
  #all = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#all;
  }

  /** Unread answers of one account do not block others. */
  fits(caller: Group['caller'], bytes = 0): boolean {
    const own = this.#byCaller.get(caller) ?? 0;
    const free = this.#maxBytes - this.#all;
    return bytes <= free && (own === 0 || own < share * free);
  }

  /** Counts the bytes until the returned function is called, which is safe to call twice. */
  hold(caller: Caller, bytes: number): () => void {
    this.#add(caller, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(caller, -bytes);
      isHeld = false;
    };
  }

  #add(caller: Caller, bytes: number): void {
    this.#all += bytes;
    const own = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (own === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, own);
  }
}

/** Number of largest batches that always fit: one account may have most of the room, but not all. */
const minBatches = 8;

/** Factor by which calls of batches may wait longer. */
const patience = 2;

/**
 * Limits of the bulk lane, separate from those of single calls, so that neither takes the other's room. A batch arrives whole,
 * so there is room for some even if few single calls are admitted.
 */
export function bulkLimits({ calls, bytes, waitMs }: AdmissionLimits): AdmissionLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: patience * waitMs,
  };
}
