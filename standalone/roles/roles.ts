import { queuesOf } from '../../shared/calls/queues.ts';
import { type Resource, resources } from '../../shared/operations/operation.ts';

/** A gateway or worker process of `up`. */
export interface Role {
  /** In messages, and in the name of its log file. */
  readonly name: string;
  /** The arguments of `counterfoil`. */
  readonly parameters: readonly string[];
}

/** The kinds of worker processes of `up`: one for each resource, and one for all batches. */
export const workerKinds = [...resources, 'bulk'] as const;
type WorkerKind = (typeof workerKinds)[number];

/** How many processes of each kind. */
export type WorkerCounts = Readonly<Record<WorkerKind, number>>;

/** Two for accounts: while none runs, calls of apps that the gateway has not seen lately must wait. */
export const defaultWorkers: WorkerCounts = {
  account: 2,
  customer: 1,
  address: 1,
  article: 1,
  order: 1,
  bulk: 1,
};

export const gatewayRole: Role = { name: 'gateway', parameters: ['gateway'] };

/** Every worker process; the second of a kind has its number in its name. */
export function workerRoles(counts: WorkerCounts): readonly Role[] {
  return workerKinds.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => {
      const parameters = parametersOf(kind);
      const words = parameters.filter((word) => !word.startsWith('--'));
      return { name: [...words, ...(index > 0 ? [index + 1] : [])].join(' '), parameters };
    }),
  );
}

const inBatches = queuesOf(undefined, ['bulk']).map(({ resource }) => resource);

function parametersOf(kind: WorkerKind): readonly string[] {
  return kind === 'bulk' ? ['worker', ...inBatches, '--lane', 'bulk'] : ['worker', kind, ...laneOf(kind)];
}

/** Batches have a process of their own, with a lower priority than the others. */
function laneOf(resource: Resource): readonly string[] {
  return inBatches.includes(resource) ? ['--lane', 'interactive'] : [];
}
