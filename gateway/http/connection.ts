import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Time after which a request that has not arrived may have to make way for another connection. */
const hurryMs = 1_000;

const minReadBytesPerMs = 128;

/**
 * Unfinished response. Old tables of a Set that has grown may refer to this object for seconds; they must not refer to a whole
 * request, which would live as long (ARCHITECTURE.md, "What makes it fast").
 */
interface InFlight {
  response: ServerResponse | undefined;
}

/** Start of a time in which a client leaves bytes unread, and the bytes that it had read before. */
interface Unread {
  readonly since: number;
  readonly taken: number;
}

export class Connection {
  readonly socket: Socket;
  readonly #inFlight = new Set<InFlight>();
  #latest: ServerResponse | undefined;
  #isNew = true;
  /** Start of the latest request, or of the connection before the first one. */
  #startedAt = performance.now();
  #unread: Unread | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.once('close', () => process.nextTick(() => this.#closed()));
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Response to the latest request, even if it finished before its request has arrived. */
  get latest(): ServerResponse | undefined {
    return this.#latest;
  }

  /** True if the latest request, which may be the first one, has not arrived yet. */
  get isReceiving(): boolean {
    return this.#latest ? !this.#latest.req.complete : this.#isNew;
  }

  get isLate(): boolean {
    return this.isReceiving && performance.now() - this.#startedAt > hurryMs;
  }

  get responses(): readonly ServerResponse[] {
    return [...this.#inFlight].flatMap(({ response }) => response ?? []);
  }

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

  /** True if the client has left bytes unread for longer than `graceMs` and the time that reading takes at the minimum pace. */
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
