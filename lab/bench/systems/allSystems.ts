import path from 'node:path';
import { resourcesOf } from '../data/scenarios.ts';
import { counterfoil } from './counterfoil.ts';
import { startGroup } from './group.ts';
import type { System } from './system.ts';

/** Pool of the peers without `@`: the fastest one that was measured, see README.md. Ours is as large. */
const bestPool = 10;

/** Systems by name; `pool` is the number of database connections of each process. */
const systems: Readonly<Record<string, (name: string, pool: number) => System>> = {
  counterfoil: (name) => counterfoil(name, { gateways: 1, workers: 1 }),
  'counterfoil-2-workers': (name) => counterfoil(name, { gateways: 1, workers: 2 }),
  'counterfoil-4-workers': (name) => counterfoil(name, { gateways: 1, workers: 4 }),
  'counterfoil-2-gateways': (name) => counterfoil(name, { gateways: 2, workers: 1 }),
  'counterfoil-4-gateways': (name) => counterfoil(name, { gateways: 4, workers: 1 }),
  direct: (name, pool) => direct(name, 'direct', pool),
  'direct-2': (name, pool) => direct(name, 'direct-2', pool),
  'plain-bullmq': (name, pool) => plainBullmq(name, pool),
};

export const systemNames = Object.keys(systems);

/** Accepts `direct`, or `direct@40` for a pool of 40. Returns undefined for unknown names. */
export function systemNamed(name: string): System | undefined {
  const [, kind = '', pool] = /^([\w-]+)(?:@(\d+))?$/.exec(name) ?? [];
  return systems[kind]?.(name, Number(pool ?? bestPool));
}

const peerProgram = path.resolve('dist/lab/bench/peer.js');

function direct(name: string, peer: 'direct' | 'direct-2', pool: number): System {
  const environment = { DATABASE_POOL: String(pool) };
  const server = { part: 'server', line: [peerProgram, peer], environment } as const;
  return { name, start: (_, context) => startGroup([], [server], context) };
}

/** Runs the service with one BullMQ job per request, and a worker process for each resource, as we have. */
function plainBullmq(name: string, pool: number): System {
  const environment = { DATABASE_POOL: String(pool) };
  const gateway = { part: 'gateway', line: [peerProgram, 'bullmq-gateway'] } as const;
  const worker = (resource: string) =>
    ({ part: 'worker', line: [peerProgram, 'bullmq-worker', resource], environment }) as const;
  return {
    name,
    start: (scenario, context) => startGroup(resourcesOf(scenario).map(worker), [gateway], context),
  };
}
