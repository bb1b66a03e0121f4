interface Wanted {
  readonly at: number;
  readonly processes: number;
}

/** For so many milliseconds, fewer processes must be enough before one is stopped. */
export const scaleDownMs = 180_000;
/** Milliseconds between two steps of a role: a new process shows in what is published only after some seconds. */
const stepMs = 10_000;
/** So many answers in a row must want more: one late call is no load. */
const confirmations = 2;

/**
 * Turns what a rule wants into steps without flapping, as the autoscaler of Kubernetes does: more at once, fewer only when
 * fewer were enough for minutes, and one at a time.
 */
export class Stabilizer {
  readonly #wanted: Wanted[] = [];
  #lastStepAt = Number.NEGATIVE_INFINITY;
  #inRow = 0;

  /**
   * How many processes there should be now, when `running` run and the rule wants `processes`. `now` is in milliseconds, by a
   * monotonic clock. A number other than `running` is taken as a step.
   */
  next(running: number, processes: number, now: number): number {
    this.#note(processes, now);
    this.#inRow = processes > running ? this.#inRow + 1 : 0;
    const step = now - this.#lastStepAt < stepMs ? running : this.#step(running, processes, now);
    if (step !== running) {
      this.#lastStepAt = now;
      this.#inRow = 0;
    }
    return step;
  }

  #step(running: number, processes: number, now: number): number {
    if (processes > running) return this.#inRow >= confirmations ? processes : running;
    const [first] = this.#wanted;
    const isKnown = first !== undefined && now - first.at >= scaleDownMs;
    const most = Math.max(...this.#wanted.map((each) => each.processes));
    return isKnown && most < running ? running - 1 : running;
  }

  /** Keeps what is younger than the window, and one that is older, which shows that the window is full. */
  #note(processes: number, now: number): void {
    this.#wanted.push({ at: now, processes });
    while ((this.#wanted[1]?.at ?? now) <= now - scaleDownMs) this.#wanted.shift();
  }
}
