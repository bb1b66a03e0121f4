import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Measurements of one stretch of load. Times in milliseconds. */
export interface LoadResult {
  readonly seconds: number;
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly brokenConnections: number;
  /** Latencies of answers with status 200, and of all others. */
  readonly done: readonly number[];
  readonly refused: readonly number[];
}

interface Load {
  readonly port: number;
  readonly requests: readonly Buffer[];
  /** Requests a second, whether answers come or not. Without it, each connection sends the next request after an answer. */
  readonly rate?: number;
  /**
   * Number of connections, which also limits the requests in flight. All are used in turn, because servers
   * close idle connections.
   */
  readonly connections: number;
  readonly seconds: number;
}

/** Number of connections that are opened together: a server's queue of new connections is short. */
const connectedAtOnce = 50;

/** Milliseconds between two groups of requests. */
const pauseMs = 5;

/** Sends requests that are signed already, one at a time on each connection, and counts the answers. */
export async function sendLoad({ port, requests, rate, connections, seconds }: Load): Promise<LoadResult> {
  const idle: Line[] = [];
  const count = { sent: 0, brokenConnections: 0, statuses: new Map<number, number>() };
  const times = { done: [] as number[], refused: [] as number[] };
  let inFlight = 0;
  let isOver = false;
  const usable = (line: Line) => (line.isOpen ? line : new Line(port, onAnswer, onBroken));
  const send = (line: Line) => {
    line.send(requests[count.sent % requests.length] as Buffer);
    count.sent += 1;
    inFlight += 1;
  };
  const onAnswer = (line: Line, status: number, latencyMs: number) => {
    inFlight -= 1;
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
    (status === 200 ? times.done : times.refused).push(latencyMs);
    if (rate || isOver) idle.push(line);
    else send(line);
  };
  const onBroken = () => {
    inFlight -= 1;
    count.brokenConnections += 1;
    idle.push(new Line(port, onAnswer, onBroken));
  };
  while (idle.length < connections) {
    idle.push(new Line(port, onAnswer, onBroken));
    if (idle.length % connectedAtOnce === 0) await delay(pauseMs);
  }

  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  if (!rate) for (const line of idle.splice(0)) send(line);
  while (performance.now() < end) {
    const due = rate ? ((performance.now() - startedAt) / 1_000) * rate : 0;
    while (count.sent < due && idle.length > 0) send(usable(idle.shift() as Line));
    await delay(pauseMs);
  }
  isOver = true;
  const isAnswered = () => inFlight === 0;
  while (!isAnswered()) await delay(pauseMs);
  for (const line of idle) line.close();
  return { seconds, ...count, ...times };
}

type OnAnswer = (line: Line, status: number, latencyMs: number) => void;

/** A connection with one request in flight at a time. */
class Line {
  readonly #socket: Socket;
  #startedAt: number | undefined;
  #received = '';

  constructor(port: number, onAnswer: OnAnswer, onBroken: () => void) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      if (this.#startedAt !== undefined) onBroken();
    });
    this.#socket.on('data', (text: string) => {
      this.#received += text;
      const status = statusOf(this.#received);
      if (status === undefined || this.#startedAt === undefined) return;
      const latencyMs = performance.now() - this.#startedAt;
      this.#received = '';
      this.#startedAt = undefined;
      onAnswer(this, status, latencyMs);
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  send(request: Buffer): void {
    this.#startedAt = performance.now();
    this.#socket.write(request);
  }

  close(): void {
    this.#startedAt = undefined;
    this.#socket.destroy();
  }
}

/** The status of an answer, once all of it has arrived. */
function statusOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  return text.length >= head + 4 + length ? Number(text.slice(9, 12)) : undefined;
}
