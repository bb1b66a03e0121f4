import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection through the proxy. */
interface Link {
  readonly client: Socket;
  readonly target: Socket;
  /** True if the next answer gets lost, and the connection with it. */
  losesAnswer: boolean;
  /** Bytes that the client gets instead of the next answer, with the part of that answer that there is. */
  replacement: Replacement | undefined;
  replaced: Buffer;
  /** True if the client was the last one to say something. */
  isAsked: boolean;
}

/** Another answer than the server's. */
export interface Replacement {
  readonly bytes: Buffer;
  /** True if that is all that the server answers; without it, the server is not asked. */
  readonly isWhole?: (answer: Buffer) => boolean;
}

/** A TCP proxy before a server of this machine: it passes everything on, until the test lets the network fail. */
export class TcpProxy {
  readonly #server: Server;
  readonly #links = new Set<Link>();
  #paused = false;
  #toDrop = { count: 0, text: '' };
  #toReplace: { count: number; text: string; replacement: Replacement } | undefined;
  #dropped = 0;
  #roundTrips = 0;
  /** Lets a test act when an answer is dropped, before the client can notice. */
  onDrop: () => void = () => {};
  /** Milliseconds that each answer takes longer than it would. */
  answerDelayMs = 0;
  /** Changes bytes in either direction; `undefined` cuts the connection after them. */
  mangle: ((bytes: Buffer) => Promise<Buffer | undefined>) | undefined;

  private constructor(targetPort: number) {
    // Without noDelay, an answer in two pieces waits for the acknowledgement of the first one: 40 ms.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      this.#open(
        client,
        connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }),
      );
    });
  }

  /** Listens on a free port of an address. */
  static async listen(targetPort: number, address = '127.0.0.1'): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    await once(proxy.#server.listen(0, address), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#links.size;
  }

  /** Answers that were dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Answers that are still to be replaced. */
  get toReplace(): number {
    return this.#toReplace?.count ?? 0;
  }

  /** Counts how often a client spoke after an answer, in however many pieces: its round trips, unless it asks ahead. */
  get roundTrips(): number {
    return this.#roundTrips;
  }

  /** Cuts all connections, without a word; new ones pass. */
  cut(): void {
    for (const link of this.#links) this.#end(link);
  }

  /** Lets nothing pass in either direction, on new connections neither, until `resume`. */
  pause(): void {
    this.#paused = true;
    for (const { client, target } of this.#links) for (const end of [client, target]) end.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const { client, target } of this.#links) for (const end of [client, target]) end.resume();
  }

  /** Passes so many requests on, but cuts their connections instead of passing the answers: those that hold the text. */
  dropAnswers(count: number, text = ''): void {
    this.#toDrop = { count, text };
  }

  /** Gives another answer than the server's to so many requests that hold the text. */
  replaceAnswers(count: number, text: string, replacement: Replacement): void {
    this.#toReplace = { count, text, replacement };
  }

  /** Cuts all connections and takes no new ones. */
  async close(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.cut();
    await closed;
  }

  #open(client: Socket, target: Socket): void {
    const link: Link = {
      client,
      target,
      losesAnswer: false,
      isAsked: false,
      replacement: undefined,
      replaced: Buffer.alloc(0),
    };
    this.#links.add(link);
    client.on(
      'data',
      this.#mangled(link, (bytes) => this.#pass(bytes, link)),
    );
    target.on(
      'data',
      this.#mangled(link, (bytes) => this.#answer(bytes, link)),
    );
    for (const end of [client, target]) {
      const other = end === client ? target : client;
      end.on('end', () => other.end());
      end.on('error', () => this.#end(link));
      end.on('close', () => this.#links.delete(link));
      if (this.#paused) end.pause();
    }
  }

  /** Keeps the order of the bytes. */
  #mangled(link: Link, pass: (bytes: Buffer) => void): (bytes: Buffer) => void {
    let last: Promise<unknown> | undefined;
    return (bytes) => {
      const { mangle } = this;
      if (!mangle && !last) return pass(bytes);
      const next = (last ?? Promise.resolve()).then(async () => {
        const mangled = mangle ? await mangle(bytes) : bytes;
        if (!mangled) this.#end(link);
        else if (this.#links.has(link)) pass(mangled);
      });
      last = next;
      void next.then(() => {
        if (last === next) last = undefined;
      });
    };
  }

  #pass(bytes: Buffer, link: Link): void {
    if (!link.isAsked) this.#roundTrips += 1;
    link.isAsked = true;
    // A request may come in several pieces.
    if (this.#toDrop.count > 0 && !link.losesAnswer && bytes.includes(this.#toDrop.text)) {
      this.#toDrop.count -= 1;
      link.losesAnswer = true;
    }
    if (this.#toReplace && this.#toReplace.count > 0 && bytes.includes(this.#toReplace.text)) {
      this.#toReplace.count -= 1;
      const { replacement } = this.#toReplace;
      if (!replacement.isWhole) return this.#passBack(replacement.bytes, link);
      link.replacement = replacement;
      link.replaced = Buffer.alloc(0);
    }
    link.target.write(bytes);
  }

  #answer(bytes: Buffer, link: Link): void {
    link.isAsked = false;
    if (link.replacement) return this.#replace(bytes, link, link.replacement);
    if (!link.losesAnswer) return this.#passBack(bytes, link);
    this.#dropped += 1;
    this.onDrop();
    this.#end(link);
  }

  #replace(bytes: Buffer, link: Link, replacement: Replacement): void {
    link.replaced = Buffer.concat([link.replaced, bytes]);
    if (!replacement.isWhole?.(link.replaced)) return;
    link.replacement = undefined;
    this.#passBack(replacement.bytes, link);
  }

  #passBack(bytes: Buffer, { client }: Link): void {
    if (this.answerDelayMs > 0) setTimeout(() => client.write(bytes), this.answerDelayMs);
    else client.write(bytes);
  }

  #end(link: Link): void {
    this.#links.delete(link);
    link.client.resetAndDestroy();
    link.target.resetAndDestroy();
  }
}
