import { execFileSync } from 'node:child_process';
import type { Suite } from './suite.ts';

const dayMs = 86_400_000;

/** The day and the changes that decide which suites run. */
export interface Today {
  /** The day of the year, from 1 on. */
  readonly day: number;
  /** Files that the commits of the last day changed, and files that are not committed. */
  readonly changed: readonly string[];
}

/** Reasons why a suite runs, in the order in which suites run if there is not enough time for all. */
export const dueReasons = ['always', 'its day', 'changed'] as const;
export type DueReason = (typeof dueReasons)[number];

/** Returns the suites of a day in the order in which they run. If there is not enough time, the last ones are left out. */
export function dueSuites(
  suites: readonly Suite[],
  today: Today,
): Readonly<Record<DueReason, readonly Suite[]>> {
  const turns = turnsOf(suites);
  const dueFor = (reason: DueReason) => suites.filter((suite) => dueReason(suite, turns, today) === reason);
  const itsDay = dueFor('its day');
  const isRunAnyway = ({ partOf }: Suite) => itsDay.some(({ name }) => name === partOf);
  return {
    always: dueFor('always').filter((suite) => !isRunAnyway(suite)),
    'its day': itsDay,
    // Sorted by their next day, so that each day leaves out other suites.
    changed: dueFor('changed').toSorted((a, b) => daysUntil(a, turns, today) - daysUntil(b, turns, today)),
  };
}

/** Returns why a suite runs today; undefined if it does not. */
function dueReason({ turn, code }: Suite, turns: number, { day, changed }: Today): DueReason | undefined {
  if (turn === 'always') return 'always';
  if (day % turns === turn) return 'its day';
  return changed.some((file) => code.some((prefix) => file.startsWith(prefix))) ? 'changed' : undefined;
}

function daysUntil({ turn }: Suite, turns: number, { day }: Today): number {
  return turn === 'always' ? 0 : (turn - (day % turns) + turns) % turns;
}

/** Counts the turns that these suites take. */
export function turnsOf(suites: readonly Suite[]): number {
  return Math.max(...suites.map(({ turn }) => (turn === 'always' ? 0 : turn))) + 1;
}

/** The day of the year and what Git says of the last day. Without Git nothing has changed. */
export function today(now = new Date()): Today {
  const firstDay = Date.UTC(now.getUTCFullYear(), 0, 1);
  const committed = git('log', '--since=1.day.ago', '--format=', '--name-only');
  const uncommitted = git('status', '--porcelain', '--no-renames').map((line) => line.slice(3));
  return {
    day: Math.floor((now.getTime() - firstDay) / dayMs) + 1,
    changed: [...new Set([...committed, ...uncommitted])],
  };
}

function git(...args: readonly string[]): readonly string[] {
  try {
    const output = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}
