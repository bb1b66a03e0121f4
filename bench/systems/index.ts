import { counterfoil } from './counterfoil.ts';
import { direct, plainBullmq } from './peers.ts';
import type { System } from './system.ts';

/** Pool of the peers without `@`: the fastest one that was measured, see README.md. Ours is as large. */
const bestPool = 10;

/** Systems by name; `pool` is the number of database connections of each process. */
const systems: Readonly<Record<string, (name: string, pool: number) => System>> = {
  counterfoil: (name) => counterfoil(name, { gateways: 1, workers: 1 }),
  'counterfoil-2-workers': (name) => counterfoil(name, { gateways: 1, workers: 2 }),
  'counterfoil-2-gateways': (name) => counterfoil(name, { gateways: 2, workers: 1 }),
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
