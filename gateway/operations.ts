import { type Body, inputReader, knownNames, type Members, type Reading } from '../shared/input/reader.ts';
import { publicOperations as contracts } from '../shared/operations/index.ts';
import type { AnyOperation } from '../shared/operations/operation.ts';

/** An operation that clients may name, with the reader of its requests. */
export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (sent: Body | Members) => Reading<AnyOperation>;
  /** Whether a request of it may have a member of this name. */
  readonly knows: (name: string) => boolean;
}

/** The operations of the interface, by the name that `X-Svc-Method` gives. */
export const publicOperations: ReadonlyMap<string, PublicOperation> = new Map(
  Object.values<AnyOperation>(contracts).map((contract) => [
    contract.name,
    { contract, read: inputReader(contract), knows: knowing(contract) },
  ]),
);

function knowing(contract: AnyOperation): (name: string) => boolean {
  const names = knownNames(contract);
  return (name) => names.has(name);
}
