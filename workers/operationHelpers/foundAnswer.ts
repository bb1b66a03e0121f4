import { maxFoundPerValue } from '../../shared/contract/resources/find.ts';
import { maxListBytes } from '../sets/answerSizes.ts';
import type { Row } from '../stores/recordTable.ts';
import { type RecordMaker, unreadBytes } from './answerRecords.ts';
import type { FoundRows } from './foundRows.ts';

export type MakerOf = (fields: readonly string[]) => RecordMaker;

// biome-ignore lint/suspicious/noExplicitAny: the records' types are those of the operation
export type FoundAnswer = any;

interface ChosenRecords {
  readonly rows: readonly Row[];
  readonly records: readonly Row[];
  /** JSON of the records, if they were serialized to know that all of them fit. */
  readonly json?: string;
  /** Values with more records than the answer shows, and the number of all. */
  readonly exceeded: readonly { readonly value: string; readonly count: number }[];
  /** Index of the first value that the answer does not cover. */
  readonly next: number;
}

/**
 * Chooses the records that fit into an answer, ordered by value, the oldest of each first. The first value is always covered,
 * so that repeated requests come to an end.
 */
export function chosenRecords(found: FoundRows, makerOf: MakerOf): ChosenRecords {
  const recordOf = makerOf(found.search.fields);
  return allRecords(found, recordOf) ?? recordsWithRoom(found, recordOf);
}

/** Returns all records if they fit. They usually do, and are then serialized only once. */
function allRecords(
  { search, rows, counts, end }: FoundRows,
  recordOf: RecordMaker,
): ChosenRecords | undefined {
  if (counts.size > 0) return undefined;
  const values = new Set(search.values.slice(0, end));
  const all: Row[] = [];
  for (const value of values) {
    const found = (value !== undefined && rows.get(value)) || [];
    if (found.length > maxFoundPerValue) return undefined;
    all.push(...found);
  }
  const records = all.map(recordOf);
  const unread = all.reduce((sum, row) => sum + unreadBytes(row), 0);
  const json = JSON.stringify(records);
  return Buffer.byteLength(json) + unread <= maxListBytes
    ? { rows: all, records, json, exceeded: [], next: end }
    : undefined;
}

function recordsWithRoom({ search, rows, counts, end }: FoundRows, recordOf: RecordMaker): ChosenRecords {
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
    const shown = all.slice(0, maxFoundPerValue).map((row) => sized(row, recordOf(row)));
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

/**
 * Measures a record's bytes in the answer. A long text that is not read yet counts without escapes: if the record does not fit
 * then, it does not fit with its text.
 */
function sized(row: Row, record: Row) {
  return { row, record, bytes: Buffer.byteLength(JSON.stringify(record)) + 1 + unreadBytes(row) };
}
