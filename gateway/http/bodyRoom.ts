import type { ReceivingBody } from './receivingBody.ts';

/** Ratio of what one app's bodies may hold to what is still free. */
const share = 4;

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
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;
  readonly #inside = new Set<Body>();
  readonly #byApp = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #bytes = 0;

  constructor(maxBytes: number, maxWaitMs = 0) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Returns true if the body may be received now; then it must leave. */
  enter(body: Body): boolean {
    if (!this.#fits(body)) this.#makeRoomFor(body);
    if (!this.#fits(body)) return false;
    this.#inside.add(body);
    this.#count(body, body.bytes);
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

  /** Must be called when the body was authenticated, refused or given up. Safe to call twice. */
  leave(body: Body): void {
    if (!this.#inside.delete(body)) return;
    this.#count(body, -body.bytes);
    this.#letIn();
  }

  /** Cuts off senders that are too slow, even if there is room, and admits waiting bodies that now fit. */
  sweep(graceMs: number, timeoutMs: number): void {
    for (const body of this.#inside) if (body.isTooSlow(graceMs, timeoutMs)) this.#cut(body);
    this.#letIn();
  }

  #fits({ appId, bytes }: Body): boolean {
    const free = this.#maxBytes - this.#bytes;
    return bytes <= free && (this.#byApp.get(appId) ?? 0) < share * free;
  }

  #makeRoomFor(body: Body): void {
    const isFull = body.bytes > this.#maxBytes - this.#bytes;
    for (const other of this.#inside) {
      if ((!isFull && other.appId !== body.appId) || !other.isLate) continue;
      this.#cut(other);
      if (this.#fits(body)) return;
    }
  }

  #cut(body: Body): void {
    body.cut();
    if (this.#inside.delete(body)) this.#count(body, -body.bytes);
  }

  /** Admits bodies in order. A body that must wait for others of its app does not hold up those of other apps. */
  #letIn(): void {
    for (const waiting of [...this.#waiting]) if (this.enter(waiting.body)) this.#settle(waiting, true);
  }

  #settle(waiting: Waiting, mayEnter: boolean): void {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return;
    this.#waiting.splice(index, 1);
    waiting.settle(mayEnter);
  }

  #count({ appId }: Body, bytes: number): void {
    this.#bytes += bytes;
    const ofApp = (this.#byApp.get(appId) ?? 0) + bytes;
    if (ofApp === 0) this.#byApp.delete(appId);
    else this.#byApp.set(appId, ofApp);
  }
}
