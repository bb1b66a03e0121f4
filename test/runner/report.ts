import { EventEmitter } from 'node:events';
import os from 'node:os';
import Mocha from 'mocha';
import type { TestEvent } from './messages.ts';

/** Milliseconds. Tests that take longer say why, in parentheses at the end of their title or of a title around it. */
const explainedMs = 2_000;
/** Load for each processor at which tests take as long as they should; lanes of a run reach it. */
const usualLoad = 3;
const reason = /\([^()=]+\)(?: \[[\w-]+\])*,?$/;

/** True if a test is slow, for the load of each processor, and no title of it says why. */
export function lacksReason(titles: readonly string[], durationMs: number, load = presentLoad()): boolean {
  const isSlow = durationMs >= explainedMs * Math.max(1, load / usualLoad);
  return isSlow && !titles.some((title) => reason.test(title));
}

function presentLoad(): number {
  return (os.loadavg()[0] ?? 0) / os.availableParallelism();
}

/** One result of all files, in the words of Mocha's own reporter. */
export class Report {
  readonly #stats: Mocha.Stats = {
    suites: 0,
    tests: 0,
    passes: 0,
    pending: 0,
    failures: 0,
    start: new Date(),
    end: new Date(),
    duration: 0,
  };
  /** Stands for Mocha's runner. */
  readonly #events = Object.assign(new EventEmitter(), { stats: this.#stats });

  readonly #flaky: Failure[] = [];
  /** Titles of the suites around the next test. */
  readonly #suites: string[] = [];
  readonly #unexplained: string[] = [];

  constructor() {
    // It listens from now on, and prints.
    void new Mocha.reporters.Spec(this.#events as unknown as Mocha.Runner, {});
    this.#events.emit('start');
  }

  get failures(): number {
    return this.#stats.failures;
  }

  addAll(events: readonly TestEvent[]): void {
    for (const event of events) this.add(event);
  }

  /** Failures of tests that passed when they ran again. They are printed, and not counted as failures. */
  addFlaky(events: readonly TestEvent[]): void {
    this.#flaky.push(...events.filter((event) => event.kind === 'fail'));
  }

  add(event: TestEvent): void {
    switch (event.kind) {
      case 'pass':
        this.#stats.passes += 1;
        this.#expectReason([...this.#suites, event.title], event);
        this.#events.emit('pass', {
          title: event.title,
          duration: event.durationMs,
          slow: () => event.slowMs,
        });
        return;
      case 'fail':
        this.#stats.failures += 1;
        this.#events.emit('fail', failed(event), Object.assign(new Error(), event.error));
        return;
      case 'pending':
        this.#stats.pending += 1;
        break;
      case 'suite':
        this.#suites.push(event.title);
        break;
      case 'suite end':
        this.#suites.pop();
    }
    this.#events.emit(event.kind, { title: event.title });
  }

  /** Prints the sums, and what failed. */
  end(): void {
    this.#stats.end = new Date();
    this.#stats.duration = Number(this.#stats.end) - Number(this.#stats.start);
    this.#events.emit('end');
    if (this.#flaky.length > 0) {
      process.stdout.write(`  ${this.#flaky.length} flaky\n\n`);
      Mocha.reporters.Base.list(this.#flaky.map(asTest));
    }
    this.#listUnexplained();
  }

  #expectReason(titles: readonly string[], { durationMs, slowMs }: Pass): void {
    if (slowMs === Infinity || !lacksReason(titles, durationMs)) return;
    this.#unexplained.push(titles.join(' ').trim());
  }

  /** Prints a warning and does not fail: on a busy machine, any test may take longer. */
  #listUnexplained(): void {
    if (this.#unexplained.length === 0) return;
    const lines = this.#unexplained.map((title) => `    ${title}\n`).join('');
    const count = this.#unexplained.length;
    process.stdout.write(
      `  ${count} over ${explainedMs / 1_000} s without a reason in the title\n${lines}\n`,
    );
  }
}

type Failure = Extract<TestEvent, { kind: 'fail' }>;
type Pass = Extract<TestEvent, { kind: 'pass' }>;

/** A failed test as Mocha's list of failures reads it. */
function asTest(event: Failure): Mocha.Test {
  const test = { ...failed(event), err: Object.assign(new Error(), event.error) };
  return test as unknown as Mocha.Test;
}

function failed({ titlePath }: Failure) {
  return { title: titlePath.at(-1), titlePath: () => titlePath, fullTitle: () => titlePath.join(' ') };
}
