import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerBrokenRequests } from './brokenRequests.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * A response that is not finished. Tables that a Set has grown out of may refer to it for seconds; then they should not
 * refer to a whole request, which would live as long (ARCHITECTURE.md, "What makes it fast").
 */
interface UnderWay {
  response: ServerResponse | undefined;
}

/** An HTTP server on which no sender can be slow for longer than `requestTimeoutMs`. */
export class HttpServer {
  readonly #server: Server;
  readonly #underWay = new Set<UnderWay>();
  #draining = false;

  constructor(handler: Handler, requestTimeoutMs: number) {
    this.#server = createServer({
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, 10_000),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1_000),
      // Longer than the idle time of usual load balancers, so that they close first.
      keepAliveTimeout: 65_000,
      // Node would refuse these by itself, without an envelope.
      requireHostHeader: false,
    });
    answerBrokenRequests(this.#server);
    const answer: Handler = (request, response) => {
      const underWay: UnderWay = { response };
      this.#underWay.add(underWay);
      response.once('close', () => {
        this.#underWay.delete(underWay);
        underWay.response = undefined;
      });
      if (this.#draining) response.setHeader('Connection', 'close');
      handler(request, response);
    };
    this.#server.on('request', answer).on('checkExpectation', answer).on('checkContinue', answer);
  }

  /** Listens; rejects when the port is taken. Resolves to the port, which the system chooses for 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  /**
   * Answers as before for so many milliseconds, but ends the connection with each answer: whoever is told by then that
   * this gateway goes, by readiness or by these answers, does not run into a closed door.
   */
  drain(milliseconds: number): Promise<void> {
    this.#draining = true;
    for (const { response } of this.#underWay)
      if (response && !response.headersSent) response.setHeader('Connection', 'close');
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  /** Stops accepting and resolves when every request is answered. */
  close(): Promise<void> {
    this.#draining = true;
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
