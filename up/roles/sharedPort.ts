import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import type { ParentMessage } from '../../shared/runtime/process/parentMessages.ts';

const connectionMessage: ParentMessage = { kind: 'connection' };

const maxWaitingConnections = 1_000;
const maxWaitMs = 10_000;
const retryMs = 50;

/**
 * Accepts connections at one address and hands them to the gateways in turn, as node:cluster does. While no gateway is ready,
 * connections wait, so that none is refused while the only gateway is replaced.
 */
export class SharedPort {
  readonly #server: Server;
  readonly #gateways: readonly ManagedProcess[];
  readonly #waiting = new Set<Socket>();
  #turn = 0;

  constructor(gateways: readonly ManagedProcess[]) {
    this.#gateways = gateways;
    this.#server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true }, (socket) => {
      socket.on('error', () => socket.destroy()); // its client is gone
      this.#pass(socket, performance.now() + maxWaitMs);
    });
  }

  /** Rejects with the system's error if it can't listen there. */
  async listen(port: number, host: string): Promise<void> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  /** Accepts no more connections. Gateways keep the connections that they have. */
  stop(): void {
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
    this.#waiting.clear();
  }

  #pass(socket: Socket, deadline: number): void {
    this.#waiting.delete(socket);
    const gateway = this.#next();
    if (gateway)
      gateway.sendConnection(socket, connectionMessage, (error) => {
        if (error) this.#passLater(socket, deadline);
      });
    else this.#passLater(socket, deadline);
  }

  #passLater(socket: Socket, deadline: number): void {
    const isOver =
      performance.now() > deadline || this.#waiting.size >= maxWaitingConnections || !this.#server.listening;
    if (socket.destroyed || isOver) return void socket.destroy();
    this.#waiting.add(socket);
    setTimeout(() => this.#waiting.has(socket) && this.#pass(socket, deadline), retryMs);
  }

  #next(): ManagedProcess | undefined {
    const ready = this.#gateways.filter(({ isReady }) => isReady);
    this.#turn += 1;
    return ready[this.#turn % ready.length];
  }
}
