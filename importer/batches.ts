import type { SourceRow } from './source/source.ts';

/** Rows that are sent, and noted as done, together. */
export interface RowBatch {
  /** From 0. The same rows of a file have the same number in every run. */
  readonly number: number;
  readonly rows: readonly SourceRow[];
}

/** Large enough for what a request and a set cost by themselves, small enough to be checked between single calls. */
const rowsOfBatch = 500;

/** Cuts the rows of a file into batches, whatever chunks they come in. */
export async function* batchesOf(chunks: AsyncIterable<readonly SourceRow[]>): AsyncGenerator<RowBatch> {
  let rows: SourceRow[] = [];
  let number = 0;
  for await (const chunk of chunks) {
    rows.push(...chunk);
    while (rows.length >= rowsOfBatch) {
      yield { number, rows: rows.slice(0, rowsOfBatch) };
      rows = rows.slice(rowsOfBatch);
      number += 1;
    }
  }
  if (rows.length > 0) yield { number, rows };
}
