import type { ServerResponse } from 'node:http';
import type { ChangeHints } from './changeHints.ts';

interface ChangeWaitOptions {
  readonly account: number;
  readonly hints: ChangeHints;
  readonly stopping: AbortSignal;
  readonly response: ServerResponse;
  /** Milliseconds of the monotonic clock. */
  readonly endsAt: number;
}

/** One reader's wait for changes. It receives hints from its start on, so that none that comes during a read is missed. */
export class ChangeWait {
  readonly #options: ChangeWaitOptions;
  #isHinted = false;
  #wake = () => {};
  #leave: (() => void) | undefined;

  constructor(options: ChangeWaitOptions) {
    this.#options = options;
  }

  /** Resolves when no later change can be missed. While Redis does not answer, the wait has no hints and ends at `endsAt`. */
  async start(): Promise<void> {
    const onHint = () => {
      this.#isHinted = true;
      this.#wake();
    };
    this.#leave = await this.#options.hints.follow(this.#options.account, onHint).catch(() => undefined);
  }

  /** True if the time is over, the gateway stops, or the client has gone. */
  get isOver(): boolean {
    const { stopping, response, endsAt } = this.#options;
    return stopping.aborted || response.closed || performance.now() >= endsAt;
  }

  /** Resolves with the next hint, including one since the last call, or at the end of the wait. */
  async next(): Promise<void> {
    const { stopping, response, endsAt } = this.#options;
    if (!this.#isHinted && !this.isOver)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.#wake(), Math.max(0, Math.ceil(endsAt - performance.now())));
        this.#wake = () => {
          clearTimeout(timer);
          stopping.removeEventListener('abort', this.#wake);
          response.off('close', this.#wake);
          resolve();
        };
        stopping.addEventListener('abort', this.#wake);
        response.on('close', this.#wake);
      });
    this.#isHinted = false;
  }

  end(): void {
    this.#leave?.();
  }
}
