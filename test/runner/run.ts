import { readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { checkSources } from './checks.ts';
import { fastFolder } from './fastFolder.ts';
import { Lane } from './lane.ts';
import { reported, type TestEvent } from './messages.ts';
import { removeFolder } from './removeFolder.ts';
import { Report } from './report.ts';
import { readOptions } from './runnerOptions.ts';

// Program of `npm test`: runs test files in several processes (lanes) at the same time, each with servers of its own; then, in
// one of them, those that measure time or memory. The sources are checked meanwhile. It prints one result, as Mocha does.

/**
 * Mark in the first line of a test file, which says when it runs. `@alone`: it measures time or memory, so nothing runs beside
 * it. `@early`: it takes long, so it starts before the others.
 */
const mark = /^\/\/ @(alone|early): /;

interface Plan {
  /** Files in the order in which they start. */
  readonly together: readonly string[];
  readonly alone: readonly string[];
}

function planOf(files: readonly string[]): Plan {
  const marks = new Map(files.map((file) => [file, mark.exec(readFileSync(file, 'utf8'))?.[1]]));
  const marked = (wanted: string | undefined) => files.filter((file) => marks.get(file) === wanted);
  return { together: [...marked('early'), ...marked(undefined)], alone: marked('alone') };
}

const options = readOptions(process.argv.slice(2));
const { files, checks, settings, lanes: maxLanes, slowest, endLimitMs } = options;
const { together, alone } = planOf(files);
const folder = await mkdtemp(path.join(fastFolder(), 'counterfoil-tests-'));
// Root's servers run as nobody.
await chmod(folder, 0o755);

/** Number of the first lane of a run that a test started: those below are taken. */
const firstLane = Number(process.env.COUNTERFOIL_TEST_FIRST_LANE ?? 0);
const report = new Report();
const lanes = new Set<Lane>();
const aborted = new AbortController();
const took: FileTime[] = [];
/** Files whose tests failed, with their events, until it is known whether they run again. */
const failedFiles = new Map<string, readonly TestEvent[]>();
/** Lanes in which a test failed: it may have left something open, which is not a second failure. */
const failedLanes = new Set<Lane>();

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => void abort(code));

await runAll();
if (!aborted.signal.aborted) await finish();

async function finish(): Promise<void> {
  await removeFolder(folder);
  if (slowest > 0) process.stdout.write(timesOf(took, slowest));
  report.end();
  process.exitCode = Math.min(report.failures, 255);
}

async function runAll(): Promise<void> {
  const waiting = [...together];
  const indexes = Array.from({ length: Math.min(maxLanes, together.length) }, (_, index) => index);
  const inLanes = indexes.map(async (index) => end(await runFiles(newLane(index), index, waiting)));
  const checked = checks ? checkSources((event) => report.add(event), aborted.signal) : undefined;
  await Promise.all([...inLanes, checked]);
  // Nothing runs beside these, in a process in which earlier files have left nothing.
  if (alone.length > 0) await end(await runFiles(newLane(0), 0, [...alone]));
  await retryFailed();
}

/** A test that passes now is flaky: it is reported as such, with its failure, and does not fail the run. */
async function retryFailed(): Promise<void> {
  const failed = new Map(failedFiles);
  failedFiles.clear();
  if (failed.size <= options.retries)
    for (const file of failed.keys()) await end(await runFiles(newLane(0), 0, [file]));
  for (const [file, events] of failed)
    if (failed.size > options.retries || failedFiles.has(file)) report.addAll(events);
    else report.addFlaky(events);
}

function newLane(index: number): Lane {
  const lane = new Lane({ index: firstLane + index, folder, settings, endLimitMs });
  lanes.add(lane);
  return lane;
}

/** Takes files until none is left; resolves with the lane that did the last one, since a crash needs a new one. */
async function runFiles(started: Lane, index: number, waiting: string[]): Promise<Lane> {
  let lane = started;
  for (let file = waiting.shift(); file !== undefined && !aborted.signal.aborted; file = waiting.shift())
    if (!(await runFile(lane, file)) && !aborted.signal.aborted) {
      lanes.delete(lane);
      lane = newLane(index);
    }
  return lane;
}

/** Resolves with whether the lane can run another one. */
async function runFile(lane: Lane, file: string): Promise<boolean> {
  const startedAt = performance.now();
  const cpuBefore = lane.cpuSeconds;
  // Several lanes would mix their lines.
  const events: TestEvent[] = [];
  try {
    await lane.run(file, (event) => events.push(event));
    return true;
  } catch (error) {
    if (aborted.signal.aborted) return false;
    events.push({ kind: 'fail', titlePath: [file], error: reported(error) }, ...missingEnds(events));
    return false;
  } finally {
    if (events.some(({ kind }) => kind === 'fail')) {
      failedFiles.set(file, events);
      failedLanes.add(lane);
    } else report.addAll(events);
    const cpu = Math.max(0, lane.cpuSeconds - cpuBefore);
    took.push({ file, seconds: (performance.now() - startedAt) / 1_000, cpu });
  }
}

/** The ends of the suites that ran when the process ended: the reporter needs them for its indentation. */
function missingEnds(events: readonly TestEvent[]): readonly TestEvent[] {
  const count = (kind: TestEvent['kind']) => events.filter((event) => event.kind === kind).length;
  return Array.from({ length: count('suite') - count('suite end') }, () => ({
    kind: 'suite end',
    title: '',
  }));
}

async function end(lane: Lane): Promise<void> {
  try {
    await lane.end();
  } catch (error) {
    if (aborted.signal.aborted || failedLanes.has(lane)) return;
    report.add({ kind: 'fail', titlePath: ['the end of a process of tests'], error: reported(error) });
  }
  lanes.delete(lane);
}

/** Servers and processes that tests started end with their lane. */
async function abort(code: number): Promise<never> {
  aborted.abort();
  await Promise.all([...lanes].map((lane) => lane.kill()));
  await removeFolder(folder);
  process.exit(code);
}

/** Times of one test file. */
interface FileTime {
  readonly file: string;
  readonly seconds: number;
  /** CPU seconds, of servers and other processes too. */
  readonly cpu: number;
}

/** The files that took longest, as a table with the sum of all. */
function timesOf(times: readonly FileTime[], count: number): string {
  const sum = (time: (file: FileTime) => number) => times.reduce((total, file) => total + time(file), 0);
  const all = { file: 'all files', seconds: sum(({ seconds }) => seconds), cpu: sum(({ cpu }) => cpu) };
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return [...slowest, all].map(line).join('');
}

function line({ file, seconds, cpu }: FileTime): string {
  return `${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} CPU s  ${file}\n`;
}
