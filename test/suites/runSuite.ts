import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Suite, type SuiteResult, skippedExitCode } from './suite.ts';

interface Run {
  /** The folder of the file that gets what the suite prints. */
  readonly logs: string;
  /** True if it is printed as well. */
  readonly isShown: boolean;
  /** Ends the suite, with what it has started. */
  readonly signal: AbortSignal;
  /** Minutes after which it is ended, and counts as not run; none by default. */
  readonly minutesLeft?: number;
  /** Arguments that follow the command's own. */
  readonly args?: readonly string[];
}

/** A suite that takes so many times as long as it should hangs. */
const patience = 3;

/** Milliseconds in which a suite that is ended stops its servers. */
const graceMs = 30_000;

/** The file that keeps a suite's output until its next run. */
export function logOf(suite: Suite, logs: string): string {
  return path.join(logs, `${suite.name}.log`);
}

/** Runs a suite to its end; never rejects. */
export async function runSuite(
  suite: Suite,
  { logs, isShown, signal, minutesLeft = Number.POSITIVE_INFINITY, args = [] }: Run,
): Promise<SuiteResult> {
  const startedAt = performance.now();
  const maxMinutes = patience * suite.minutes;
  const limit = AbortSignal.timeout(Math.round(Math.min(maxMinutes, minutesLeft) * 60_000));
  const [program = '', ...own] = suite.command;
  // A group of its own: what it starts ends with it.
  const child = spawn(program, [...own, ...args], {
    env: { ...suite.env, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kept = keepOutput(child, logOf(suite, logs), isShown);
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    signalGroup(child, 'SIGTERM');
    killing = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };
  for (const reason of [limit, signal]) reason.addEventListener('abort', end);
  const code: number | Error | null = await once(child, 'close').then(
    ([exitCode]) => exitCode,
    (error: Error) => error,
  );
  for (const reason of [limit, signal]) reason.removeEventListener('abort', end);
  clearTimeout(killing);
  await kept.end();
  const minutes = (performance.now() - startedAt) / 60_000;
  const output = readFileSync(logOf(suite, logs), 'utf8');
  const known = {
    passed: count('passing', output),
    failed: count('failing', output),
    flaky: count('flaky', output),
  };
  if (code === 0) return { ...known, outcome: 'passed', minutes };
  if (limit.aborted && minutesLeft < maxMinutes)
    return { ...known, outcome: 'skipped', minutes, reason: 'ended early: no time was left' };
  if (limit.aborted)
    return {
      ...known,
      outcome: 'failed',
      minutes,
      reason: `ended after ${patience} times its ${suite.minutes} minutes`,
    };
  if (signal.aborted) return { ...known, outcome: 'failed', minutes, reason: 'stopped before its end' };
  const reason = code instanceof Error ? code.message : (firstFailure(output) ?? lastLineOf(output));
  return { ...known, outcome: code === skippedExitCode ? 'skipped' : 'failed', minutes, reason };
}

/** The number before "passing", "failing" or "flaky" at the end of what Mocha printed; 0 without Mocha. */
function count(what: string, output: string): number {
  const [last] = [...output.matchAll(new RegExp(`^ {2}(\\d+) ${what}\\b`, 'gm'))].slice(-1);
  return Number(last?.[1] ?? 0);
}

/** Lines of a failed suite that has no Mocha. */
const lastLines = 60;

/** Failures of a suite and its flaky tests, as it printed them at its end. */
export function endOf(suite: Suite, logs: string): string {
  const output = readFileSync(logOf(suite, logs), 'utf8');
  const failing = output.search(/^ {2}\d+ (failing|flaky)\b/m);
  return failing >= 0 ? output.slice(failing) : output.split('\n').slice(-lastLines).join('\n');
}

/** Number of failed tests, and the first of them; undefined without Mocha. Its last lines may be of a flaky test. */
function firstFailure(output: string): string | undefined {
  const found = /^ {2}(\d+) failing\n\s+1\) (.+)\n\s+(.+)$/m.exec(output);
  return found ? `${found[1]} tests, the first: ${found[2]} ${found[3]}` : undefined;
}

function keepOutput({ stdout, stderr }: ChildProcess, file: string, isShown: boolean) {
  const log = createWriteStream(file);
  for (const stream of [stdout, stderr]) {
    stream?.pipe(log, { end: false });
    if (isShown) stream?.pipe(process.stdout, { end: false });
  }
  return { end: () => once(log.end(), 'finish') };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

function lastLineOf(output: string): string {
  return output.trimEnd().split('\n').at(-1)?.trim() ?? '';
}
