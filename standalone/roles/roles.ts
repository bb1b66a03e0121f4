import { queuesOf } from '../../shared/calls/queues.ts';
import { type Resource, resources } from '../../shared/operations/operation.ts';

/** A gateway or worker process of `up`. */
export interface Role {
  readonly kind: RoleKind;
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
  changes: 1,
  bulk: 1,
};

/** The kinds of processes, in the order in which they are listed. */
export const roleKinds = ['gateway', ...workerKinds] as const;
export type RoleKind = (typeof roleKinds)[number];

/** How many processes of each kind, gateways included. */
export type RoleCounts = Readonly<Record<RoleKind, number>>;

/** The gateways behind a port that they share get their connections from `up`. */
export const fromParentOption = '--connections-from-parent';

/** Every process, each in every call the same object; the second of a kind has its number in its name. */
export function rolesOf(counts: RoleCounts): readonly Role[] {
  return roleKinds.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => roleOf(kind, index + 1)),
  );
}

/** Every worker process. */
export function workerRoles(counts: WorkerCounts): readonly Role[] {
  return rolesOf({ ...counts, gateway: 0 });
}

const known = new Map<string, Role>();

/** The process of a kind with this number, from 1. */
export function roleOf(kind: RoleKind, number: number): Role {
  const parameters = parametersOf(kind);
  const words = parameters.filter((word) => !word.startsWith('--'));
  const name = [...words, ...(number > 1 ? [number] : [])].join(' ');
  const role = known.get(name) ?? { kind, name, parameters };
  known.set(name, role);
  return role;
}

export const gatewayRole = roleOf('gateway', 1);

const inBatches = queuesOf(undefined, ['bulk']).map(({ resource }) => resource);

function parametersOf(kind: RoleKind): readonly string[] {
  if (kind === 'gateway') return ['gateway'];
  return kind === 'bulk' ? ['worker', ...inBatches, '--lane', 'bulk'] : ['worker', kind, ...laneOf(kind)];
}

/** Batches have a process of their own, with a lower priority than the others. */
function laneOf(resource: Resource): readonly string[] {
  return inBatches.includes(resource) ? ['--lane', 'interactive'] : [];
}
