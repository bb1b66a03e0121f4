import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnosis } from '../../observe/diagnosis/diagnosis.ts';
import { fullHostShare } from '../../observe/diagnosis/signals.ts';
import type { Report } from '../../observe/report/statusReport.ts';
import { start } from '../../test/support/command.ts';
import { drawing } from '../../test/support/random.ts';
import { type Running } from '../../test/support/running.ts';
import type { FaultedSet } from './faultedSet.ts';
import { type CallFigures, MixedLoad } from './mixedLoad.ts';
import { follow } from './remedies.ts';
import { type FiredAlert, SetAlerts } from './setAlerts.ts';
import type { SetFault } from './setFault.ts';

export interface Reading {
  /** Seconds since the fault. */
  readonly at: number;
  readonly diagnosis: Diagnosis;
  readonly isRight: boolean;
  /** The reading accuses a part or an account that is innocent. */
  readonly accuses: boolean;
  readonly isMachineFull: boolean;
}

export interface FaultTrial {
  readonly name: string;
  readonly isControl: boolean;
  /** Alerts that name it, and those that fired within a minute. */
  readonly alerts: readonly string[];
  readonly fired: readonly FiredAlert[];
  /** Figures of the clients' calls before the fault and during it. */
  readonly before: CallFigures;
  readonly during: CallFigures;
  /** All readings until the last second of the times. */
  readonly readings: readonly Reading[];
  /** Commands that were followed. */
  readonly followed: readonly string[];
  /** Seconds from the remedy to the first reading that is right about the end; undefined if there is none. */
  readonly endedAfter: number | undefined;
}

/** Rates need two scrapes. */
const warmUpMs = 25_000;
/** Part of the warm-up that is not measured: connections and pools are new. */
const coldMs = 10_000;
/** Seconds within which an alert must name a fault that harms clients. */
export const alertSeconds = 60;
const recoveryMs = 40_000;

interface TrialOptions {
  readonly set: FaultedSet;
  readonly seed: number;
  readonly rate: number;
  /** Seconds at which the status is judged; the last one ends the trial. */
  readonly times: readonly number[];
}

/** Makes a fault under load, reads the status all the time, follows the remedy, and waits for the end of the fault. */
export async function tryFault(
  fault: SetFault,
  { set, seed, rate, times }: TrialOptions,
): Promise<FaultTrial> {
  const draw = drawing(seed);
  const bigShare = draw.below(60) / 100;
  const load = new MixedLoad({ set, draw, rate, bigShare });
  const alerts = await SetAlerts.start(set);
  await delay(coldMs);
  load.takeFigures();
  await delay(warmUpMs - coldMs);
  const watch = await StatusWatch.start(set.environment);
  const before = load.takeFigures();
  const harmed = await fault.harm({ set, load, draw }).catch(async (error: Error) => {
    await alerts.stop();
    await watch.stop();
    await load.stop();
    throw error;
  });
  const startedAt = performance.now();
  const secondsNow = () => (performance.now() - startedAt) / 1_000;
  watch.reset();
  alerts.reset();
  let isUndone = false;
  try {
    await delay((times.at(-1) ?? 60) * 1_000);
    const during = load.takeFigures();
    const seen = watch.seen.map((each) => readingOf(fault, harmed.named, each, startedAt));
    const last = seen.at(-1);
    const fired = alerts.fired.filter(({ at }) => at <= alertSeconds);
    const remedyAt = secondsNow();
    const followed = last?.isRight ? await follow(set, last.diagnosis.help) : [];
    if (followed.length === 0) {
      isUndone = true;
      await harmed.undo();
    }
    const endedAfter = await endOf(fault, watch, remedyAt, secondsNow);
    return {
      name: fault.name,
      isControl: fault.expected[0] === 'none',
      alerts: fault.alerts ?? [],
      fired,
      before,
      during,
      readings: seen,
      followed,
      endedAfter,
    };
  } finally {
    await alerts.stop();
    await watch.stop();
    await load.stop();
    if (!isUndone) await harmed.undo();
  }
}

/** Waits until the fault is named no more. */
async function endOf(
  { expected }: SetFault,
  watch: StatusWatch,
  since: number,
  secondsNow: () => number,
): Promise<number | undefined> {
  watch.reset();
  const isOver = () => {
    const last = watch.seen.at(-1);
    return last && (expected[0] === 'none' || !expected.includes(last.report.diagnosis.bottleneck));
  };
  const until = performance.now() + recoveryMs;
  while (performance.now() < until) {
    if (isOver()) return secondsNow() - since;
    await delay(500);
  }
  return undefined;
}

function readingOf(
  { expected }: SetFault,
  named: string | undefined,
  { report, at }: Seen,
  startedAt: number,
): Reading {
  const { diagnosis, warnings } = report;
  const { bottleneck, text } = diagnosis;
  const isMachineFull = report.processes.some(({ load }) => (load.hostBusy ?? 0) >= fullHostShare);
  const isNamed =
    !named || [text, ...warnings].some((line) => line.includes(named)) || diagnosis.of === named;
  const isRight = expected.includes(bottleneck) && isNamed;
  const harmless = ['none', 'unclear', ...(isMachineFull ? ['machine'] : [])];
  return {
    at: (at - startedAt) / 1_000,
    diagnosis,
    isRight: isRight || (expected[0] === 'none' && isNamed && harmless.includes(bottleneck)),
    accuses: !isRight && !harmless.includes(bottleneck),
    isMachineFull,
  };
}

interface Seen {
  readonly at: number;
  readonly report: Report;
}

/** Runs `counterfoil status --watch --json` and keeps its lines. */
class StatusWatch {
  readonly #running: Running;
  seen: Seen[] = [];

  private constructor(running: Running) {
    this.#running = running;
    let rest = '';
    running.child.stdout?.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#add(line);
    });
  }

  static async start(env: Readonly<Record<string, string>>): Promise<StatusWatch> {
    return new StatusWatch(await start(['status', '--watch', '--json'], { env }));
  }

  reset(): void {
    this.seen = [];
  }

  async stop(): Promise<void> {
    this.#running.child.kill('SIGINT');
    await this.#running.ended;
  }

  /** Keeps a line of JSON; while Redis does not answer, the command prints other lines. */
  #add(line: string): void {
    if (line.startsWith('{')) this.seen.push({ at: performance.now(), report: JSON.parse(line) });
  }
}
