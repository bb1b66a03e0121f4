import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequests, isCutOff, refuseCodings } from './brokenRequests.ts';
import type { Connections } from './connections.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface ServerOptions {
  readonly requestTimeoutMs: number;
  readonly connections: Connections;
}

/** HTTP server on which no sender can be slow for longer than `requestTimeoutMs`. */
export class HttpServer {
  readonly #server: Server;
  readonly #connections: Connections;
  #draining = false;

  constructor(handler: Handler, { requestTimeoutMs, connections }: ServerOptions) {
    this.#connections = connections;
    this.#server = createServer({
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, 10_000),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1_000),
      // Longer than the idle time of usual load balancers, so that they close first.
      keepAliveTimeout: 65_000,
      // Node would refuse these requests itself, without an envelope.
      requireHostHeader: false,
    });
    // Node drops headers beyond a count that the parser still obeys: the body would be framed by a hidden Content-Length.
    this.#server.maxHeadersCount = 0;
    this.#server.on('connection', (socket) => connections.add(socket));
    answerBrokenRequests(this.#server, connections);
    const answer: Handler = (request, response) => {
      if (isCutOff(request.socket) || refuseCodings(response, connections)) return;
      if (!connections.begin(request, response)) return;
      if (this.#draining) response.setHeader('Connection', 'close');
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
   * Answers as before for this time, but ends the connection with each answer. Clients that learn of the stop by then, from
   * readiness or from these answers, find no closed port.
   */
  drain(milliseconds: number): Promise<void> {
    this.#draining = true;
    for (const response of this.#connections.responses)
      if (!response.headersSent) response.setHeader('Connection', 'close');
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  close(): Promise<void> {
    this.#draining = true;
    return new Promise((resolve) =>
      // Node does not wait for connections that another process accepted.
      this.#server.close(async () => {
        await this.#connections.closed();
        this.#connections.stop();
        resolve();
      }),
    );
  }
}
