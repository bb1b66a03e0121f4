interface Restartable {
  readonly name: string;
  start(): Promise<void>;
  onExit(listener: (reason: string) => void): void;
}

type PrintLine = (line: string) => void;

const shortLifeMs = 10_000;
const maxPauseMs = 5_000;

/**
 * Restarts each process when it ends by itself: at once, or after a pause that grows while it ends soon after its starts. Must
 * be called before the first start. Returns the function that stops this.
 */
export function keepRunning(processes: readonly Restartable[], printLine: PrintLine): () => void {
  const restarts = processes.map((each) => new Restarts(each, printLine));
  return () => {
    for (const each of restarts) each.stop();
  };
}

class Restarts {
  readonly #process: Restartable;
  readonly #printLine: PrintLine;
  #startedAt = Date.now();
  #shortLives = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(process: Restartable, printLine: PrintLine) {
    this.#process = process;
    this.#printLine = printLine;
    process.onExit((reason) => {
      const isShort = Date.now() - this.#startedAt < shortLifeMs;
      this.#shortLives = isShort ? this.#shortLives + 1 : 0;
      this.#startLater(reason);
    });
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #startLater(problem: string): void {
    if (this.#isOver) return;
    const pauseMs = this.#shortLives === 0 ? 0 : Math.min(100 * 2 ** this.#shortLives, maxPauseMs);
    const [line = ''] = problem.split('\n', 1);
    this.#printLine(`${line.replace(/\.$/, '')}; starting it again`);
    this.#timer = setTimeout(() => void this.#start(), pauseMs);
  }

  async #start(): Promise<void> {
    this.#startedAt = Date.now();
    try {
      await this.#process.start();
      this.#printLine(`${this.#process.name} is back`);
    } catch (error) {
      this.#shortLives += 1;
      this.#startLater((error as Error).message);
    }
  }
}
