import { repeat } from '../../shared/runtime/process/repeat.ts';
import { FairBudget, type Release } from '../calls/fairBudget.ts';
import type { ReceivingBody } from './receivingBody.ts';

/** Larger bodies are received only after their app was looked up. Nearly all are far smaller. */
export const smallBodyBytes = 16_384;

const mebibyte = 1_048_576;

const largeWaitMs = 2_000;

const sweepMs = 250;

const maxGraceMs = 5_000;

/** Bodies that wait for room. Each holds only the bytes that came with its headers. */
const maxWaitingBodies = 64;
const maxWaitingOfApp = 48;

type Body = Pick<ReceivingBody, 'appId' | 'bytes' | 'isLate' | 'isTooSlow' | 'cut'>;

interface Waiting {
  readonly body: Body;
  readonly settle: (release: Release | undefined) => void;
}

/**
 * Bounds the bytes of request bodies that are received and not authenticated yet. Their senders are unknown, so no app gets all
 * of the room, and slow senders make way for others: otherwise slow senders could lock everybody out.
 */
export class BodyRoom {
  readonly #bytes: FairBudget<string>;
  readonly #maxWaitMs: number;
  /** Bodies that are received, and what releases their bytes. */
  readonly #inside = new Map<Body, Release>();
  readonly #waiting: Waiting[] = [];

  constructor(maxBytes: number, maxWaitMs = 0) {
    this.#bytes = new FairBudget(maxBytes);
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * Takes room for a body, which must be released when the body was authenticated, rejected or given up. Returns undefined if
   * the body may not be received now.
   */
  acquire(body: Body): Release | undefined {
    const { appId, bytes } = body;
    if (!this.#bytes.fits(appId, bytes)) this.#makeRoomFor(body);
    const release = this.#bytes.tryAcquire(appId, bytes);
    if (!release) return undefined;
    this.#inside.set(body, release);
    return () => {
      if (this.#release(body)) this.#admitWaiting();
    };
  }

  /** Like `acquire`, but waits for room. Nothing of the body should be read before. */
  async wait(body: Body): Promise<Release | undefined> {
    const release = this.#waiting.length === 0 ? this.acquire(body) : undefined;
    if (release) return release;
    const ofApp = this.#waiting.filter((waiting) => waiting.body.appId === body.appId).length;
    if (this.#waiting.length >= maxWaitingBodies || ofApp >= maxWaitingOfApp) return undefined;
    return new Promise((resolve) => {
      const waiting: Waiting = { body, settle: resolve };
      this.#waiting.push(waiting);
      const limit = setTimeout(() => this.#settle(waiting, undefined), this.#maxWaitMs);
      limit.unref();
      this.#admitWaiting();
    });
  }

  /** Cuts off senders that are too slow, even if there is room, and admits waiting bodies that now fit. */
  sweep(graceMs: number, timeoutMs: number): void {
    for (const body of this.#inside.keys()) if (body.isTooSlow(graceMs, timeoutMs)) this.#cut(body);
    this.#admitWaiting();
  }

  #makeRoomFor({ appId, bytes }: Body): void {
    const isFull = !this.#bytes.isFree(bytes);
    for (const other of this.#inside.keys()) {
      if ((!isFull && other.appId !== appId) || !other.isLate) continue;
      this.#cut(other);
      if (this.#bytes.fits(appId, bytes)) return;
    }
  }

  #cut(body: Body): void {
    body.cut();
    this.#release(body);
  }

  /** Returns false if it was released before. */
  #release(body: Body): boolean {
    this.#inside.get(body)?.();
    return this.#inside.delete(body);
  }

  /** Admits bodies in order. A body that must wait for others of its app does not hold up those of other apps. */
  #admitWaiting(): void {
    for (const waiting of Array.from(this.#waiting)) {
      const release = this.acquire(waiting.body);
      if (release) this.#settle(waiting, release);
    }
  }

  #settle(waiting: Waiting, release: Release | undefined): void {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return;
    this.#waiting.splice(index, 1);
    waiting.settle(release);
  }
}

/**
 * Separate rooms for small bodies of unknown apps and for large bodies, so that neither can push out the other. Large bodies
 * are received only of known apps. Small bodies of known apps need no room, since there is at most one per connection.
 */
export class BodyRooms {
  readonly unknown = new BodyRoom(16 * mebibyte);
  readonly large = new BodyRoom(64 * mebibyte, largeWaitMs);
  readonly stop: () => void;

  /** Bodies must come at a pace at which they would arrive in about `requestTimeoutMs`. */
  constructor(requestTimeoutMs: number) {
    const graceMs = Math.min(maxGraceMs, requestTimeoutMs);
    this.stop = repeat(sweepMs, () => {
      for (const room of [this.unknown, this.large]) room.sweep(graceMs, requestTimeoutMs);
    });
  }
}
