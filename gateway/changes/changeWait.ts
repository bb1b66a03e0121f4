import type { ServerResponse } from 'node:http';
import type { ChangeNotificationReader } from './changeNotificationReader.ts';

interface ChangeWaitOptions {
  readonly account: number;
  readonly notifications: ChangeNotificationReader;
  readonly stopping: AbortSignal;
  readonly response: ServerResponse;
  /** Milliseconds of the monotonic clock. */
  readonly endsAt: number;
}

/** One reader's wait for changes. It is notified from its start on, so that no change during a read is missed. */
export class ChangeWait {
  readonly #options: ChangeWaitOptions;
  #isNotified = false;
  #wake = () => {};
  #leave: (() => void) | undefined;

  constructor(options: ChangeWaitOptions) {
    this.#options = options;
  }

  /** Resolves when no later change can be missed. While Redis does not answer, no change ends the wait before `endsAt`. */
  async start(): Promise<void> {
    const onNotification = () => {
      this.#isNotified = true;
      this.#wake();
    };
    this.#leave = await this.#options.notifications
      .follow(this.#options.account, onNotification)
      .catch(() => undefined);
  }

  /** True if the time is over, the gateway stops, or the client has gone. */
  get isOver(): boolean {
    const { stopping, response, endsAt } = this.#options;
    return stopping.aborted || response.closed || performance.now() >= endsAt;
  }

  /** Resolves with the next notification, including one since the last call, or at the end of the wait. */
  async next(): Promise<void> {
    const { stopping, response, endsAt } = this.#options;
    if (!this.#isNotified && !this.isOver)
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
    this.#isNotified = false;
  }

  end(): void {
    this.#leave?.();
  }
}
