import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request. */
export type Handler = (answer: ServerResponse, request: IncomingMessage) => void;

/** An HTTP server that answers as the test says, as broken proxies and dying gateways do. */
export class AnsweringServer {
  /** Answers of the next requests; the last one is that of all further requests. */
  readonly #handlers: Handler[];
  readonly #server = createServer((request, answer) => {
    this.seen += 1;
    const handler = this.#handlers.length > 1 ? this.#handlers.shift() : this.#handlers[0];
    handler?.(answer, request);
  });
  /** Requests that came. */
  seen = 0;

  private constructor(handlers: readonly Handler[]) {
    this.#handlers = [...handlers];
  }

  static async listen(...handlers: readonly Handler[]): Promise<AnsweringServer> {
    const server = new AnsweringServer(handlers);
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Takes the request and says nothing. */
export const silence: Handler = () => {};

/** Answers with an envelope. */
export function envelope(
  data: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Handler {
  const text = JSON.stringify({ response: status === 200, data, method: 'article.create', message: 'so' });
  return (answer) => answer.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
}

/** Answers as a proxy does. */
export function page(status: number): Handler {
  return (answer) => answer.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>proxy</h1>');
}

/** Ends the connection in the middle of an answer. */
export const cutOff: Handler = (answer) => {
  answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  answer.write('{"response":true,"data":', () => answer.destroy());
};
