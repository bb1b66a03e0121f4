import type { Lane } from '../../shared/calls/queues.ts';
import { batchRun } from '../../shared/operations/batch.run.ts';
import { type Resource, resources } from '../../shared/operations/operation.ts';
import type { UnavailableReason } from './unavailable.ts';
import { WaitEstimate } from './waitEstimate.ts';
import type { WorkerMonitor } from './workerMonitor.ts';

/** Whose room a call takes: an account's, by `accounts.id`, or that of the service, for calls of its own. */
export type Caller = number | 'service';

/** What one gateway has in flight at most. */
export interface AdmissionLimits {
  readonly calls: number;
  /** Of the requests; and as many of the answers that clients have not read. */
  readonly bytes: number;
  /** Milliseconds that a call may be expected to wait. */
  readonly waitMs: number;
}

/** A call, as far as it takes room. */
interface Load {
  readonly resource: Resource;
  readonly caller: Caller;
  readonly bytes: number;
}

/** Calls that want to be let in together. */
export interface Group {
  /** Unknown before its app is: then it counts as one that has nothing in flight. */
  readonly caller: Caller | 'unknown';
  readonly calls: number;
  /** Of all of them. */
  readonly bytes: number;
  /** Whose queues they wait in. */
  readonly resources: Iterable<Resource>;
}

interface Held {
  calls: number;
  bytes: number;
}

/** How many times as much as is still free one caller may have in flight. */
const share = 4;

const nothing: Readonly<Held> = { calls: 0, bytes: 0 };

/**
 * Refuses calls to a lane that would only make a queue grow that is too long already, or that no worker serves: an immediate
 * refusal is worth more than an answer too late. One account alone gets four fifths of the room (dynamic thresholds, as in
 * switches: Choudhury and Hahne 1998), so one that floods leaves room for the others.
 */
export class Admission {
  readonly #lane: Lane;
  readonly #limits: AdmissionLimits;
  readonly #workers: Pick<WorkerMonitor, 'isMissing'>;
  readonly #estimates = new Map(resources.map((resource) => [resource, new WaitEstimate()]));
  readonly #byCaller = new Map<Group['caller'], Held>();
  readonly #all: Held = { ...nothing };
  /** Those that are not written yet. */
  readonly answers: AnswerBytes;

  constructor(lane: Lane, limits: AdmissionLimits, workers: Pick<WorkerMonitor, 'isMissing'>) {
    this.#lane = lane;
    this.#limits = limits;
    this.#workers = workers;
    this.answers = new AnswerBytes(limits.bytes);
  }

  /** Why they may not enter now; undefined when all of them may. */
  refusal({ caller, calls, bytes, resources: waitedFor }: Group): UnavailableReason | undefined {
    const own = this.#byCaller.get(caller) ?? nothing;
    // Room for the last one of them.
    const freeCalls = this.#limits.calls - this.#all.calls - (calls - 1);
    const freeBytes = this.#limits.bytes - this.#all.bytes;
    if (freeCalls <= 0) return 'calls';
    if (bytes > freeBytes) return 'bytes';
    if (own.calls + (calls - 1) >= share * freeCalls || own.bytes >= share * freeBytes)
      return 'account_share';
    return this.answers.fits(caller) ? this.#delayOf(own, waitedFor) : 'answers';
  }

  /** Calls to a resource that are not answered yet. */
  inFlight(resource: Resource): number {
    return this.#estimateOf(resource).inFlight;
  }

  /** Milliseconds that a call of an account which has many in flight would wait. */
  waitMs(resource: Resource): number {
    const estimate = this.#estimateOf(resource);
    return estimate.msFor(estimate.inFlight);
  }

  /** What is in flight, and how much of it may be. */
  get held() {
    const { calls, bytes } = this.#all;
    return { maxCalls: this.#limits.calls, calls, requestBytes: bytes, answerBytes: this.answers.bytes };
  }

  /** Accounts take turns, so that what the others have waiting does not all come first. */
  #delayOf(own: Readonly<Held>, waitedFor: Iterable<Resource>): UnavailableReason | undefined {
    for (const resource of waitedFor) {
      if (this.#workers.isMissing({ resource, lane: this.#lane })) return 'no_worker';
      const estimate = this.#estimateOf(resource);
      const before = Math.min(estimate.inFlight, own.calls * this.#byCaller.size);
      if (estimate.msFor(before) > this.#limits.waitMs) return 'wait';
    }
    return undefined;
  }

  /** Counts a call until it leaves. */
  enter({ resource, caller, bytes }: Load): void {
    const own = this.#byCaller.get(caller) ?? { ...nothing };
    this.#byCaller.set(caller, own);
    for (const held of [this.#all, own]) {
      held.calls += 1;
      held.bytes += bytes;
    }
    this.#estimateOf(resource).enter();
  }

  /** The call was answered, or nobody waits for it any more. */
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

/** Bounds the bytes of answers that are not written yet, since their clients don't read them. */
export class AnswerBytes {
  readonly #maxBytes: number;
  readonly #byCaller = new Map<Group['caller'], number>();
  #all = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Of all answers that are not written yet. */
  get bytes(): number {
    return this.#all;
  }

  /** Whether there is room for another answer; the unread answers of one account do not block others. */
  fits(caller: Group['caller'], bytes = 0): boolean {
    const own = this.#byCaller.get(caller) ?? 0;
    const free = this.#maxBytes - this.#all;
    return bytes <= free && (own === 0 || own < share * free);
  }

  /** Counts them until the returned function is called, which is safe to call twice. */
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

/** So many of the largest batches fit at least: one account may have most of the room, but not all. */
const minBatches = 8;

/** How much longer calls of batches may be expected to wait. */
const patience = 2;

/**
 * The limits of the bulk lane beside those of single calls, so that neither takes the other's room. A batch comes whole, so
 * there is room for some even if few single calls are let in.
 */
export function bulkLimits({ calls, bytes, waitMs }: AdmissionLimits): AdmissionLimits {
  return {
    calls: Math.max(calls, minBatches * batchRun.maxOperations),
    bytes: Math.max(bytes, minBatches * batchRun.maxBytes),
    waitMs: patience * waitMs,
  };
}
