import {
  type BatchedOperationName,
  type PublicOperationName,
  publicOperations,
} from '../../shared/contract/operations/allOperations.ts';
import { atomicBatchOf } from '../../shared/contract/operations/batch.run.ts';
import { isBatched, resourceOf } from '../../shared/contract/operations/operation.ts';

/** The order in which a reader meets resources and operations; others follow. */
const resources = ['customer', 'address', 'article', 'changes', 'webhook', 'account'];
const verbs = ['create', 'read', 'find', 'update', 'delete', 'exists'];

/** The operations of the interface, in the order of docs/api.md. */
export const operationNames: readonly PublicOperationName[] = (
  Object.keys(publicOperations) as PublicOperationName[]
).toSorted((a, b) => placeOf(a) - placeOf(b));

/** The operations that a batch may contain. */
export const batchedNames = operationNames.filter((name): name is BatchedOperationName =>
  isBatched(resourceOf(name)),
);

/** The operations that an atomic batch may contain. */
export const atomicNames = operationNames.filter((name) => atomicBatchOf(publicOperations[name]));

function placeOf(name: string): number {
  const [resource = '', verb = ''] = name.split('.');
  return indexIn(resources, resource) * 100 + indexIn(verbs, verb);
}

function indexIn(words: readonly string[], word: string): number {
  const index = words.indexOf(word);
  return index === -1 ? words.length : index;
}
