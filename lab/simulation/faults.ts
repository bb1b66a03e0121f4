import { gateways, type PlannedFault, type Schedule } from './schedule.ts';
import type { StatementFault } from './servers/databaseFaults.ts';
import { identOf, type World } from './world.ts';

/** Milliseconds that a frozen process stays so at most: its calls would only time out. */
const maxFrozenMs = 4_000;

/** Faults after which another worker may get the jobs of one that lives. */
const lapses: ReadonlySet<string> = new Set([
  'worker frozen',
  'jobs taken back',
  'redis stopped',
  'redis failed over',
  'redis connections cut',
]);

/** Lets the faults of a schedule happen at their times. */
export function injectFaults({ faults }: Schedule, world: World): void {
  for (const fault of faults)
    setTimeout(() => {
      world.note('fault', fault.kind, fault);
      if (lapses.has(fault.kind)) world.lapses += 1;
      inject(fault, world);
    }, fault.atMs);
}

/** Milliseconds after which all faults of a schedule are over. */
export function endOf({ faults }: Schedule): number {
  return Math.max(0, ...faults.map(({ atMs, ms }) => atMs + Math.min(ms, maxFrozenMs)));
}

function inject({ kind, target, ms }: PlannedFault, world: World): void {
  const { redis, databaseFaults: database } = world;
  switch (kind) {
    case 'worker killed':
      return world.kill(target);
    case 'worker frozen':
      return world.workers[target]?.host.hold(Math.min(ms, maxFrozenMs));
    case 'gateway killed':
      return world.killGateway(target % gateways);
    case 'gateway frozen':
      return world.gateways[target % gateways]?.host.hold(Math.min(ms, maxFrozenMs));
    case 'redis stopped':
      return redis.stop(ms);
    case 'redis failed over':
      return redis.failOver(Math.min(ms, 1_000), 200);
    case 'redis emptied':
      return redis.empty(ms);
    case 'redis full':
      return redis.runOutOfMemory(ms);
    case 'redis connections cut':
      return redis.stop(0);
    case 'replies lost':
      return redis.state.streams.clear();
    case 'jobs taken back':
      for (const job of redis.state.jobs.values()) job.lockedUntil = 0;
      return;
    case 'database stopped':
      return database.stop(ms);
    case 'database connections cut':
      return database.cutAll();
    case 'record locked':
      return void database.lock(1 + target, identOf(1 + target, 0), ms);
    default:
      return database.arm(kind satisfies StatementFault);
  }
}
