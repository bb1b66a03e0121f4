import type { Outcome } from '../outcome.ts';

/** A record as the mapping made it: the body of a create, before the service has checked it. */
export type MappedInput = Readonly<Record<string, string | number>>;

/** Brings the records of a batch into the service, or only looks at them. */
export interface RowImporter {
  /**
   * Resolves to what became of each record, in their order. `key` names the batch: run twice under the same key,
   * nothing happens twice.
   */
  run(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]>;
}
