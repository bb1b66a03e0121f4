import path from 'node:path';
import { resourcesOf } from '../data/scenarios.ts';
import { startGroup } from './group.ts';
import type { System } from './system.ts';

const program = path.resolve('dist/bench/peer.js');

export function direct(name: string, peer: 'direct' | 'direct-2', pool: number): System {
  const environment = { DATABASE_POOL: String(pool) };
  const server = { part: 'server', line: [program, peer], environment } as const;
  return { name, start: (_, context) => startGroup([], [server], context) };
}

/** Runs the service with one BullMQ job per request, and a worker process for each resource, as we have. */
export function plainBullmq(name: string, pool: number): System {
  const environment = { DATABASE_POOL: String(pool) };
  const gateway = { part: 'gateway', line: [program, 'bullmq-gateway'] } as const;
  const worker = (resource: string) =>
    ({ part: 'worker', line: [program, 'bullmq-worker', resource], environment }) as const;
  return {
    name,
    start: (scenario, context) => startGroup(resourcesOf(scenario).map(worker), [gateway], context),
  };
}
