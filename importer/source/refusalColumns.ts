import type { SourceRow } from './sourceRow.ts';
import { isChangeable, isDamaged } from './spreadsheetDamage.ts';

/** Columns that a file of refused rows has beside those of the rows. They are not imported. */
export const refusalColumns = ['refused_line', 'refused_code', 'refused_reason'] as const;

/** Column with the rule for idents, if the import itself chose it: a few rows alone might suggest another column. */
export const identRuleColumn = 'refused_ident';

/** Column with the texts of a row that a spreadsheet may change. */
export const cellsColumn = 'refused_cells';

export function isRefusalColumn(name: string): boolean {
  return [...refusalColumns, cellsColumn, identRuleColumn].includes(name);
}

/** Recognizes a file of refused rows by its header, as a line or as names. */
export function isRefusedHeader(header: string | readonly string[]): boolean {
  return refusalColumns.every((column) => header.includes(column));
}

/** Returns the texts of a row that a spreadsheet may change, as JSON by column, which it leaves alone. */
export function keptCells(columns: readonly string[], values: readonly string[]): string {
  const kept = columns.flatMap((column, index) => {
    const text = values[index] ?? '';
    return isChangeable(text) ? [[column, text]] : [];
  });
  return kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : '';
}

/** Gives a refused row the texts again that a spreadsheet changed. `edited` has what somebody else changed. */
export function withKeptCells(row: SourceRow, columns: readonly string[]): SourceRow {
  const kept = row.values[columns.indexOf(cellsColumn)] ?? '';
  if (row.fault || kept === '') return row;
  const texts = textsIn(kept);
  if (!texts) return { ...row, fault: unreadableCells };
  const isRepeat = row.values[columns.indexOf('refused_code')] === 'ident_repeated';
  const values = [...row.values];
  const damaged = new Map<number, string>();
  const changed = new Map<number, string>();
  for (const [column, before] of Object.entries(texts)) {
    const index = columns.indexOf(column);
    const now = values[index] ?? before;
    if (now === before) continue;
    if (isDamaged(before, now)) {
      values[index] = before;
      damaged.set(index, now);
    } else if (!isRepeat) changed.set(index, before);
  }
  return { ...row, values, edited: { damaged, changed } };
}

const unreadableCells = {
  code: cellsColumn,
  message: `${cellsColumn} can't be read: copy it again from the file of refused rows, or clear it`,
};

function textsIn(kept: string): Readonly<Record<string, string>> | undefined {
  try {
    const texts: unknown = JSON.parse(kept);
    const isRecord = typeof texts === 'object' && texts !== null;
    return isRecord && Object.values(texts).every((text) => typeof text === 'string')
      ? (texts as Readonly<Record<string, string>>)
      : undefined;
  } catch {
    return undefined;
  }
}
