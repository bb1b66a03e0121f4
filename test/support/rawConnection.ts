import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Headers by their names in lower case; a header that came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as it was sent, which may be compressed. */
  readonly bytes: Buffer;
}

/** A connection on which anything can be sent: client libraries are too polite to be wrong. */
export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #error: Error | undefined;
  /** The status of each interim answer that was passed over, such as 100 Continue. */
  readonly interim: number[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    socket.on('error', (error) => {
      this.#error = error;
    });
  }

  /**
   * Opens a connection that stays open on this side when the server ends it, as that of a hostile client
   * would.
   */
  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Resolves when the system has taken the bytes, or won't take them any more. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** The next answer; rejects when the server ends the connection without one. The answer to HEAD has no body. */
  async answer(hasBody = true): Promise<RawAnswer> {
    for (;;) {
      const [answer, length] = firstAnswer(this.#received, hasBody);
      if (answer) this.#received = this.#received.subarray(length);
      if (answer && answer.status >= 200) return answer;
      if (answer) this.interim.push(answer.status);
      else await this.#more();
    }
  }

  /** Resolves when an interim answer is there, which the next answer passes over. */
  async interimAnswer(): Promise<void> {
    while (!firstAnswer(this.#received, false)[0]) await this.#more();
  }

  /** True if the connection is gone, which only a client that sends or reads gets to know. */
  get isCut(): boolean {
    return this.#socket.destroyed;
  }

  /** True if the server has ended or cut the connection. */
  get isEnded(): boolean {
    return this.#socket.readableEnded || this.#socket.destroyed;
  }

  /** Leaves what the server sends unread from now on. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Resolves when the server has cut the connection, which it has to while this side goes on sending. */
  async cut(): Promise<void> {
    await until(async () => {
      await this.send(' ');
      return this.#socket.destroyed;
    });
  }

  /** Bytes that came after the answers that were read. */
  get rest(): string {
    return this.#received.toString();
  }

  close(): void {
    this.#socket.destroy();
  }

  async #more(): Promise<void> {
    const isOver = this.#socket.readableEnded || this.#socket.destroyed;
    if (isOver) throw new Error(`no answer: ${this.#error?.message ?? 'the server ended the connection'}`);
    const stopped = new AbortController();
    const { signal } = stopped;
    const events = ['data', 'end', 'close'].map((event) => once(this.#socket, event, { signal }));
    await Promise.race(events.map((event) => event.catch(() => {})));
    // Otherwise those that did not come would listen as long as the connection lives.
    stopped.abort();
  }
}

const endOfHeaders = '\r\n\r\n';

/** The answer at the beginning of the bytes and its length, when it is there whole. */
function firstAnswer(bytes: Buffer, hasBody: boolean): [RawAnswer, number] | [undefined, 0] {
  const end = bytes.indexOf(endOfHeaders);
  if (end === -1) return [undefined, 0];
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = headersOf(lines);
  const from = end + endOfHeaders.length;
  const length = from + (hasBody ? Number(headers['content-length'] ?? 0) : 0);
  if (bytes.length < length) return [undefined, 0];
  const body = bytes.subarray(from, length);
  return [{ status: Number(statusLine.split(' ')[1]), headers, body: body.toString(), bytes: body }, length];
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
