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

/** An operation that clients may name, with the reader of its requests. */
export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (sent: Body | Members) => Reading<AnyOperation>;
  /** Whether a request of it may have a member of this name; of an object, which members that may have. */
  readonly knows: IsUsed;
}

/** Where the name of an operation leads a request. */
export type Route = CallRoute | BatchRoute | Nowhere;

/** To a call of the operation. */
interface CallRoute extends Admitted {
  readonly kind: 'call';
  readonly operation: PublicOperation;
  /** Whether a batch may contain it. */
  readonly isBatched: boolean;
  /** Whether it has no effect. */
  readonly isRead: boolean;
}

/** To many calls. */
interface BatchRoute extends Admitted {
  readonly kind: 'batch';
  readonly isRead: false;
}

/** To a refusal. */
interface Nowhere {
  readonly kind: 'nowhere';
  readonly code: 'method_missing' | 'method_unknown' | 'method_mismatch';
  readonly maxBodyBytes: number;
  readonly isRead: false;
}

/** What there has to be room for. */
interface Admitted {
  readonly lane: Lane;
  /** Whose queues it waits in, as far as that is known before the body is read. */
  readonly resources: readonly Resource[];
  /** Bytes that the body of the request may have. */
  readonly maxBodyBytes: number;
}

/** Bytes of the body of a single call, or of the data of an entry in a batch. */
export const maxBodyBytes = 1_048_576;

/** Of a request whose header names another operation than its path. */
export const mismatched: Nowhere = { kind: 'nowhere', code: 'method_mismatch', maxBodyBytes, isRead: false };

const unnamed: Nowhere = { kind: 'nowhere', code: 'method_missing', maxBodyBytes, isRead: false };
const unknown: Nowhere = { kind: 'nowhere', code: 'method_unknown', maxBodyBytes, isRead: false };

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...Object.values<AnyOperation>(publicOperations).map(
    (contract) => [contract.name, callRoute(contract)] as const,
  ),
  ...Object.values(gatewayOperations).map((contract) => [contract.name, batchRoute(contract)] as const),
]);

/** The route of a request or entry that names an operation so. */
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
