import path from 'node:path';
import type { Resource } from '../../../shared/contract/operations/operation.ts';
import { roleHeapLimit } from '../../../up/roles/roleProcess.ts';
import { type WorkerCounts, workerRoles } from '../../../up/roles/roles.ts';
import { resourcesOf } from '../data/scenarios.ts';
import { startGroup } from './group.ts';
import type { System } from './system.ts';

/** Workers that run besides those of the scenario's resources. */
const min: WorkerCounts = {
  account: 1,
  customer: 0,
  address: 0,
  article: 0,
  order: 0,
  changes: 0,
  webhook: 0,
  bulk: 0,
};

interface Numbers {
  readonly gateways: number;
  readonly workers: number;
  readonly others?: readonly Resource[];
  /** Workers of batches; one by default. */
  readonly bulk?: number;
  /** Compiled checkout to run; this one by default. */
  readonly folder?: string;
}

export function counterfoil(
  name: string,
  { gateways, workers, others = [], bulk = 1, folder = '.' }: Numbers,
): System {
  const program = path.resolve(folder, 'dist/cli/main.js');
  const gateway = { part: 'gateway', line: [roleHeapLimit, program, 'gateway'] } as const;
  const worker = (role: readonly string[]) =>
    ({ part: 'worker', line: [roleHeapLimit, program, ...role] }) as const;
  return {
    name,
    start: (scenario, context) => {
      const used = Object.fromEntries(
        [...resourcesOf(scenario), ...others].map((resource) => [resource, workers]),
      );
      const back = [
        ...workerRoles({ ...min, ...used }).map(({ parameters }) => worker(parameters)),
        ...times(bulk, () => worker(['worker', 'all', '--lane', 'bulk'])),
      ];
      return startGroup(
        back,
        times(gateways, () => gateway),
        context,
      );
    },
  };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
