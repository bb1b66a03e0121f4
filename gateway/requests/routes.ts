import type { IncomingMessage } from 'node:http';
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
  type Resource,
  resourceOf,
} from '../../shared/contract/operations/operation.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import { maxBodyBytes } from '../../shared/contract/values/contractLimits.ts';
import type { IsUsed } from '../json/valueScanner.ts';

/** Address of a single operation, which names it. Paths of another form are unknown, whatever follows. */
const namedPath = /^\/api\/v1\/[A-Za-z]{1,31}\.[A-Za-z]{1,31}$/;

/** Scheme and host of a target in absolute form, which servers must accept (RFC 9112, section 3.2.2). */
const origin = /^https?:\/\/[^/?#\\]*/i;

/** Path and query of a request target. Koa's parser throws at a host that it does not understand. */
export function withoutOrigin(target: string): string {
  return target.replace(origin, '');
}

/** Path of a request target, byte for byte. Koa's `ctx.path` takes `\` for `/` and drops everything after `#`. */
function sentPath(target: string): string {
  const [path = ''] = withoutOrigin(target).split('?', 1);
  return path;
}

export const healthPath = '/healthz';
export const readyPath = '/readyz';
export const healthPaths: readonly string[] = [healthPath, readyPath];

/** Paths of load balancers and monitoring systems. Metrics are on another port, so `/metrics` gets 404 here. */
export const probePaths: readonly string[] = [...healthPaths, '/metrics'];

export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (sent: Body | Members) => Reading<AnyOperation>;
  /** Returns true for members that a request may have, including those of nested objects. */
  readonly knows: IsUsed;
}

export type Route = CallRoute | BatchRoute | UnknownRoute;

export interface CallRoute {
  /** A request of `changes.list` may wait for changes. One of `webhook.*` may have a secret. */
  readonly kind: 'call' | 'changes' | 'webhook';
  readonly operation: PublicOperation;
  readonly resource: Resource;
  readonly isBatched: boolean;
  readonly isRead: boolean;
  readonly maxBodyBytes: number;
}

interface BatchRoute {
  readonly kind: 'batch';
  readonly resource?: undefined;
  readonly isRead: false;
  readonly maxBodyBytes: number;
}

interface UnknownRoute {
  readonly kind: 'unknown';
  readonly resource?: undefined;
  readonly code: 'method_missing' | 'method_unknown' | 'method_mismatch';
  readonly maxBodyBytes: number;
  readonly isRead: false;
}

const unnamed: UnknownRoute = { kind: 'unknown', code: 'method_missing', maxBodyBytes, isRead: false };
const unknown: UnknownRoute = { kind: 'unknown', code: 'method_unknown', maxBodyBytes, isRead: false };
const mismatched: UnknownRoute = { kind: 'unknown', code: 'method_mismatch', maxBodyBytes, isRead: false };

export const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...Object.values<AnyOperation>(publicOperations).map(
    (contract) => [contract.name, callRoute(contract)] as const,
  ),
  ...Object.values(gatewayOperations).map((contract) => [contract.name, batchRoute(contract)] as const),
]);

interface Resolved {
  /** Operation that the request names, in its path or else in its header; empty if it names none. */
  readonly method: string;
  readonly route: Route;
  readonly path: string;
  /** True if operations are called at the path. */
  readonly isOperation: boolean;
}

export function resolveRoute({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): Resolved {
  const path = url === operationPath ? url : sentPath(url);
  const isOperation = path === operationPath || namedPath.test(path);
  const inPath = isOperation && path !== operationPath ? path.slice(operationPath.length + 1) : '';
  const inHeader = String(headers['x-svc-method'] ?? '');
  const method = inPath || inHeader;
  const known = routes.get(method) ?? (method === '' ? unnamed : unknown);
  return { method, route: inHeader && inHeader !== method ? mismatched : known, path, isOperation };
}

function callRoute(contract: AnyOperation): CallRoute {
  return {
    kind: callKindOf(contract),
    operation: { contract, read: inputReader(contract), knows: usedNames(contract) },
    isBatched: isBatched(resourceOf(contract.name)),
    isRead: contract.kind === 'reads',
    resource: resourceOf(contract.name),
    maxBodyBytes,
  };
}

function callKindOf({ name }: AnyOperation): CallRoute['kind'] {
  if (name === changesList.name) return 'changes';
  return resourceOf(name) === 'webhook' ? 'webhook' : 'call';
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
  return { kind: 'batch', isRead: false, maxBodyBytes: maxBytes };
}
