import { type CounterfoilError, RefusedError } from '../../client/nodeClient.ts';
import { type Outcome, type Refused, refusedFor } from '../journal/rowOutcome.ts';
import type { Input } from '../mapping/mapping.ts';

export interface BatchKey {
  /** Counts from 0. */
  readonly number: number;
  /** Beginning of the batch's idempotency keys: the same in each run of an import. */
  readonly key: string;
}

export interface RowImporter {
  /** Resolves to results in the order of the records. A batch that is run twice does nothing twice. */
  run(inputs: readonly Readonly<Input>[], batch: BatchKey): Promise<readonly Outcome[]>;
  /** Must be called when the results of a batch are on disk. */
  recorded?(batch: BatchKey): Promise<void>;
}

export function refusedBy(error: CounterfoilError): Refused {
  const faults = error instanceof RefusedError ? error.fieldErrors : [];
  return refusedFor(faults.length > 0 ? faults : [{ code: error.code, message: error.message }]);
}
