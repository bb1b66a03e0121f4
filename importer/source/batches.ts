import type { SourceRow } from './row.ts';

/** Rows that are sent and recorded together. */
export interface RowBatch {
  /** Counted from 0. The same rows of a file get the same number in every run. */
  readonly number: number;
  readonly rows: readonly SourceRow[];
}

/** Large enough to share the cost of a request and a set, small enough to be checked between single calls. */
const rowsOfBatch = 500;

/** Cuts the rows of a file into batches of the same size, whatever the size of the chunks. */
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
