import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds after which a request that has not arrived may have to make way for another connection. */
const hurryMs = 1_000;

/** Bytes in a millisecond that a client has to read at least. */
const minReadBytesPerMs = 128;

/**
 * A response that is not finished. Tables that a Set has grown out of may refer to it for seconds; then they should not
 * refer to a whole request, which would live as long (ARCHITECTURE.md, "What makes it fast").
 */
interface InFlight {
  response: ServerResponse | undefined;
}

/** Since when a client leaves bytes unread, and how many it had read before. */
interface Unread {
  readonly since: number;
  readonly taken: number;
}

/** A connection, with the requests on it that are not answered. */
export class Connection {
  readonly socket: Socket;
  readonly #inFlight = new Set<InFlight>();
  #latest: ServerResponse | undefined;
  #isNew = true;
  /** When the latest request began, or the connection before the first one. */
  #startedAt = performance.now();
  #unread: Unread | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.once('close', () => process.nextTick(() => this.#closed()));
  }

  /** Requests that are not answered. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** The response to the latest request, also when it is finished before its request has arrived. */
  get latest(): ServerResponse | undefined {
    return this.#latest;
  }

  /** Whether its request, which may be the first one, has not arrived yet. */
  get isReceiving(): boolean {
    return this.#latest ? !this.#latest.req.complete : this.#isNew;
  }

  /** Whether its request takes long to arrive. */
  get isLate(): boolean {
    return this.isReceiving && performance.now() - this.#startedAt > hurryMs;
  }

  get responses(): readonly ServerResponse[] {
    return [...this.#inFlight].flatMap(({ response }) => response ?? []);
  }

  /** Counts a request until it is answered. */
  begin(response: ServerResponse, onAnswered: () => void): void {
    const inFlight: InFlight = { response };
    this.#inFlight.add(inFlight);
    this.#latest = response;
    this.#isNew = false;
    this.#startedAt = performance.now();
    response.once('close', () => {
      this.#inFlight.delete(inFlight);
      inFlight.response = undefined;
      if (this.#latest === response && response.req.complete) this.#latest = undefined;
      onAnswered();
    });
  }

  /** Whether the client has left bytes unread for longer than `graceMs`, and what it reads at the least rate. */
  isUnread(graceMs: number): boolean {
    const { writableLength, bytesWritten } = this.socket;
    if (writableLength === 0) {
      this.#unread = undefined;
      return false;
    }
    const taken = bytesWritten - writableLength;
    this.#unread ??= { since: performance.now(), taken };
    const readMs = (taken - this.#unread.taken + writableLength) / minReadBytesPerMs;
    return performance.now() - this.#unread.since > graceMs + readMs;
  }

  /** Node closes only the response whose turn it was; those of pipelined requests behind it would stay open forever. */
  #closed(): void {
    for (const response of this.responses) if (!response.closed) response.emit('close');
  }
}
