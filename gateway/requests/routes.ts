import {
  type Body,
  inputReader,
  knownNames,
  type Members,
  type Reading,
} from '../../shared/contract/input/reader.ts';
import { operationPath } from '../../shared/contract/keys/signedText.ts';
import { gatewayOperations, publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { changesList } from '../../shared/contract/operations/changes.list.ts';
import {
  type AnyOperation,
  isBatched,
  maxBodyBytes,
  type Resource,
  resourceOf,
} from '../../shared/contract/operations/operation.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import type { Lane } from '../../shared/wire/queues.ts';
import type { IsUsed } from '../json/values.ts';

/** Address of a single operation, which names it. Paths of another form are unknown, whatever follows. */
const namedPath = /^\/api\/v1\/([A-Za-z]{1,31}\.[A-Za-z]{1,31})$/;

export function pathOf(operation: string): string {
  return `${operationPath}/${operation}`;
}

/** Scheme and host of a target in absolute form, which servers must accept (RFC 9112, section 3.2.2). */
const origin = /^https?:\/\/[^/?#\\]*/i;

/** Path of a request target, byte for byte. Koa's `ctx.path` takes `\` for `/` and drops everything after `#`. */
export function sentPath(target: string): string {
  const [path = ''] = target.replace(origin, '').split('?', 1);
  return path;
}

/** Operation that a path names: empty if a header must name it, undefined if operations are not called at this path. */
export function operationIn(path: string): string | undefined {
  if (path === operationPath) return '';
  return namedPath.exec(path)?.[1];
}

/** Paths of load balancers and monitoring systems. Metrics are on another port, so `/metrics` gets 404 here. */
export const probePaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

export const healthPaths: readonly string[] = ['/healthz', '/readyz'];

export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (sent: Body | Members) => Reading<AnyOperation>;
  /** Tells which members a request may have, including those of nested objects. */
  readonly knows: IsUsed;
}

export type Route = CallRoute | BatchRoute | UnknownRoute;

interface CallRoute extends Admitted {
  /** A request of `changes.list` may wait for changes. */
  readonly kind: 'call' | 'changes';
  readonly operation: PublicOperation;
  readonly isBatched: boolean;
  readonly isRead: boolean;
}

interface BatchRoute extends Admitted {
  readonly kind: 'batch';
  readonly isRead: false;
}

interface UnknownRoute {
  readonly kind: 'unknown';
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

export const mismatched: UnknownRoute = {
  kind: 'unknown',
  code: 'method_mismatch',
  maxBodyBytes,
  isRead: false,
};

const unnamed: UnknownRoute = { kind: 'unknown', code: 'method_missing', maxBodyBytes, isRead: false };
const unknown: UnknownRoute = { kind: 'unknown', code: 'method_unknown', maxBodyBytes, isRead: false };

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
    kind: contract.name === changesList.name ? 'changes' : 'call',
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
