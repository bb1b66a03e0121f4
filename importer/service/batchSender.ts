import { setTimeout as delay } from 'node:timers/promises';
import {
  AuthenticationError,
  type BatchEntry,
  type BatchResult,
  type Counterfoil,
  type CounterfoilError,
  UnavailableError,
} from '../../client/nodeClient.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { backoffMs, maxCrashes } from '../../shared/runtime/process/backoff.ts';
import { ImportError } from '../source/importError.ts';

export interface SendingRun {
  readonly client: Counterfoil;
  /** Milliseconds without any answer after which the run gives up. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

export const defaultMaxWaitMs = 300_000;

const firstInFlight = 4;
const maxInFlight = 8;

const retryBackoff = { firstMs: 100, maxMs: 5_000 };

/** Sends batches, and repeats them until each operation has a final answer. */
export class BatchSender {
  readonly #run: SendingRun;
  #lastAnswer = performance.now();
  #inFlight = 0;
  #maxInFlight = firstInFlight;
  /** Reason why the service keeps the run waiting. */
  waiting: string | undefined;

  constructor(run: SendingRun) {
    this.#run = run;
  }

  /** Batches that should be in flight: one more after each round of answers, half as many when the service is overloaded. */
  get maxInFlight(): number {
    return Math.floor(this.#maxInFlight);
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
      await this.#backOff(
        attempts,
        results instanceof Error ? results : (results.find(isTemporary)?.error as CounterfoilError),
      );
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
    this.#maxInFlight = Math.min(this.#maxInFlight + 1 / this.#maxInFlight, maxInFlight);
    this.waiting = undefined;
  }

  /** Throws an ImportError after `maxWaitMs` without an answer. */
  async #backOff(attempts: number, why: CounterfoilError): Promise<void> {
    const { maxWaitMs, signal } = this.#run;
    signal.throwIfAborted();
    this.#maxInFlight = Math.max(this.#maxInFlight / 2, 1);
    this.waiting = why.message;
    const silentMs = performance.now() - this.#lastAnswer;
    if (silentMs >= maxWaitMs)
      throw new ImportError(
        `no answer from the service for ${Math.round(silentMs / 1_000)} s: ${why.message}`,
      );
    const politeMs = Math.max(why.retryAfterMs, backoffMs(attempts, retryBackoff));
    const waitMs = Math.min(politeMs, maxWaitMs - silentMs);
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

/** Builds an operation whose fields come from the columns of a file, so the compiler can't check them. */
export function entryOf(method: string, data: object, key?: string): BatchEntry {
  return { method, data, ...(key !== undefined && { key }) } as unknown as BatchEntry;
}

/** Bytes of a request, well below the limit of the service. */
const maxBytes = batchRun.maxBytes / 2;

/** Bytes of an entry and of a field beside their values, and at most of a character: JSON escapes some. */
const entryBytes = 64;
const fieldBytes = 32;
const characterBytes = 6;

/**
 * Sends any number of operations in requests that are small enough, mostly in one. The same operations are always cut the
 * same way. `keyOf` returns the idempotency key of a request. Resolves to results in the order of the operations.
 */
export async function sendAll(
  sender: BatchSender,
  operations: readonly BatchEntry[],
  keyOf: (entries: readonly BatchEntry[], number: number) => string,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [number, entries] of requestsOf(operations).entries())
    results.push(...(await sender.send(entries, keyOf(entries, number))));
  return results;
}

function requestsOf(operations: readonly BatchEntry[]): readonly (readonly BatchEntry[])[] {
  const requests: BatchEntry[][] = [];
  let bytes = maxBytes;
  for (const entry of operations) {
    const size = sizeOf(entry);
    if (bytes + size > maxBytes) {
      requests.push([]);
      bytes = 0;
    }
    requests.at(-1)?.push(entry);
    bytes += size;
  }
  return requests;
}

function sizeOf({ data }: BatchEntry): number {
  let bytes = entryBytes;
  // Object.values() would copy them.
  for (const name in data) {
    const value: unknown = data[name as keyof typeof data];
    const { length } = typeof value === 'string' ? value : String(value);
    bytes += fieldBytes + characterBytes * length;
  }
  return bytes;
}
