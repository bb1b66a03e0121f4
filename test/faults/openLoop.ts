import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What came back in one stretch of load. Times in milliseconds. */
export interface Yield {
  readonly seconds: number;
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly brokenConnections: number;
  /** How long the answers with status 200, and the others, took. */
  readonly done: readonly number[];
  readonly refused: readonly number[];
}

interface Load {
  readonly port: number;
  readonly requests: readonly Buffer[];
  /** Requests a second, whatever comes back; without it, the next one follows each answer. */
  readonly rate?: number;
  /** As many requests may be under way; all of them are used in turn, since servers close what is idle for long. */
  readonly connections: number;
  readonly seconds: number;
}

/** A server's queue of new connections is short. */
const connectedAtOnce = 50;

/** Milliseconds between two volleys. */
const volleyMs = 5;

/** Sends requests that were signed before, one at a time on each connection, and counts the answers. */
export async function sendLoad({ port, requests, rate, connections, seconds }: Load): Promise<Yield> {
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
  const onAnswer = (line: Line, status: number, took: number) => {
    inFlight -= 1;
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
    (status === 200 ? times.done : times.refused).push(took);
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
    if (idle.length % connectedAtOnce === 0) await delay(volleyMs);
  }

  const startedAt = performance.now();
  const end = startedAt + seconds * 1_000;
  if (!rate) for (const line of idle.splice(0)) send(line);
  while (performance.now() < end) {
    const due = rate ? ((performance.now() - startedAt) / 1_000) * rate : 0;
    while (count.sent < due && idle.length > 0) send(usable(idle.shift() as Line));
    await delay(volleyMs);
  }
  isOver = true;
  const isAnswered = () => inFlight === 0;
  while (!isAnswered()) await delay(volleyMs);
  for (const line of idle) line.close();
  return { seconds, ...count, ...times };
}

type OnAnswer = (line: Line, status: number, took: number) => void;

/** A connection with one request under way at a time. */
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
      const took = performance.now() - this.#startedAt;
      this.#received = '';
      this.#startedAt = undefined;
      onAnswer(this, status, took);
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

/** The status of an answer that is there whole. */
function statusOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  return text.length >= head + 4 + length ? Number(text.slice(9, 12)) : undefined;
}
