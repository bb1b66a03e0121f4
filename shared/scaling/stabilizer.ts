interface Wanted {
  readonly at: number;
  readonly processes: number;
}

/** Time for which fewer processes must be enough before one is stopped. */
export const scaleDownMs = 180_000;
/** Interval between steps of a role: a new process shows in the statuses only after some seconds. */
const stepMs = 10_000;
/** Consecutive answers that must want more processes: one late call is not load. */
const confirmations = 2;

/**
 * Turns the wishes of a rule into steps without flapping, like the autoscaler of Kubernetes: more processes at once; fewer only
 * after fewer were enough for minutes, and one at a time.
 */
export class Stabilizer {
  readonly #wanted: Wanted[] = [];
  #lastStepAt = Number.NEGATIVE_INFINITY;
  #inRow = 0;

  /**
   * Number of processes to run now, if `running` run and the rule wants `processes`. `now` is in milliseconds of a monotonic
   * clock. A returned number other than `running` counts as a step.
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

  /** Keeps entries within the window, and one older entry, which shows that the window is full. */
  #note(processes: number, now: number): void {
    this.#wanted.push({ at: now, processes });
    while ((this.#wanted[1]?.at ?? now) <= now - scaleDownMs) this.#wanted.shift();
  }
}
