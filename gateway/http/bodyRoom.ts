import type { ReceivingBody } from './receivingBody.ts';

/** The bodies in the name of one app may hold at most so many times as much as is still free. */
const share = 4;

/** Bodies that wait for room; each of them holds no more than what came with its headers. */
const maxWaiting = 64;
const maxWaitingOfApp = 48;

/** What a room uses of a body. */
type Body = Pick<ReceivingBody, 'appId' | 'bytes' | 'isLate' | 'isTooSlow' | 'cut'>;

interface Waiting {
  readonly body: Body;
  readonly settle: (mayEnter: boolean) => void;
}

/**
 * Bounds the bytes of request bodies that are received and not authenticated yet. Their senders are unknown, so no app gets
 * all of the room, and slow senders make way for others: a room full of slow senders would lock everybody out.
 */
export class BodyRoom {
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;
  readonly #inside = new Set<Body>();
  readonly #byApp = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #bytes = 0;

  /** `maxWaitMs` is how long a body may wait for room, in milliseconds. */
  constructor(maxBytes: number, maxWaitMs = 0) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether the body may be received now; then it has to leave. */
  enter(body: Body): boolean {
    if (!this.#fits(body)) this.#makeRoomFor(body);
    if (!this.#fits(body)) return false;
    this.#inside.add(body);
    this.#count(body, body.bytes);
    return true;
  }

  /** Like `enter`, but waits for room; nothing of the body should be read before. */
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

  /** The body was authenticated, refused or given up; safe to call twice. */
  leave(body: Body): void {
    if (!this.#inside.delete(body)) return;
    this.#count(body, -body.bytes);
    this.#letIn();
  }

  /** Cuts off senders that are too slow, even if there is room, and lets in the bodies that wait and now fit. */
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

  /** In their order. A body that has to wait for others of its app does not hold up those of other apps. */
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
