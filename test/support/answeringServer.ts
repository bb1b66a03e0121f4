import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocalServer } from './localServer.ts';

export type Handler = (answer: ServerResponse, request: IncomingMessage) => void;

/** An HTTP server that answers as the test says, as broken proxies and dying gateways do. */
export class AnsweringServer extends LocalServer {
  /** Answers of the next requests; the last one is that of all further requests. */
  readonly #handlers: Handler[];
  /** Requests that came. */
  seen = 0;

  private constructor(handlers: readonly Handler[]) {
    super((request, answer) => {
      this.seen += 1;
      const handler = this.#handlers.length > 1 ? this.#handlers.shift() : this.#handlers[0];
      handler?.(answer, request);
    });
    this.#handlers = [...handlers];
  }

  static listen(...handlers: readonly Handler[]): Promise<AnsweringServer> {
    return new AnsweringServer(handlers).start();
  }
}

/** Takes the request and says nothing. */
export const silence: Handler = () => {};

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
