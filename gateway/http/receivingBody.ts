import type { IncomingMessage } from 'node:http';

/** Milliseconds after which a body has to make way for others, unless it comes as fast as `fastBytesPerMs`. */
const hurryMs = 1_000;
const fastBytesPerMs = 1_024;

/** Bytes that a body of unknown length is expected to have. */
const defaultBytes = 65_536;

interface BodyOptions {
  /** The app that it claims to be signed by; not checked yet. */
  readonly appId: string;
  /** Bytes that it may have at most. */
  readonly maxBytes: number;
  /** Bytes that its header announces, if it does. */
  readonly announcedBytes: number | undefined;
  /** Ends the request with an answer, because it does not arrive in time. */
  readonly onLate: () => void;
}

/** A request body that is received, or is about to be. */
export class ReceivingBody {
  readonly appId: string;
  /** Bytes that are reserved for it. */
  readonly bytes: number;
  readonly #expectedBytes: number;
  readonly #request: IncomingMessage;
  readonly #onLate: () => void;
  readonly #readBefore: number;
  readonly #began = performance.now();

  constructor(request: IncomingMessage, { appId, maxBytes, announcedBytes, onLate }: BodyOptions) {
    this.appId = appId;
    this.bytes = announcedBytes ?? maxBytes;
    this.#expectedBytes = announcedBytes ?? defaultBytes;
    this.#request = request;
    this.#onLate = onLate;
    this.#readBefore = request.socket.bytesRead;
  }

  /** Whether others that need its room come first. */
  get isLate(): boolean {
    const ageMs = this.#ageMs;
    return !this.#request.complete && ageMs > hurryMs && this.#received < fastBytesPerMs * ageMs;
  }

  /** Whether it falls behind a pace at which it would arrive `graceMs` after `timeoutMs`. */
  isTooSlow(graceMs: number, timeoutMs: number): boolean {
    const expected = (this.#expectedBytes * (this.#ageMs - graceMs)) / timeoutMs;
    return !this.#request.complete && this.#received < expected;
  }

  /** Ends the request. */
  cut(): void {
    this.#onLate();
  }

  get #ageMs(): number {
    return performance.now() - this.#began;
  }

  get #received(): number {
    return this.#request.socket.bytesRead - this.#readBefore;
  }
}
