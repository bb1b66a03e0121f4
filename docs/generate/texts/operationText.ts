import type {
  OperationName,
  Operations,
  PublicOperationName,
} from '../../../shared/contract/operations/allOperations.ts';
import type { RefusalOf, RequestOf } from '../../../shared/contract/operations/operation.ts';

/** A request that is refused, and what its answer has in `data`. */
interface RefusedExample<Name extends OperationName> {
  readonly request: RequestOf<Operations[Name]>;
  readonly data: object | null;
}

/** The text of docs/api.md about an operation beside its contract. Tests run its examples on a real service. */
export interface OperationText<Name extends OperationName = PublicOperationName> {
  /** Rules that the tables don't show: one for each item, in Markdown. */
  readonly rules: readonly string[];
  /** The `data` of the answer to the contract's example, beside the records of `exampleRecords.ts`. */
  readonly answer: object | null;
  readonly refused: { readonly [Code in RefusalOf<Operations[Name]>]: RefusedExample<Name> };
}

/** The texts of all operations of a resource. */
export type OperationTexts<Resource extends string> = {
  readonly [Name in PublicOperationName & `${Resource}.${string}`]: OperationText<Name>;
};
