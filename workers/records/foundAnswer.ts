import { maxFoundPerValue } from '../../shared/resources/find.ts';
import { maxListBytes } from '../sets/answerSizes.ts';
import type { Row } from '../stores/recordTable.ts';
import type { Found } from './foundRows.ts';

/** Makes the record of an answer, with these fields. */
export type RecordOf = (row: Row, fields: readonly string[]) => Row;

/** The data of an answer, under the names that its contract promises. */
// biome-ignore lint/suspicious/noExplicitAny: the records' types are those of the operation
export type FoundAnswer = any;

/** What an answer shows. */
interface Chosen {
  readonly rows: readonly Row[];
  readonly records: readonly Row[];
  /** Values of which it does not show all records, with the number of all. */
  readonly exceeded: readonly { readonly value: string; readonly count: number }[];
  /** The index of the first value that it does not cover. */
  readonly next: number;
}

/**
 * The records of a call's values that fit into an answer, in the order of the values, the oldest record of each first. The
 * first value is always covered, so that asking again comes to an end.
 */
export function chosenRecords({ search, rows, counts, end }: Found, recordOf: RecordOf): Chosen {
  const chosen = {
    rows: [] as Row[],
    records: [] as Row[],
    exceeded: [] as { value: string; count: number }[],
  };
  const seen = new Set<string>();
  let bytes = 0;
  for (let index = 0; index < end; index += 1) {
    const value = search.values[index];
    if (value === undefined || seen.has(value)) continue;
    const all = rows.get(value) ?? [];
    const shown = all.slice(0, maxFoundPerValue).map((row) => sized(row, recordOf(row, search.fields)));
    const sum = shown.reduce((before, each) => before + each.bytes, 0);
    if (bytes + sum > maxListBytes && seen.size > 0) return { ...chosen, next: index };
    seen.add(value);
    let count = 0;
    for (const each of shown) {
      if (bytes + each.bytes > maxListBytes && count > 0) break;
      count += 1;
      bytes += each.bytes;
      chosen.rows.push(each.row);
      chosen.records.push(each.record);
    }
    const total = counts.get(value) ?? all.length;
    if (count < total) chosen.exceeded.push({ value, count: total });
  }
  return { ...chosen, next: end };
}

/** Bytes of null, which stands for a text that is not read yet, beside those of the quotes around it. */
const nullBytes = 2;

/**
 * A record with its bytes in the answer. Of a long text that is not read yet, the bytes without escapes count: what does not
 * fit then does not fit with its text.
 */
function sized(row: Row, record: Row) {
  const unread = Object.values(record).includes(null) ? (row.text_bytes as number) - nullBytes : 0;
  return { row, record, bytes: Buffer.byteLength(JSON.stringify(record)) + 1 + unread };
}
