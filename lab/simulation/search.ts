import * as fc from 'fast-check';
import { type Schedule, schedulesOf } from './schedule.ts';
import { simulate } from './simulate.ts';
import { SimulatedTime } from './time.ts';

/** A schedule in which something went wrong, as simple as fast-check could make it. */
export interface Failure {
  readonly seed: number;
  readonly path: string;
  readonly schedule: Schedule;
  readonly problems: string;
}

/** Schedules that are tried at most to make one that fails simpler, and seconds that it may take. */
const maxShrinks = 2_000;
const maxShrinkSeconds = 10;

/** Runs schedules in simulated time; the process must do nothing else meanwhile. */
export class Search {
  readonly #time = new SimulatedTime();

  /** Runs the schedules of a seed; resolves to one that fails, if there is any. */
  async run(seed: number): Promise<Failure | undefined> {
    const { schedules, count } = schedulesOf(seed);
    const mayShrink = shrinkLimit();
    let hasFailed = false;
    const property = fc.asyncProperty(schedules, async (schedule) => {
      if (hasFailed && !mayShrink()) return;
      const problems = await simulate(schedule, this.#time);
      hasFailed ||= problems.length > 0;
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    return failureOf(await fc.check(property, { seed, numRuns: count }));
  }

  /** Runs the schedule at a path again; resolves to the failure, if any; calls `onNote` for each event. */
  async replay(seed: number, path: string, onNote: (line: string) => void): Promise<Failure | undefined> {
    const { schedules } = schedulesOf(seed);
    const property = fc.asyncProperty(schedules, async (schedule) => {
      const problems = await simulate(schedule, this.#time, onNote);
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    return failureOf(await fc.check(property, { seed, path, numRuns: 1, endOnFailure: true }));
  }

  end(): void {
    this.#time.end();
  }
}

function failureOf({
  failed,
  seed,
  counterexample,
  counterexamplePath,
  errorInstance,
}: fc.RunDetails<[Schedule]>) {
  if (!failed || !counterexample) return undefined;
  const problems = (errorInstance as Error).message;
  return { seed, path: counterexamplePath ?? '', schedule: counterexample[0], problems };
}

/** True if another schedule may be tried to make one that fails simpler. The time is the real one, which is not replaced. */
function shrinkLimit(): () => boolean {
  let left = maxShrinks;
  let until: bigint | undefined;
  return () => {
    until ??= process.hrtime.bigint() + BigInt(maxShrinkSeconds) * 1_000_000_000n;
    left -= 1;
    return left > 0 && process.hrtime.bigint() < until;
  };
}
