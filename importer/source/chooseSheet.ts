import { grouped } from '../../shared/contract/values/counted.ts';
import { composed } from './composed.ts';
import type { SourceOptions } from './dialect.ts';
import { answer, ImportError, known, list, quoted } from './importError.ts';
import { noFacts, type SheetEntry, type Workbook } from './workbook.ts';

export interface ChosenSheet {
  readonly sheet: SheetEntry;
  readonly notices: readonly string[];
}

/**
 * Chooses the sheet to import: the one of `--sheet`, or the only one with a table that is not hidden. Throws ImportError with
 * the names of the sheets when that is not clear.
 */
export async function chooseSheet(
  name: string,
  workbook: Workbook,
  { sheet: wanted }: SourceOptions,
): Promise<ChosenSheet> {
  const { sheets } = workbook;
  const [only] = sheets;
  if (!only) throw new ImportError(`${name} has no sheet with cells`);
  if (wanted !== undefined) return { sheet: givenSheet(name, sheets, wanted), notices: [] };
  if (sheets.length === 1) return { sheet: only, notices: [] };
  const sized: SizedSheet[] = [];
  for (const sheet of sheets) sized.push({ sheet, ...(await sizeOf(workbook, sheet)) });
  const filled = sized.filter(({ rows }) => rows > 0);
  const [clear, another] = filled.filter(({ sheet, isTable }) => !sheet.isHidden && isTable);
  const chosen = filled.length === 1 ? filled[0] : another ? undefined : clear;
  if (chosen) return { sheet: chosen.sheet, notices: othersOf(chosen, filled) };
  if (filled.length === 0)
    throw new ImportError(`${name} is empty: none of its ${sheets.length} sheets has a value`);
  throw new ImportError(
    known('several_sheets', [], `${name} has several sheets; choose one: ${list(filled.map(choice), 'or')}`),
  );
}

interface SizedSheet {
  readonly sheet: SheetEntry;
  readonly rows: number;
  /** True if it has a header and a row of at least two columns: a note or a cover has not. */
  readonly isTable: boolean;
}

async function sizeOf(workbook: Workbook, sheet: SheetEntry) {
  let rows = 0;
  let wide = 0;
  for await (const chunk of workbook.rows(sheet, noFacts)) {
    rows += chunk.length;
    for (const { values } of wide < 2 ? chunk : [])
      if (values.filter((value) => value !== '').length > 1) wide += 1;
  }
  return { rows, isTable: wide > 1 };
}

function givenSheet(name: string, sheets: readonly SheetEntry[], wanted: string): SheetEntry {
  const lower = wanted.toLowerCase();
  const found =
    sheets.find((sheet) => composed(sheet.name) === wanted) ??
    sheets.find((sheet) => composed(sheet.name).toLowerCase() === lower) ??
    (/^\d+$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  if (found) return found;
  throw new ImportError(
    `${name} has no sheet "${wanted}"; its sheets: ${quoted(sheets.map((sheet) => sheet.name))}`,
  );
}

function choice(sized: SizedSheet): string {
  return `${answer(optionOf(sized), sized.rows)} ${sizeText(sized)}`;
}

function described(sized: SizedSheet): string {
  return `${optionOf(sized)} ${sizeText(sized)}`;
}

function optionOf({ sheet }: SizedSheet): string {
  return `--sheet ${JSON.stringify(sheet.name)}`;
}

function sizeText({ sheet, rows }: SizedSheet): string {
  return `(${rows === 1 ? '1 row' : `${grouped(rows)} rows`}${sheet.isHidden ? ', hidden' : ''})`;
}

function othersOf(chosen: SizedSheet, filled: readonly SizedSheet[]): readonly string[] {
  const others = filled.filter((other) => other !== chosen);
  if (others.length === 0) return [];
  return [`other sheets are not imported: ${list(others.map(described), 'and')}`];
}
