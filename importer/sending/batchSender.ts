import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  type BatchEntry,
  type BatchResult,
  type Counterfoil,
  type CounterfoilError,
  UnavailableError,
} from '../../client/nodeClient.ts';
import { backoffMs, maxCrashes } from '../../shared/runtime/process/backoff.ts';
import { ImportError } from '../source/importError.ts';
import type { Window } from './window.ts';

export interface SendingRun {
  readonly client: Counterfoil;
  readonly window: Window;
  /** Milliseconds without any answer after which the run gives up. */
  readonly maxWaitMs: number;
  /** Called with the reason when the service keeps the run waiting, and with `undefined` when it answers again. */
  readonly onWaiting: (why: string | undefined) => void;
  readonly signal: AbortSignal;
}

const retryBackoff = { firstMs: 100, maxMs: 5_000 };

/** Sends batches, and repeats them until each operation has a final answer. */
export class BatchSender {
  readonly #run: SendingRun;
  #lastAnswer = performance.now();
  #inFlight = 0;

  constructor(run: SendingRun) {
    this.#run = run;
  }

  /**
   * Resolves to results in the order of the operations. Repeats have the same idempotency key, so nothing is done twice.
   * Throws an ImportError when the service gives no answer for too long or rejects the app, and the reason of the signal
   * when the run is stopped.
   */
  async send(operations: readonly BatchEntry[], idempotencyKey: string): Promise<readonly BatchResult[]> {
    // Time without any request is not time without an answer.
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
        if (!results.some(isTemporary)) return results;
        if (results.some(isCrash)) crashes += 1;
        if (crashes >= maxCrashes && !results.some(isUnavailable)) return results;
      }
      await this.#backOff(attempts, results instanceof Error ? results : firstTemporary(results));
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
        throw new ImportError(
          'the service rejects the app: it was revoked or disabled, or its secret was rotated; check COUNTERFOIL_APP_ID and COUNTERFOIL_API_SECRET',
        );
      throw new ImportError(`the service rejects a batch: ${(error as Error).message}`);
    }
  }

  #answered(): void {
    this.#lastAnswer = performance.now();
    this.#run.window.answered();
    this.#run.onWaiting(undefined);
  }

  /** Throws an ImportError after `maxWaitMs` without an answer. */
  async #backOff(attempts: number, why: CounterfoilError): Promise<void> {
    const { window, maxWaitMs, onWaiting, signal } = this.#run;
    signal.throwIfAborted();
    window.refused();
    onWaiting(why.message);
    const silentMs = performance.now() - this.#lastAnswer;
    if (silentMs > maxWaitMs)
      throw new ImportError(
        `no answer from the service for ${Math.round(silentMs / 1_000)} s: ${why.message}`,
      );
    const waitMs = Math.max(why.retryAfterMs, backoffMs(attempts, retryBackoff));
    await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function isTemporary(result: BatchResult): boolean {
  return isUnavailable(result) || isCrash(result);
}

function isUnavailable({ error }: BatchResult): boolean {
  return error instanceof UnavailableError && error.status !== 500;
}

/** A repeat may run beside other operations, and succeed. */
function isCrash({ error }: BatchResult): boolean {
  return error?.status === 500;
}

function firstTemporary(results: readonly BatchResult[]): CounterfoilError {
  return results.find(isTemporary)?.error as CounterfoilError;
}
