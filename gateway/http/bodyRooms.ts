import { FairBudget } from '../calls/fairBudget.ts';
import type { ReceivingBody } from './receivingBody.ts';

/** Larger bodies are received only after their app was looked up. Nearly all are far smaller. */
export const smallBodyBytes = 16_384;

const mebibyte = 1_048_576;

const largeWaitMs = 2_000;

const sweepMs = 250;

const maxGraceMs = 5_000;

/** Bodies that wait for room. Each holds only the bytes that came with its headers. */
const maxWaiting = 64;
const maxWaitingOfApp = 48;

type Body = Pick<ReceivingBody, 'appId' | 'bytes' | 'isLate' | 'isTooSlow' | 'cut'>;

interface Waiting {
  readonly body: Body;
  readonly settle: (mayEnter: boolean) => void;
}

/**
 * Bounds the bytes of request bodies that are received and not authenticated yet. Their senders are unknown, so no app gets all
 * of the room, and slow senders make way for others: otherwise slow senders could lock everybody out.
 */
export class BodyRoom {
  readonly #bytes: FairBudget<string>;
  readonly #maxWaitMs: number;
  readonly #inside = new Set<Body>();
  readonly #waiting: Waiting[] = [];

  constructor(maxBytes: number, maxWaitMs = 0) {
    this.#bytes = new FairBudget(maxBytes);
    this.#maxWaitMs = maxWaitMs;
  }

  /** Returns true if the body may be received now; then it must leave. */
  enter(body: Body): boolean {
    if (!this.#fits(body)) this.#makeRoomFor(body);
    if (!this.#fits(body)) return false;
    this.#inside.add(body);
    this.#bytes.take(body.appId, body.bytes);
    return true;
  }

  /** Like `enter`, but waits for room. Nothing of the body should be read before. */
  async wait(body: Body): Promise<boolean> {
    if (this.#waiting.length === 0 && this.enter(body)) return true;
    const ofApp = this.#waiting.filter((waiting) => waiting.body.appId === body.appId).length;
    if (this.#waiting.length >= maxWaiting || ofApp >= maxWaitingOfApp) return false;
    return new Promise((resolve) => {
      const waiting: Waiting = { body, settle: resolve };
      this.#waiting.push(waiting);
      const limit = setTimeout(() => this.#settle(waiting, false), this.#maxWaitMs);
      limit.unref();
      this.#letIn();
    });
  }

  /** Must be called when the body was authenticated, rejected or given up. Safe to call twice. */
  leave(body: Body): void {
    if (!this.#inside.delete(body)) return;
    this.#bytes.giveBack(body.appId, body.bytes);
    this.#letIn();
  }

  /** Cuts off senders that are too slow, even if there is room, and admits waiting bodies that now fit. */
  sweep(graceMs: number, timeoutMs: number): void {
    for (const body of this.#inside) if (body.isTooSlow(graceMs, timeoutMs)) this.#cut(body);
    this.#letIn();
  }

  #fits({ appId, bytes }: Body): boolean {
    return this.#bytes.isFree(bytes) && this.#bytes.isFair(appId);
  }

  #makeRoomFor(body: Body): void {
    const isFull = !this.#bytes.isFree(body.bytes);
    for (const other of this.#inside) {
      if ((!isFull && other.appId !== body.appId) || !other.isLate) continue;
      this.#cut(other);
      if (this.#fits(body)) return;
    }
  }

  #cut(body: Body): void {
    body.cut();
    if (this.#inside.delete(body)) this.#bytes.giveBack(body.appId, body.bytes);
  }

  /** Admits bodies in order. A body that must wait for others of its app does not hold up those of other apps. */
  #letIn(): void {
    for (const waiting of Array.from(this.#waiting))
      if (this.enter(waiting.body)) this.#settle(waiting, true);
  }

  #settle(waiting: Waiting, mayEnter: boolean): void {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return;
    this.#waiting.splice(index, 1);
    waiting.settle(mayEnter);
  }
}

/**
 * Separate rooms for small bodies of unknown apps and for large bodies, so that neither can push out the other. Large bodies
 * are received only of known apps. Small bodies of known apps need no room, since there is at most one per connection.
 */
export class BodyRooms {
  readonly unknown = new BodyRoom(16 * mebibyte);
  readonly large = new BodyRoom(64 * mebibyte, largeWaitMs);
  readonly #sweeping: NodeJS.Timeout;

  /** Bodies must come at a pace at which they would arrive in about `requestTimeoutMs`. */
  constructor(requestTimeoutMs: number) {
    const graceMs = Math.min(maxGraceMs, requestTimeoutMs);
    this.#sweeping = setInterval(() => {
      for (const room of [this.unknown, this.large]) room.sweep(graceMs, requestTimeoutMs);
    }, sweepMs);
    this.#sweeping.unref();
  }

  stop(): void {
    clearInterval(this.#sweeping);
  }
}
