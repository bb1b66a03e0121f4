import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** What each of many hostile connections does. */
export interface FloodPlan {
  readonly port: number;
  readonly connections: number;
  /** The head of the request. */
  readonly head: string;
  /** Sent behind it: so many bytes of this text, again and again. The announced length may be larger. */
  readonly bodyBytes: number;
  readonly body: string;
  readonly reads: boolean;
}

/** How far the connections are. */
export interface FloodProgress {
  readonly opened: number;
  /** Sent all that they have to send, or were closed before. */
  readonly done: number;
  /** First lines of the answers, and how often each came. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Many hostile connections, in a process of their own so that they don't slow down the clients of the test. */
export class Flood {
  readonly #child: ChildProcess;
  progress: FloodProgress = { opened: 0, done: 0, answers: {} };

  constructor(plan: FloodPlan) {
    const execArgv = ['--import', 'tsx'];
    this.#child = fork('test/support/floodProcess.ts', [JSON.stringify(plan)], { execArgv });
    this.#child.on('message', (progress) => {
      this.progress = progress as FloodProgress;
    });
  }

  async end(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
