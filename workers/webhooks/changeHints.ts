import type { Emit } from '../../shared/runtime/process/log.ts';
import { pause } from '../../shared/runtime/process/pause.ts';
import type { RedisClient } from '../../shared/runtime/redis/client.ts';
import { NotificationReading } from '../../shared/wire/notificationReading.ts';

const retryMs = 1_000;

/** Every set of calls is a notification, and each read is followed by a query: so many a second would slow the calls down. */
const gatherMs = 50;

interface HintOptions {
  readonly redis: RedisClient;
  readonly emit: Emit;
  /** False while there are no webhooks: then workers need not write to the stream. */
  readonly isWanted: () => boolean;
  readonly onChanges: (accounts: readonly number[]) => void;
}

/** Says which accounts have changed, soon after COMMIT. A hint may get lost: the scan finds its webhooks a second later. */
export class ChangeHints {
  readonly #options: HintOptions;
  readonly #stopping = new AbortController();
  #reading: NotificationReading | undefined;

  constructor(options: HintOptions) {
    this.#options = options;
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
    this.#reading?.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      if (!this.#reading && this.#options.isWanted()) await this.#read(signal).catch(() => {});
      await pause(retryMs, signal);
    }
  }

  /** Rejects if Redis does not answer. */
  async #read(signal: AbortSignal): Promise<void> {
    const { redis, emit, isWanted, onChanges } = this.#options;
    this.#reading = await NotificationReading.begin({
      redis,
      emit,
      gatherMs,
      isWanted,
      onAccounts: (accounts) => onChanges([...accounts]),
      onGap: () => {},
      onEnd: () => {
        this.#reading = undefined;
      },
    });
    if (signal.aborted) this.#reading.stop();
  }
}
