import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test, on a port of this machine. */
export class LocalServer {
  readonly #server: Server;

  protected constructor(handle: RequestListener) {
    this.#server = createServer(handle);
  }

  /** Resolves when it listens; on a free port unless one is given. */
  protected async start(port = 0): Promise<this> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections, and takes no new ones. */
  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }
}
