import type { FetchLike } from './clientOptions.ts';
import type { RawAnswer, SignedRequest, Transport } from './transport.ts';

/** Sends with `fetch`, which Node, Deno, Bun, browsers and edge runtimes have. It keeps connections open by itself. */
export class FetchTransport implements Transport {
  readonly #fetch: FetchLike;

  constructor(own: FetchLike | undefined) {
    // Looked up at each request, so that a `fetch` that is replaced later, such as by tracing, is used.
    this.#fetch = own ?? ((url, init) => (globalThis.fetch as FetchLike)(url, init));
  }

  async send({ url, headers, body, ending }: SignedRequest): Promise<RawAnswer> {
    const controller = new AbortController();
    ending.onEnd = () => controller.abort();
    const { signal } = controller;
    // A redirect comes from something else than the service, which the caller should see.
    const response = await this.#fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name) ?? '', text };
  }

  /** Does nothing: `fetch` closes idle connections by itself, and they keep no program running. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
