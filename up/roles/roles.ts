import { type Resource, resources } from '../../shared/contract/operations/operation.ts';
import { queuesOf } from '../../shared/wire/queues.ts';

export interface Role {
  readonly kind: RoleKind;
  readonly name: string;
  readonly parameters: readonly string[];
}

export const workerKinds = [...resources, 'bulk'] as const;
type WorkerKind = (typeof workerKinds)[number];

export type WorkerCounts = Readonly<Record<WorkerKind, number>>;

/** Two for accounts: while none runs, calls of apps that the gateway has not seen lately must wait. */
export const defaultWorkers: WorkerCounts = {
  account: 2,
  customer: 1,
  address: 1,
  article: 1,
  order: 1,
  changes: 1,
  webhook: 1,
  bulk: 1,
};

/** Roles that get the secret keys: gateways verify signatures, and webhooks are signed. */
export const rolesWithKeys: readonly string[] = ['gateway', 'webhook'];

export const roleKinds = ['gateway', ...workerKinds] as const;
type RoleKind = (typeof roleKinds)[number];

export type RoleCounts = Readonly<Record<RoleKind, number>>;

/** Gateways behind a shared port get their connections from `up`. */
export const fromParentOption = '--connections-from-parent';

/** Returns roles of which the second of a kind has its number in its name. */
export function rolesOf(counts: RoleCounts): readonly Role[] {
  return roleKinds.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => roleOf(kind, index + 1)),
  );
}

export function workerRoles(counts: WorkerCounts): readonly Role[] {
  return rolesOf({ ...counts, gateway: 0 });
}

/** Numbers begin at 1. */
function roleOf(kind: RoleKind, number: number): Role {
  const parameters = parametersOf(kind);
  const words = parameters.filter((word) => !word.startsWith('--'));
  const name = [...words, ...(number > 1 ? [number] : [])].join(' ');
  return { kind, name, parameters };
}

const inBatches = queuesOf(undefined, ['bulk']).map(({ resource }) => resource);

function parametersOf(kind: RoleKind): readonly string[] {
  if (kind === 'gateway') return ['gateway'];
  return kind === 'bulk' ? ['worker', ...inBatches, '--lane', 'bulk'] : ['worker', kind, ...laneOf(kind)];
}

/** Batches have a process of their own, with a lower priority. */
function laneOf(resource: Resource): readonly string[] {
  return inBatches.includes(resource) ? ['--lane', 'interactive'] : [];
}
