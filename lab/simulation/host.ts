import type { Drawing } from '../../test/support/random.ts';

/** A process of the simulation. While it is held, messages to and from it wait; when it is dead, nothing reaches it. */
export class Host {
  readonly name: string;
  readonly drawing: Drawing;
  readonly links = new Set<Link>();
  isAlive = true;
  #heldUntil = 0;

  constructor(name: string, drawing: Drawing) {
    this.name = name;
    this.drawing = drawing;
  }

  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + ms);
  }

  /** Messages that it has sent may still arrive. */
  die(): void {
    this.isAlive = false;
    for (const link of Array.from(this.links)) link.cut();
  }

  /** Runs `work` at a time, or later if the host is held then. */
  at(time: number, work: () => void): void {
    setTimeout(() => {
      if (this.#heldUntil > performance.now()) this.at(this.#heldUntil, work);
      else work();
    }, time - performance.now());
  }

  /** Milliseconds that a message is on its way: mostly few. */
  latency(): number {
    return this.drawing.below(20) === 0 ? this.drawing.below(40) : this.drawing.below(3);
  }
}

/** A connection broke. */
export class Cut extends Error {
  readonly fatal = true;
  readonly code = 'PROTOCOL_CONNECTION_LOST';

  constructor() {
    super('Connection is closed.');
  }
}

type Done = (error: Error | null, result?: unknown) => void;

/** A request that is on its way. */
interface Request {
  hasArrived: boolean;
  isLost: boolean;
  readonly done: Done;
}

/** A connection of a host to a server: requests arrive in their order, and so do answers. */
export class Link {
  readonly host: Host;
  readonly #onCut: () => void;
  readonly #open = new Set<Request>();
  #requestsAt = 0;
  #answersAt = 0;
  isCut = false;

  /** Calls back when it is cut, after all requests that were open. */
  constructor(host: Host, onCut: () => void) {
    this.host = host;
    this.#onCut = onCut;
    host.links.add(this);
  }

  /** Runs `work` at the server, then calls back. The server may learn whether the client still waits. */
  request(work: (isOpen: () => boolean) => unknown, done: Done): void {
    const request: Request = { hasArrived: false, isLost: false, done };
    this.#open.add(request);
    this.#requestsAt = Math.max(this.#requestsAt, performance.now() + this.host.latency());
    this.host.at(this.#requestsAt, () => void this.#arrive(request, work));
  }

  async #arrive(request: Request, work: (isOpen: () => boolean) => unknown): Promise<void> {
    request.hasArrived = true;
    if (request.isLost) return;
    try {
      const result = await work(() => this.#open.has(request));
      this.#answer(request, null, result);
    } catch (error) {
      this.#answer(request, error as Error);
    }
  }

  #answer(request: Request, error: Error | null, result?: unknown): void {
    if (!this.#open.has(request)) return;
    this.#answersAt = Math.max(this.#answersAt, performance.now() + this.host.latency());
    this.host.at(this.#answersAt, () => {
      if (this.#open.delete(request)) request.done(error, result);
    });
  }

  /** Breaks the connection: a request that has not arrived is lost or not, and no answer comes. A dead host learns nothing of it. */
  cut(): void {
    if (this.isCut) return;
    this.isCut = true;
    this.host.links.delete(this);
    const open = [...this.#open];
    this.#open.clear();
    for (const request of open) request.isLost = !request.hasArrived && this.host.drawing.below(2) === 0;
    this.#onCut();
    if (this.host.isAlive) for (const { done } of open) done(new Cut());
  }
}
