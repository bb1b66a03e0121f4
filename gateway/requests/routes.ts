import type { Lane } from '../../shared/calls/queues.ts';
import { type Body, inputReader, knownNames, type Members, type Reading } from '../../shared/input/reader.ts';
import { gatewayOperations, publicOperations } from '../../shared/operations/index.ts';
import {
  type AnyOperation,
  isBatched,
  type Resource,
  resourceOf,
} from '../../shared/operations/operation.ts';
import type { Field } from '../../shared/resources/field.ts';
import type { IsUsed } from '../json/values.ts';

export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (sent: Body | Members) => Reading<AnyOperation>;
  /** Tells which members a request may have, including those of nested objects. */
  readonly knows: IsUsed;
}

export type Route = CallRoute | BatchRoute | Nowhere;

interface CallRoute extends Admitted {
  readonly kind: 'call';
  readonly operation: PublicOperation;
  readonly isBatched: boolean;
  readonly isRead: boolean;
}

interface BatchRoute extends Admitted {
  readonly kind: 'batch';
  readonly isRead: false;
}

interface Nowhere {
  readonly kind: 'nowhere';
  readonly code: 'method_missing' | 'method_unknown' | 'method_mismatch';
  readonly maxBodyBytes: number;
  readonly isRead: false;
}

interface Admitted {
  readonly lane: Lane;
  /** Resources whose queues the request waits in, as far as known before the body is read. */
  readonly resources: readonly Resource[];
  readonly maxBodyBytes: number;
}

/** Limit for the body of a single call, or for the data of an entry in a batch. */
export const maxBodyBytes = 1_048_576;

export const mismatched: Nowhere = { kind: 'nowhere', code: 'method_mismatch', maxBodyBytes, isRead: false };

const unnamed: Nowhere = { kind: 'nowhere', code: 'method_missing', maxBodyBytes, isRead: false };
const unknown: Nowhere = { kind: 'nowhere', code: 'method_unknown', maxBodyBytes, isRead: false };

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...Object.values<AnyOperation>(publicOperations).map(
    (contract) => [contract.name, callRoute(contract)] as const,
  ),
  ...Object.values(gatewayOperations).map((contract) => [contract.name, batchRoute(contract)] as const),
]);

export function routeOf(method: string): Route {
  return routes.get(method) ?? (method === '' ? unnamed : unknown);
}

function callRoute(contract: AnyOperation): CallRoute {
  return {
    kind: 'call',
    operation: { contract, read: inputReader(contract), knows: usedNames(contract) },
    isBatched: isBatched(resourceOf(contract)),
    isRead: contract.kind === 'reads',
    lane: 'interactive',
    resources: [resourceOf(contract)],
    maxBodyBytes,
  };
}

function usedNames(contract: AnyOperation): IsUsed {
  const names = knownNames(contract);
  const fields = new Map(Object.entries<Field>(contract.input));
  return (name) => {
    const members = fields.get(name)?.members;
    return members ? (member) => Object.hasOwn(members, member) : names.has(name);
  };
}

function batchRoute({ maxBytes }: { readonly maxBytes: number }): BatchRoute {
  return { kind: 'batch', isRead: false, lane: 'bulk', resources: [], maxBodyBytes: maxBytes };
}
