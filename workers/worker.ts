import type { Redis } from 'ioredis';
import { requireMigrated } from '../migrations/index.ts';
import type { Call } from '../shared/call.ts';
import { type Clock, SharedClock } from '../shared/clock.ts';
import type { Reply } from '../shared/envelope.ts';
import { Lifecycle } from '../shared/lifecycle.ts';
import type { Tell } from '../shared/log.ts';
import { type Resource, resourceOf } from '../shared/operations/operation.ts';
import { connectToWait, reached } from '../shared/redis.ts';
import { Coalescer, type RunSet } from './coalescer.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { Implementation } from './implementation.ts';
import { independentSets } from './independence.ts';
import { JobProcessor } from './jobProcessor.ts';
import { startMaintenance } from './maintenance/maintenance.ts';
import { implementations } from './operations/index.ts';
import { tellPresence } from './presence.ts';
import { jobBlockMs, serveQueue } from './queueWorker.ts';
import { ReplySender } from './replySender.ts';
import { SetRunner } from './sets/setRunner.ts';
import { Inbox } from './stores/inbox.ts';
import { type SuspectRunner, Suspects } from './suspects.ts';

interface WorkerSettings {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly databasePool: number;
  /** Jobs in progress at once, for each resource. */
  readonly concurrency: number;
}

/** A running worker process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Jobs in progress that a coalescer can draw from; each may carry many calls. */
export const usualConcurrency = 64;

/**
 * Milliseconds that a statement may take. Longer than one waits for a lock, and short enough for a set that a silent
 * database held to run again within its calls' deadline.
 */
const statementMs = 4_000;

/** Serves the queues of some resources: queue to database to reply. Rejects when the database is not migrated. */
export async function startWorker(
  served: readonly Resource[],
  settings: WorkerSettings,
  tell: Tell,
): Promise<Worker> {
  const lifecycle = new Lifecycle((part) => tell('stop_overran', { part }));
  const database = openDatabase(settings.databaseUrl, settings.databasePool, statementMs);
  lifecycle.onStop('database', () => database.destroy());
  const redis = connectToWait(settings.redisUrl, tell, jobBlockMs);
  lifecycle.onStop('redis', () => redis.disconnect());
  await Promise.all([requireMigrated(database), reached(redis)]).catch(async (error) => {
    await lifecycle.stop();
    throw error;
  });

  const clock = await SharedClock.start(redis);
  lifecycle.onStop('clock', () => clock.stop());
  const jobs = jobProcessor(served, redis, { database, clock, tell });
  const queues = served.map((resource) => serveQueue(resource, jobs, redis, settings.concurrency, tell));
  lifecycle.onStop('queues', () => Promise.all(queues.map((queue) => queue.close())), 10_000);
  if (served.includes('account')) startMaintenance(new Inbox(database), settings.redisUrl, lifecycle, tell);
  lifecycle.onStop('presence', tellPresence(redis, served));
  tell('started', { resources: served });
  return { stop: () => lifecycle.stop() };
}

/** What becomes of the calls for these resources. */
function jobProcessor(
  served: readonly Resource[],
  redis: Redis,
  parts: { readonly database: Database; readonly clock: Clock; readonly tell: Tell },
): JobProcessor {
  const own = Object.values(implementations).filter(({ contract }) => served.includes(resourceOf(contract)));
  const runners = new Map<string, SuspectRunner>();
  const coalescers = new Map<string, Coalescer>();
  for (const implementation of own) {
    const { name } = implementation.contract;
    const setRunner = new SetRunner(implementation, parts);
    const runSet: RunSet = (calls) => setRunner.run(calls);
    runners.set(name, suspectRunner(implementation, setRunner));
    coalescers.set(name, new Coalescer(implementation, runSet, parts.tell));
  }
  const suspects = new Suspects(redis, runners, parts.tell);
  return new JobProcessor({ coalescers, suspects, replies: new ReplySender(redis), tell: parts.tell });
}

/** Runs calls of any records: those that may not share a set, one set after the other. */
function suspectRunner(implementation: Implementation, setRunner: SetRunner): SuspectRunner {
  const run: RunSet = async (calls) => {
    const replies = new Map<Call, Reply | undefined>();
    for (const set of independentSets(calls, implementation))
      for (const [at, reply] of (await setRunner.run(set)).entries()) replies.set(set[at] as Call, reply);
    return calls.map((call) => replies.get(call));
  };
  return { run, remembered: (call) => setRunner.remembered(call) };
}
