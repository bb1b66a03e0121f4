import { EventEmitter } from 'node:events';
import { Agent, request } from 'undici';
import type { RawAnswer, SignedRequest, Transport } from './transport.ts';

/** Sends with undici's own interface, which costs less CPU than its `fetch`. */
export class NodeTransport implements Transport {
  readonly #agent: Agent;

  constructor({ connections }: { readonly connections: number }) {
    // The sender limits the time of each request.
    this.#agent = new Agent({ connections, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000 });
  }

  async send({ url, headers, body, ending }: SignedRequest): Promise<RawAnswer> {
    const signal = new EventEmitter();
    ending.onEnd = () => signal.emit('abort');
    const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: this.#agent });
    const text = await response.body.text();
    return { status: response.statusCode, header: (name) => String(response.headers[name] ?? ''), text };
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}
