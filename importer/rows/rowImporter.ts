import type { Input } from '../mapping/index.ts';
import type { Outcome } from '../record/outcome.ts';

/** Identifies a batch of a file. */
export interface BatchKey {
  /** Counted from 0. */
  readonly number: number;
  /** The beginning of its idempotency keys: the same in each run of an import. */
  readonly key: string;
}

/** Sends the records of a batch to the service, or only checks them. */
export interface RowImporter {
  /** Resolves to the result of each record, in their order. A batch that is run twice does nothing twice. */
  run(inputs: readonly Readonly<Input>[], batch: BatchKey): Promise<readonly Outcome[]>;
  /** Must be called when the results of a batch are on disk. */
  recorded?(batch: BatchKey): Promise<void>;
}
