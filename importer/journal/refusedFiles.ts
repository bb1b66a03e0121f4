import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import {
  cellsColumn,
  identRuleColumn,
  isRefusalColumn,
  isRefusedHeader,
  keptCells,
  refusalColumns,
} from '../source/refusalColumns.ts';
import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { byteOrderMark, csvLines } from '../source/spreadsheetCells.ts';
import { withoutAddedZero } from '../source/storedDecimals.ts';
import type { ResultFile } from './appendedFile.ts';
import type { Sizes } from './journal.ts';
import { type RecordPaths, renameNumbered } from './recordPaths.ts';
import type { Refused } from './rowOutcome.ts';

export interface RefusedSource extends Pick<Source, 'columns' | 'description'> {
  /** Rule for idents, if the import chose it: the import of the fixed rows needs it. */
  readonly identRule: string | undefined;
}

interface RefusedRow {
  readonly row: SourceRow;
  readonly outcome: Refused;
}

/**
 * Returns the files of refused rows: one for CSV, two for JSON Lines. With the `sizes` of an interrupted run, they continue its
 * files. Otherwise, the files of an earlier import are kept under a number, since somebody may be fixing them. Those of an
 * earlier dry run are replaced: its rows were refused only in a report, and are still in the imported file.
 */
export async function refusedFiles(
  { refused, reasons, isReserved, isReport }: RecordPaths,
  source: RefusedSource,
  sizes: Sizes | undefined,
): Promise<readonly ResultFile[]> {
  const files = reasons === undefined ? [csvFile(refused, source)] : jsonLinesFiles(refused, reasons, source);
  const paths = files.map(({ path }) => path);
  const isKept = isReport ? !(await areReports(paths)) : await haveRows(files);
  if (!sizes && !isReserved && isKept) await renameNumbered(paths);
  return files.map(({ linesOf, ...file }) => ({
    ...file,
    length: sizes?.[file.name] ?? 0,
    linesOf: (handled) =>
      linesOf(handled.flatMap(({ row, outcome }) => (outcome.kind === 'refused' ? [{ row, outcome }] : []))),
    isNeeded: (tally) => tally.refused > 0,
  }));
}

interface RefusedFile extends Pick<ResultFile, 'name' | 'path' | 'head'> {
  readonly linesOf: (rows: readonly RefusedRow[]) => string;
}

/**
 * Formats refused rows as CSV: their values as they were, with line, code and reason, which replace those of an earlier
 * refusal. Values beyond the header come last, so that the others are in their columns.
 */
function csvFile(path: string, { columns, description, identRule }: RefusedSource): RefusedFile {
  const { delimiter = listSeparator(columns) } = description;
  const indexes = [...columns.keys()].filter((index) => !isRefusalColumn(columns[index] ?? ''));
  const names = indexes.map((index) => columns[index] ?? '');
  const [ruleColumn, rule] = identRule === undefined ? [[], []] : [[identRuleColumn], [identRule]];
  return {
    name: 'refused',
    path,
    head: byteOrderMark + csvLines([[...names, ...refusalColumns, cellsColumn, ...ruleColumn]], delimiter),
    linesOf: (rows) =>
      csvLines(
        rows.map(({ row, outcome: { code, reason } }) => {
          const values = indexes.map((index) => withoutAddedZero(row.values[index] ?? ''));
          // The values of a broken row may be in the wrong columns.
          const kept = code.startsWith('row_') ? '' : keptCells(names, values);
          return [...values, placeOf(row), code, reason, kept, ...rule, ...row.values.slice(columns.length)];
        }),
        delimiter,
      ),
  };
}

/** Matches letters and words in the headers of languages that mark decimals with a comma. */
const withDecimalComma =
  /[\u00c0-\u024f\u0370-\u052f]|\b(?:nr|ort|ust|stra(?:ss|at)|plz|nom|rue|ville|tva|iva|via|nome|kod|cena|ulica|miasto|btw|naam|moms|navn|calle|hinta|fiyat)|preis|netto|brutto|mwst|artikel|bezeichn|titel|einheit|kunde|firma|vorname|nachname|anrede|strasse|telefon|nummer|menge|rechnung|liefer|prix|societe|prezzo|cognome|indirizzo|precio|nombre|ciudad|nazwa|prijs|omschrijving/i;

/** Returns what Excel expects between the values of a row, for a workbook: a comma is part of numbers in most languages. */
function listSeparator(columns: readonly string[]): string {
  return columns.some((column) => withDecimalComma.test(column)) ? ';' : ',';
}

/** Formats refused lines of JSON Lines: one file has them as they were, another one the reasons, in the same order. */
function jsonLinesFiles(path: string, reasons: string, { columns }: RefusedSource): readonly RefusedFile[] {
  // A row of another file in the same archive, which is not JSON Lines, has no text.
  const objectOf = ({ values }: SourceRow) =>
    JSON.stringify(
      Object.fromEntries(columns.map((column, index) => [column, withoutAddedZero(values[index] ?? '')])),
    );
  return [
    {
      name: 'refused',
      path,
      head: '',
      linesOf: (rows) => rows.map(({ row }) => `${row.text ?? objectOf(row)}\n`).join(''),
    },
    {
      name: 'reasons',
      path: reasons,
      head: byteOrderMark + csvLines([refusalColumns]),
      linesOf: (rows) =>
        csvLines(rows.map(({ row, outcome: { code, reason } }) => [placeOf(row), code, reason])),
    },
  ];
}

function placeOf({ file, line }: SourceRow): string {
  return file ? `${file}:${line}` : `${line}`;
}

const maxHeadBytes = 1024 * 1024;

/** Recognizes files of an earlier dry run by the columns of the last one, which has the reasons. */
async function areReports(paths: readonly string[]): Promise<boolean> {
  const file = await open(paths.at(-1) ?? '', 'r').catch(() => undefined);
  if (!file) return !paths.some((path) => existsSync(path));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1);
    return isRefusedHeader(head);
  } finally {
    await file.close();
  }
}

async function haveRows(files: readonly RefusedFile[]): Promise<boolean> {
  for (const { path, head } of files) {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > 0 && size !== Buffer.byteLength(head)) return true;
  }
  return false;
}
