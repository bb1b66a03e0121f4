import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { repeat } from '../../shared/runtime/process/repeat.ts';

/** Connections beyond the limit. They get health checks only, so that operators see what is going on. */
const maxExcess = 64;

/** Requests that one connection may have in flight. Node hands over all that it reads at once, which can be a thousand. */
const maxPipelined = 64;

const sweepMs = 1_000;

/** Time after which a request that has not arrived may have to make way for another connection. */
const makesWayAfterMs = 1_000;

const minReadBytesPerMs = 128;

/** Time that a client has to close its side after ours. */
const endingMs = 500;

interface ConnectionsOptions {
  readonly maxConnections: number;
  /** Maximum wait of answers to be read, in addition to the time that reading them takes. */
  readonly readTimeoutMs: number;
}

/**
 * Connections of a server, up to a limit. A new one is always accepted while another one can make way: one that sends no
 * request for a second, else one without a request in flight, else one whose request takes long to arrive.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #bySocket = new Map<Socket, Connection>();
  /** Connections that may have to make way, by kind, in the order in which they were added. */
  readonly #unused = new Set<Connection>();
  readonly #idle = new Set<Connection>();
  readonly #receiving = new Set<Connection>();
  readonly excess = new WeakSet<Socket>();
  /** Must be called when no more connections arrive. */
  readonly stop = repeat(sweepMs, () => this.#sweep());
  #onEmpty: () => void = () => {};
  #isEnding = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  add(socket: Socket): void {
    const { maxConnections } = this.#options;
    if (this.#bySocket.size >= maxConnections && !this.#makeRoom()) this.excess.add(socket);
    if (this.#bySocket.size >= maxConnections + maxExcess) return void socket.destroy();
    const connection = new Connection(socket);
    this.#bySocket.set(socket, connection);
    this.#unused.add(connection);
    socket.once('close', () => this.#forget(connection));
  }

  /** Counts a request until it is answered. Returns false if it must not be answered, since its connection is closed. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#bySocket.get(request.socket);
    if (!connection || request.socket.destroyed) return false;
    if (connection.inFlight.size >= maxPipelined) {
      request.socket.destroy();
      return false;
    }
    this.#unused.delete(connection);
    this.#idle.delete(connection);
    this.#receiving.delete(connection);
    this.#receiving.add(connection);
    const inFlight = connection.begin(response);
    response.once('close', () => {
      connection.end(inFlight, response);
      if (connection.inFlight.size > 0 || !this.#bySocket.has(connection.socket)) return;
      this.#idle.add(connection);
      if (this.#isEnding) end(connection.socket);
    });
    return true;
  }

  get size(): number {
    return this.#bySocket.size;
  }

  /** Response to the latest request on a connection, even if it finished before its request has arrived. */
  latestResponse(socket: Socket): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.latest;
  }

  get responses(): readonly ServerResponse[] {
    return [...this.#bySocket.values()].flatMap(({ responses }) => responses);
  }

  /**
   * Ends idle connections after `graceMs`, and others with their next answer. A connection without a request yet gets at least a
   * second.
   */
  endUnused(graceMs: number): void {
    this.#isEnding = true;
    for (const connection of this.#idle) this.#endLater(this.#idle, connection, graceMs);
    for (const connection of this.#unused) this.#endLater(this.#unused, connection, makesWayAfterMs);
  }

  /** Ends a connection that is still in the set. A request that came while the process was busy is read before that. */
  #endLater(kind: ReadonlySet<Connection>, connection: Connection, ms: number): void {
    const endIfUnused = () => kind.has(connection) && end(connection.socket);
    setTimeout(() => setImmediate(endIfUnused), ms).unref();
  }

  async closed(): Promise<void> {
    if (this.#bySocket.size > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
  }

  #makeRoom(): boolean {
    const spare = late(first(this.#unused)) ?? first(this.#idle) ?? late(this.#oldestReceiving());
    if (!spare) return false;
    this.#forget(spare);
    spare.socket.destroy();
    return true;
  }

  /** Drops connections whose request has arrived: a listener on each request would cost more. */
  #oldestReceiving(): Connection | undefined {
    for (const connection of this.#receiving) {
      if (connection.isReceiving) return connection;
      this.#receiving.delete(connection);
    }
    return undefined;
  }

  #forget(connection: Connection): void {
    this.#bySocket.delete(connection.socket);
    for (const kind of [this.#unused, this.#idle, this.#receiving]) kind.delete(connection);
    if (this.#bySocket.size === 0) this.#onEmpty();
  }

  #sweep(): void {
    for (const connection of this.#bySocket.values())
      if (connection.isUnread(this.#options.readTimeoutMs)) connection.socket.destroy();
  }
}

function end(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), endingMs).unref();
}

function late(connection: Connection | undefined): Connection | undefined {
  return connection?.isLate ? connection : undefined;
}

function first<Value>(values: Iterable<Value>): Value | undefined {
  for (const value of values) return value;
  return undefined;
}

/**
 * Unfinished response. Old tables of a Set that has grown may refer to this object for seconds; they must not refer to a whole
 * request, which would live as long (DECISIONS.md, "Maps and sets drop requests early").
 */
interface InFlight {
  response: ServerResponse | undefined;
}

/** Start of a time in which a client leaves bytes unread, and the bytes that it had read before. */
interface UnreadBytes {
  readonly since: number;
  readonly taken: number;
}

class Connection {
  readonly socket: Socket;
  readonly inFlight = new Set<InFlight>();
  /** Response to the latest request, even if it finished before its request has arrived. */
  latest: ServerResponse | undefined;
  #isNew = true;
  /** Start of the latest request, or of the connection before the first one. */
  #startedAt = performance.now();
  #unread: UnreadBytes | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.once('close', () => process.nextTick(() => this.#closed()));
  }

  /** True if the latest request, which may be the first one, has not arrived yet. */
  get isReceiving(): boolean {
    return this.latest ? !this.latest.req.complete : this.#isNew;
  }

  get isLate(): boolean {
    return this.isReceiving && performance.now() - this.#startedAt > makesWayAfterMs;
  }

  get responses(): readonly ServerResponse[] {
    return [...this.inFlight].flatMap(({ response }) => response ?? []);
  }

  begin(response: ServerResponse): InFlight {
    const inFlight: InFlight = { response };
    this.inFlight.add(inFlight);
    this.latest = response;
    this.#isNew = false;
    this.#startedAt = performance.now();
    return inFlight;
  }

  end(inFlight: InFlight, response: ServerResponse): void {
    this.inFlight.delete(inFlight);
    inFlight.response = undefined;
    if (this.latest === response && response.req.complete) this.latest = undefined;
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
