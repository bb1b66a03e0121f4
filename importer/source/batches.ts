import type { SourceRow } from './row.ts';

export interface RowBatch {
  /** Counts from 0. The same rows of a file get the same number in every run. */
  readonly number: number;
  readonly rows: readonly SourceRow[];
}

/** Rows of a batch: enough to share the cost of a request and a set, few enough to be checked between single calls. */
const maxRows = 500;
/** Limit for tables with many columns: several batches are in memory at once. */
const maxValues = 50_000;

/** Cuts the rows of a file into batches of the same size, whatever the size of the chunks. */
export async function* batchesOf(chunks: AsyncIterable<readonly SourceRow[]>): AsyncGenerator<RowBatch> {
  let rows: SourceRow[] = [];
  let size = maxRows;
  let number = 0;
  for await (const chunk of chunks) {
    if (number === 0 && rows.length === 0) size = rowsOfBatch(chunk);
    rows.push(...chunk);
    while (rows.length >= size) {
      yield { number, rows: rows.slice(0, size) };
      rows = rows.slice(size);
      number += 1;
    }
  }
  if (rows.length > 0) yield { number, rows };
}

/** Depends on the first row only, so it is the same in every run. */
function rowsOfBatch([first]: readonly SourceRow[]): number {
  const columns = Math.max(first?.values.length ?? 1, 1);
  return Math.min(maxRows, Math.max(1, Math.floor(maxValues / columns)));
}
