import type { Outcome } from '../record/outcome.ts';

/** A record as the mapping made it: the input of a create operation, not yet checked. */
export type MappedInput = Readonly<Record<string, string | number>>;

/** Sends the records of a batch to the service, or only checks them. */
export interface RowImporter {
  /**
   * Resolves to the result of each record, in their order. `key` identifies the batch: when it is run twice with the same
   * key, nothing is done twice.
   */
  run(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]>;
}
