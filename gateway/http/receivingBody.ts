import type { IncomingMessage } from 'node:http';

/** Time after which a body has to make way for others, unless it comes as fast as `fastBytesPerMs`. */
const lateAfterMs = 1_000;
const fastBytesPerMs = 1_024;

/** Assumed size of a body in chunks, whose pace is measured. */
const assumedBytes = 65_536;

interface BodyOptions {
  /** App that the request claims; not verified yet. */
  readonly appId: string;
  readonly maxBytes: number;
  readonly announcedBytes: number | undefined;
  /** Rejects the request, and ends its connection. */
  readonly cut: () => void;
}

export class ReceivingBody {
  readonly appId: string;
  readonly bytes: number;
  readonly cut: () => void;
  readonly #expectedBytes: number;
  readonly #request: IncomingMessage;
  readonly #readBefore: number;
  readonly #began = performance.now();

  constructor(request: IncomingMessage, { appId, maxBytes, announcedBytes, cut }: BodyOptions) {
    this.appId = appId;
    this.bytes = announcedBytes ?? maxBytes;
    this.#expectedBytes = announcedBytes ?? assumedBytes;
    this.#request = request;
    this.cut = cut;
    this.#readBefore = request.socket.bytesRead;
  }

  get isLate(): boolean {
    const ageMs = this.#ageMs;
    return !this.#request.complete && ageMs > lateAfterMs && this.#received < fastBytesPerMs * ageMs;
  }

  /** True if the body falls behind a pace at which it would arrive `graceMs` after `timeoutMs`. */
  isTooSlow(graceMs: number, timeoutMs: number): boolean {
    const expected = (this.#expectedBytes * (this.#ageMs - graceMs)) / timeoutMs;
    return !this.#request.complete && this.#received < expected;
  }

  get #ageMs(): number {
    return performance.now() - this.#began;
  }

  get #received(): number {
    return this.#request.socket.bytesRead - this.#readBefore;
  }
}
