import { BodyRoom } from './bodyRoom.ts';

/** Bytes up to which a body is received before its app is looked up. Nearly all are far smaller. */
export const smallBodyBytes = 16_384;

const mebibyte = 1_048_576;

/** Milliseconds that a large body may wait for room. */
const maxWaitMs = 2_000;

/** Milliseconds between two checks for slow senders. */
const sweepMs = 250;

/** Milliseconds in which a sender may stall, unless the timeout is short. */
const maxGraceMs = 5_000;

/**
 * Room for the bodies that are received: one for small bodies of unknown apps and one for large bodies, so that neither can
 * push out the other. Large bodies are received of known apps only. Small ones of known apps need no room, since there is at
 * most one for each connection.
 */
export class BodyRooms {
  readonly unknown = new BodyRoom(16 * mebibyte);
  readonly large = new BodyRoom(64 * mebibyte, maxWaitMs);
  readonly #sweeping: NodeJS.Timeout;

  /** Bodies have to come at a pace at which they would arrive in about `requestTimeoutMs`. */
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
