import { operationPath } from '../shared/contract/keys/signedText.ts';
import { backoffMs, maxCrashes } from '../shared/runtime/process/backoff.ts';
import { type Attempt, conclude, cutShort, leavesOutcomeUnknown, lost, readAnswer } from './attempt.ts';
import { abortedError, type Call, headersOf, leftMs, newCall, now } from './call.ts';
import type { CallOptions, CheckedOptions } from './clientOptions.ts';
import { Connections, pause } from './connections.ts';
import { RequestError } from './errors.ts';
import { Pacer } from './pacer.ts';
import type { Sent } from './sent.ts';
import { Ending, type Engine, type RawAnswer } from './transport.ts';

const retryBackoff = { firstMs: 100, maxMs: 3_000 };

/** Milliseconds; a repeat with less time before the deadline is not sent, because it would get no answer. */
const minAttemptMs = 100;

/** Signs and sends requests, and repeats failed ones. A repeated write runs once, since each has an `Idempotency-Key`. */
export class Sender {
  readonly #options: CheckedOptions;
  readonly #engine: Engine;
  readonly #url: string;
  readonly #connections: Connections;
  readonly #pacer = new Pacer();
  readonly #inFlight = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(options: CheckedOptions, engine: Engine) {
    this.#options = options;
    this.#engine = engine;
    this.#url = `${options.url}${operationPath}`;
    this.#connections = new Connections(options.connections);
  }

  /** Resolves to the last answer, also to a refusal. Throws a `CounterfoilError` without one, or when the caller aborts. */
  async send(method: string, text: string | Uint8Array, options: CallOptions = {}): Promise<Sent> {
    const call = newCall(method, text, options, this.#options.deadlineMs);
    if (this.#closing)
      throw new RequestError('the client is closed', { code: 'client_closed', idempotencyKey: call.key });
    const sending = this.#sendUntilAnswered(call);
    this.#inFlight.add(sending);
    try {
      return await sending;
    } finally {
      this.#inFlight.delete(sending);
    }
  }

  /** Waits for the answers to the calls in flight; safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#inFlight).then(() => this.#engine.transport.close());
    return this.#closing;
  }

  async #sendUntilAnswered(call: Call): Promise<Sent> {
    let last: Attempt | undefined;
    for (;;) {
      const attempt = await this.#takeTurn(call, last);
      last = attempt ?? last;
      call.isOutcomeUnknown ||= attempt !== undefined && leavesOutcomeUnknown(attempt);
      const waitMs = attempt && this.#waitBeforeRepeat(call, attempt);
      // The first attempt waits for its turn without a limit, so `last` is set.
      if (waitMs === undefined) return conclude(last as Attempt, call);
      if ((await pause(waitMs, call.signal)) === 'aborted') throw abortedError(call);
    }
  }

  /** Waits for a connection and the rate limit, then sends. Resolves to undefined when that takes too long for a repeat. */
  async #takeTurn(call: Call, last: Attempt | undefined): Promise<Attempt | undefined> {
    if (call.signal?.aborted) throw abortedError(call);
    const taken = await this.#connections.take(call.attempts > 0, call.signal, leftMs(call));
    if (taken === 'aborted') throw abortedError(call);
    if (taken === 'late') return undefined;
    try {
      for (let waitMs = this.#pacer.take(now()); waitMs > 0; waitMs = this.#pacer.take(now())) {
        if (waitMs >= leftMs(call)) return undefined;
        // The quota lasts longer than the deadline: the service's answer says so.
        if (waitMs > call.deadlineMs) break;
        if ((await pause(waitMs, call.signal)) === 'aborted') throw abortedError(call);
      }
      if (leftMs(call) < this.#minAttemptMs) return undefined;
      const answer = await this.#try(call, last);
      if ('kind' in answer) return answer;
      this.#pacer.answered(answer, now());
      return readAnswer(answer, call, this.#url);
    } finally {
      this.#connections.release();
    }
  }

  async #try(call: Call, last: Attempt | undefined): Promise<RawAnswer | Attempt> {
    const headers = { ...headersOf(call), ...(await this.#engine.signer.sign(call)) };
    if (call.signal?.aborted) throw abortedError(call);
    if (call.attempts === 0) call.beganAt = now();
    call.attempts += 1;
    const timeoutMs = Math.min(this.#options.timeoutMs, leftMs(call));
    const ending = new Ending();
    const end = () => ending.end();
    const timer = setTimeout(end, timeoutMs);
    call.signal?.addEventListener('abort', end);
    try {
      const request = { url: this.#url, headers, body: call.body, ending };
      return await this.#engine.transport.send(request);
    } catch (error) {
      if (call.signal?.aborted) throw abortedError(call);
      if (!ending.isOver) return lost(error);
      const isCutShort = timeoutMs < this.#options.timeoutMs;
      return cutShort(timeoutMs, isCutShort ? last : undefined);
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', end);
    }
  }

  get #minAttemptMs(): number {
    return Math.min(minAttemptMs, this.#options.timeoutMs);
  }

  /** Returns milliseconds; undefined when the call is not repeated. */
  #waitBeforeRepeat(call: Call, attempt: Attempt): number | undefined {
    if (attempt.kind === 'final' || attempt.kind === 'foreign') return undefined;
    const { status, retryAfterMs } = attempt.kind === 'lost' ? attempt : attempt.sent;
    if (attempt.kind === 'transient' && status === 500) call.crashes += 1;
    if (call.attempts > this.#options.repeats || call.crashes >= maxCrashes) return undefined;
    const left = leftMs(call);
    // A longer wait would leave the rest of the deadline unused.
    const pauseMs = Math.min(backoffMs(call.attempts - 1, retryBackoff), left / 2);
    const waitMs = Math.max(retryAfterMs, pauseMs);
    return waitMs + this.#minAttemptMs <= left ? waitMs : undefined;
  }
}
