import { type Body, inputReader, type Reading } from '../shared/input/reader.ts';
import { publicOperations as contracts } from '../shared/operations/index.ts';
import type { AnyOperation } from '../shared/operations/operation.ts';

/** An operation that clients may name, with the reader of its requests. */
export interface PublicOperation {
  readonly contract: AnyOperation;
  readonly read: (body: Body) => Reading<AnyOperation>;
}

/** The operations of the interface, by the name that `X-Svc-Method` gives. */
export const publicOperations: ReadonlyMap<string, PublicOperation> = new Map(
  Object.values<AnyOperation>(contracts).map((contract) => [
    contract.name,
    { contract, read: inputReader(contract) },
  ]),
);
