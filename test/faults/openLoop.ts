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
  readonly connections: number;
  readonly seconds: number;
}

/** A server's queue of new connections is short. */
const connectedAtOnce = 50;

/** Milliseconds between two volleys. */
const volleyMs = 5;

/** Sends requests that were signed before, one at a time on each connection, and counts the answers. */
export async function sendLoad({ port, requests, rate, connections, seconds }: Load): Promise<Yield> {
  const free: Line[] = [];
  const count = { sent: 0, brokenConnections: 0, statuses: new Map<number, number>() };
  const times = { done: [] as number[], refused: [] as number[] };
  let isOver = false;
  const send = (line: Line) => {
    line.send(requests[count.sent % requests.length] as Buffer);
    count.sent += 1;
  };
  const onAnswer = (line: Line, status: number, took: number) => {
    count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1);
    (status === 200 ? times.done : times.refused).push(took);
    if (rate || isOver) free.push(line);
    else send(line);
  };
  const onBroken = () => {
    count.brokenConnections += 1;
  };
  while (free.length < connections) {
    free.push(new Line(port, onAnswer, onBroken));
    if (free.length % connectedAtOnce === 0) await delay(volleyMs);
  }

  const begun = performance.now();
  const end = begun + seconds * 1_000;
  if (!rate) for (const line of free.splice(0)) send(line);
  while (performance.now() < end) {
    const due = rate ? ((performance.now() - begun) / 1_000) * rate : 0;
    while (count.sent < due && free.length > 0) send(free.shift() as Line);
    await delay(volleyMs);
  }
  isOver = true;
  while (free.length + count.brokenConnections < connections) await delay(volleyMs);
  for (const line of free) line.close();
  return { seconds, ...count, ...times };
}

/** A connection with one request under way at a time. */
class Line {
  readonly #socket: Socket;
  #begun = 0;
  #received = '';

  constructor(
    port: number,
    onAnswer: (line: Line, status: number, took: number) => void,
    onBroken: () => void,
  ) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    this.#socket.on('error', onBroken).on('data', (text: string) => {
      this.#received += text;
      const status = statusOf(this.#received);
      if (status === undefined) return;
      this.#received = '';
      onAnswer(this, status, performance.now() - this.#begun);
    });
  }

  send(request: Buffer): void {
    this.#begun = performance.now();
    this.#socket.write(request);
  }

  close(): void {
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
