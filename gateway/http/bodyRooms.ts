import { BodyRoom } from './bodyRoom.ts';

/** Larger bodies are received only after their app was looked up. Nearly all are far smaller. */
export const smallBodyBytes = 16_384;

const mebibyte = 1_048_576;

const maxWaitMs = 2_000;

const sweepMs = 250;

const maxGraceMs = 5_000;

/**
 * Separate rooms for small bodies of unknown apps and for large bodies, so that neither can push out the other. Large bodies
 * are received only of known apps. Small bodies of known apps need no room, since there is at most one per connection.
 */
export class BodyRooms {
  readonly unknown = new BodyRoom(16 * mebibyte);
  readonly large = new BodyRoom(64 * mebibyte, maxWaitMs);
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
