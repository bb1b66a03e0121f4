import { type CounterfoilError, RefusedError } from '../../client/nodeClient.ts';
import { type Outcome, type Refused, refused, refusedFor } from '../journal/rowOutcome.ts';
import type { Inputs } from '../mapping/mapping.ts';
import type { RowPlan } from '../plan/rowPlan.ts';

export interface BatchKey {
  /** Counts from 0. */
  readonly number: number;
  /** Beginning of the batch's idempotency keys: the same in each run of an import. */
  readonly key: string;
}

export interface RowImporter {
  /** Resolves to results in the order of the records. A batch that is run twice does nothing twice. */
  run(inputs: Inputs, batch: BatchKey): Promise<readonly Outcome[]>;
  /** Must be called when the results of a batch are on disk. */
  recorded?(batch: BatchKey): Promise<void>;
}

export function refusedBy(error: CounterfoilError): Refused {
  const faults = error instanceof RefusedError ? error.fieldErrors : [];
  return refusedFor(faults.length > 0 ? faults : [{ code: error.code, message: error.message }]);
}

/** Returns the result of a row if its plan is carried out. */
export function expectedOf(row: RowPlan): Outcome {
  switch (row.kind) {
    case 'update': {
      const changes = [...row.changes, ...(row.address?.changes ?? [])];
      return { kind: 'updated', ident: row.ident, changes };
    }
    case 'same':
      return { kind: 'unchanged', ident: row.ident };
    case 'exists':
      return { kind: 'existed', ident: row.ident, changes: row.changes };
    case 'refuse':
      return refused(row.code, row.reason, row.reasons);
    default:
      return { kind: 'created', ident: '' };
  }
}
