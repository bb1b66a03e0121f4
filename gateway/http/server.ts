import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import { brokenSockets, rejectBrokenRequests, rejectCodings } from './rejectBroken.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface ServerOptions {
  readonly requestTimeoutMs: number;
  readonly connections: Connections;
}

/** Maximum time in which waiting connections are accepted before the port is closed. */
const acceptingMs = 5_000;

/** A load balancer rarely reuses a connection after a second without requests, so that it can be closed then. */
const maxIdleGraceMs = 1_000;

/** Node's internal handle of a port. Calling `listen` again changes the backlog (listen(2)). */
interface Listener {
  listen(backlog: number): number;
}

/** HTTP server on which no sender can be slow for longer than `requestTimeoutMs`. */
export class HttpServer {
  readonly #server: Server;
  readonly #connections: Connections;
  #endsAnswered = false;
  /** Maximum time in which idle connections may bring one more request. */
  #graceMs = 0;
  /** Number of connections so far. */
  #accepted = 0;

  constructor(handler: Handler, { requestTimeoutMs, connections }: ServerOptions) {
    this.#connections = connections;
    this.#server = createServer({
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, 10_000),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1_000),
      // Longer than the idle time of usual load balancers, so that they close first.
      keepAliveTimeout: 65_000,
      // Node would reject these requests itself, without an envelope.
      requireHostHeader: false,
    });
    // Node drops headers beyond a count that the parser still obeys: the body would be framed by a hidden Content-Length.
    this.#server.maxHeadersCount = 0;
    this.#server.on('connection', (socket) => {
      this.#accepted += 1;
      connections.add(socket);
    });
    rejectBrokenRequests(this.#server, connections);
    const answer: Handler = (request, response) => {
      // Node still hands over requests behind a rejected one, whose connection ends.
      if (brokenSockets.has(request.socket)) return;
      const codings = request.headers['transfer-encoding'];
      // Node's parser accepts others before `chunked`, which a proxy may ignore: both would disagree on where the request ends.
      if (codings !== undefined && codings.toLowerCase() !== 'chunked')
        return rejectCodings(response, connections);
      if (!connections.begin(request, response)) return;
      if (this.#endsAnswered) response.setHeader('Connection', 'close');
      handler(request, response);
    };
    this.#server.on('request', answer).on('checkExpectation', answer).on('checkContinue', answer);
  }

  /** Rejects if the port is taken. Resolves to the port, which the system chooses for 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  accept(socket: Socket): void {
    // Same options as for Node's own connections: a client may close its side before it has the answer.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    this.#server.emit('connection', socket);
  }

  /**
   * Answers for this time. In the first half, each answer ends its connection, so that clients change to other gateways. In the
   * second half, connections stay open: a load balancer may still use them, and a closed port would reset its requests.
   */
  async drain(drainMs: number): Promise<void> {
    this.#graceMs = Math.min(drainMs, maxIdleGraceMs);
    this.#endAnswered();
    await delay(drainMs / 2);
    this.#endsAnswered = false;
    await delay(drainMs / 2);
  }

  /**
   * Accepts no more connections, ends each one with its next answer, and resolves when all have ended. A connection that waits to
   * be accepted, or whose request is on its way, gets its answer: load balancers do not send a request again whose connection was
   * reset.
   */
  async close(): Promise<void> {
    await this.#acceptWaiting();
    await new Promise<void>((resolve) => {
      // The `close` of the HTTP server would destroy connections whose request is on its way.
      TcpServer.prototype.close.call(this.#server, () => resolve());
      this.#endAnswered();
      this.#connections.endUnused(this.#graceMs);
    });
    // Node does not wait for connections that another process accepted.
    await this.#connections.closed();
    this.#connections.stop();
    // Ends the checks for late requests.
    this.#server.close();
  }

  #endAnswered(): void {
    this.#endsAnswered = true;
    for (const response of this.#connections.responses)
      if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /**
   * Closing a port resets the connections that were not accepted. Node accepts one in each round, so a busy gateway would never
   * accept all. With a backlog of 0, no more connections wait: their clients try again until the port is closed.
   */
  async #acceptWaiting(): Promise<void> {
    const listener = Reflect.get(this.#server, '_handle') as Listener | null | undefined;
    listener?.listen(0);
    const end = performance.now() + acceptingMs;
    // The rest of this round accepts nothing.
    await nextRound();
    let before = -1;
    while (before !== this.#accepted && performance.now() < end) {
      before = this.#accepted;
      await nextRound();
    }
  }
}
