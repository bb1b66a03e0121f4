import { type MadeCall, makeCalls } from './clients.ts';
import { endOf, injectFaults } from './faults.ts';
import { problemsOf } from './invariants.ts';
import type { Schedule } from './schedule.ts';
import type { SimulatedTime } from './time.ts';
import { World } from './world.ts';

/** Milliseconds between two looks at whether all is done, and that follow when it is. */
const lookMs = 250;
const afterMs = 500;

/** Milliseconds that stopped processes may take to end. */
const stopMs = 10_000;

/** Runs a schedule; resolves to the problems; calls `onNote` for each event. */
export async function simulate(
  schedule: Schedule,
  time: SimulatedTime,
  onNote?: (line: string) => void,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const onRejection = (error: unknown) => problems.push(`unhandled rejection: ${(error as Error)?.stack}`);
  process.on('unhandledRejection', onRejection);
  try {
    time.begin(schedule.seed);
    const world = new World(schedule.seed, onNote);
    const calls = makeCalls(schedule, world);
    injectFaults(schedule, world);
    await runToTheEnd(schedule, world, calls, time);
    problems.push(...problemsOf(schedule, world, calls));
    await stop(world, time);
    const { locked } = world.database;
    if (locked > 0) problems.push(`${locked} rows are still locked`);
    problems.push(...time.leftTimers.map((timer) => `a timer is left: ${timer}`));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return problems;
}

/** Runs until every call is answered and nothing is left to do, but not for much longer than the last deadline. */
async function runToTheEnd(
  schedule: Schedule,
  world: World,
  calls: readonly MadeCall[],
  time: SimulatedTime,
): Promise<void> {
  const lastCall = Math.max(0, ...schedule.calls.map(({ atMs }) => atMs));
  const begin = Math.max(lastCall, endOf(schedule));
  await time.runUntil(begin + lookMs);
  world.databaseFaults.disarm();
  const deadline = Math.max(
    ...schedule.calls.map(({ atMs, deadlineMs }) => atMs + deadlineMs),
    schedule.flood && 60_000,
  );
  while (time.ms < Math.max(begin, deadline) + 8_000 && !isDone(world, calls))
    await time.runUntil(time.ms + lookMs);
  await time.runUntil(time.ms + afterMs);
}

function isDone(world: World, calls: readonly MadeCall[]): boolean {
  const isAnswered = calls.every(({ reply, gateway }) => reply || !gateway.host.isAlive);
  return (
    isAnswered &&
    world.redis.state.jobs.size === 0 &&
    world.workers.every((worker) => worker.host.isAlive && worker.leftovers.jobs === 0)
  );
}

async function stop(world: World, time: SimulatedTime): Promise<void> {
  for (const gateway of world.gateways) gateway.stop();
  const stopped = Promise.all(world.workers.map((worker) => worker.stop()));
  await time.runUntil(time.ms + stopMs);
  await stopped;
}
