import { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { rawRequest } from './rawRequest.ts';

const mebibyte = 1_048_576;

/** Behaviour of each of many hostile connections. */
export interface FloodPlan {
  readonly port: number;
  readonly connections: number;
  readonly head: string;
  /** Number of bytes behind the head: `body` is sent again and again. The announced length may be larger. */
  readonly bodyBytes: number;
  readonly body: string;
  readonly reads: boolean;
}

/** A plan for any gateway. */
export type Hostile = Omit<FloodPlan, 'port' | 'connections'>;

export interface FloodProgress {
  readonly opened: number;
  /** Number of connections that have sent everything, or were closed before. */
  readonly done: number;
  /** First lines of the answers, and how often each came. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Many hostile connections, in a process of their own so that they don't slow down the clients of the test. */
export class Flood {
  readonly #process: ManagedProcess;
  progress: FloodProgress = { opened: 0, done: 0, answers: {} };

  private constructor(plan: FloodPlan) {
    const line = ['--import', 'tsx', 'test/support/floodProcess.ts', JSON.stringify(plan)];
    this.#process = new ManagedProcess({
      name: 'flood',
      command: () => ({ line: [process.execPath, ...line], environment: process.env }),
      link: { kind: 'channel' },
      onMessage: (progress: FloodProgress) => {
        this.progress = progress;
      },
    });
  }

  /** Begins to connect. */
  static async start(plan: FloodPlan): Promise<Flood> {
    const flood = new Flood(plan);
    await flood.#process.start();
    return flood;
  }

  end(): Promise<void> {
    return this.#process.stop(0);
  }
}

/** Node hands over 1,000 headers unless it is told otherwise; its parser obeys those behind them. */
export function hiddenLength(framing: 'Content-Length' | 'Transfer-Encoding'): Hostile {
  const bytes = 8 * mebibyte;
  const isChunked = framing === 'Transfer-Encoding';
  const filler = Array.from({ length: 1_000 }, () => '');
  const headers = {
    'Content-Length': undefined,
    A: filler,
    [framing.toLowerCase()]: isChunked ? 'chunked' : String(bytes),
  };
  const head = rawRequest({ appId: '', apiSecret: '' }, { method: 'batch.run', body: '', headers });
  const firstChunk = isChunked ? `${bytes.toString(16)}\r\n` : '';
  return { head: head.toString('latin1') + firstChunk, body: ' ', bodyBytes: 7 * mebibyte, reads: true };
}
