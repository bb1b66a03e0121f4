import path from 'node:path';
import { heapLimit } from '../../cli/up/roleProcess.ts';
import { resourcesOf } from '../scenarios.ts';
import { startGroup } from './group.ts';
import type { System } from './system.ts';

const program = path.resolve('dist/cli/main.js');

interface Numbers {
  readonly gateways: number;
  /** Of each resource that the scenario uses. */
  readonly workers: number;
}

/** This project, with a process for each role that the scenario needs, as `counterfoil up` runs them. */
export function counterfoil(name: string, { gateways, workers }: Numbers): System {
  const gateway = { part: 'gateway', line: [heapLimit, program, 'gateway'] } as const;
  const worker = (resource: string) =>
    ({ part: 'worker', line: [heapLimit, program, 'worker', resource] }) as const;
  return {
    name,
    start: (scenario, surroundings) => {
      const resources = resourcesOf(scenario);
      const back = [worker('account'), ...times(workers, () => resources.map(worker)).flat()];
      return startGroup(
        back,
        times(gateways, () => gateway),
        surroundings,
      );
    },
  };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
