import path from 'node:path';
import { heapLimit } from '../../cli/up/roleProcess.ts';
import { bulkWorker, workerOf } from '../../cli/up/roles.ts';
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
  const worker = (role: readonly string[]) =>
    ({ part: 'worker', line: [heapLimit, program, ...role] }) as const;
  return {
    name,
    start: (scenario, surroundings) => {
      const resources = resourcesOf(scenario);
      const each = times(workers, () => resources.map(workerOf)).flat();
      const back = [workerOf('account'), ...each, bulkWorker()].map(worker);
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
