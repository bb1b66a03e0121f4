import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  type BatchEntry,
  type BatchResult,
  type Counterfoil,
  type CounterfoilError,
  UnavailableError,
} from '../../client/index.ts';
import { ImportError } from '../importError.ts';
import type { Window } from './window.ts';

/** What a sender needs to know of the run that it sends for. */
export interface SendingRun {
  readonly client: Counterfoil;
  readonly window: Window;
  /** Milliseconds without an answer after which the run gives up. */
  readonly maxWaitMs: number;
  /** Told when the service lets wait, and `undefined` when it answers again. */
  readonly onWaiting: (why: string | undefined) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds between two tries: at first, and at most. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/** How often an operation that fails inside the service is tried. */
const maxCrashes = 3;

/** Sends batches until each operation has an answer that says what became of it. */
export class BatchSender {
  readonly #run: SendingRun;
  #lastAnswer = performance.now();
  #inFlight = 0;

  constructor(run: SendingRun) {
    this.#run = run;
  }

  /**
   * Resolves to a result for each operation, in their order. Tried again under the same key, which makes that safe: what
   * was done already is answered, not done twice. Throws an ImportError when the service gives no answer for too long or
   * refuses the app, and the signal's reason when the run is to stop.
   */
  async send(operations: readonly BatchEntry[], idempotencyKey: string): Promise<readonly BatchResult[]> {
    // While nothing was asked, nobody could answer.
    if (this.#inFlight === 0) this.#lastAnswer = performance.now();
    this.#inFlight += 1;
    try {
      return await this.#sendUntilAnswered(operations, idempotencyKey);
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #sendUntilAnswered(
    operations: readonly BatchEntry[],
    idempotencyKey: string,
  ): Promise<readonly BatchResult[]> {
    let crashes = 0;
    for (let attempts = 0; ; attempts += 1) {
      const results = await this.#try(operations, idempotencyKey);
      if (!(results instanceof Error)) {
        this.#answered();
        if (!results.some(isPassing)) return results;
        if (results.some(isCrash)) crashes += 1;
        if (crashes >= maxCrashes && !results.some(isUnavailable)) return results;
      }
      await this.#pause(attempts, results instanceof Error ? results : firstPassing(results));
    }
  }

  async #try(
    operations: readonly BatchEntry[],
    idempotencyKey: string,
  ): Promise<readonly BatchResult[] | UnavailableError> {
    try {
      return await this.#run.client.batch(operations, { idempotencyKey });
    } catch (error) {
      if (error instanceof UnavailableError) return error;
      if (error instanceof AuthenticationError)
        throw new ImportError('the service refuses the app: is it revoked, or its secret rotated?');
      throw new ImportError(`the service refuses a batch: ${(error as Error).message}`);
    }
  }

  #answered(): void {
    this.#lastAnswer = performance.now();
    this.#run.window.answered();
    this.#run.onWaiting(undefined);
  }

  /** Waits before the next try, or gives up. */
  async #pause(attempts: number, why: CounterfoilError): Promise<void> {
    const { window, maxWaitMs, onWaiting, signal } = this.#run;
    signal.throwIfAborted();
    window.refused();
    onWaiting(why.message);
    const silentMs = performance.now() - this.#lastAnswer;
    if (silentMs > maxWaitMs)
      throw new ImportError(
        `no answer from the service for ${Math.round(silentMs / 1_000)} s: ${why.message}`,
      );
    const longest = Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
    const pauseMs = Math.max(why.retryAfterMs, longest * (0.5 + Math.random() / 2));
    await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** Trying again may help. */
function isPassing(result: BatchResult): boolean {
  return isUnavailable(result) || isCrash(result);
}

function isUnavailable({ error }: BatchResult): boolean {
  return error instanceof UnavailableError && error.status !== 500;
}

/** The service failed where it should not have; another time, other operations are beside this one. */
function isCrash({ error }: BatchResult): boolean {
  return error?.status === 500;
}

function firstPassing(results: readonly BatchResult[]): CounterfoilError {
  return results.find(isPassing)?.error as CounterfoilError;
}
