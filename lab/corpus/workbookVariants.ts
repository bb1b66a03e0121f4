import type { Case } from '../../test/importer/corpus/readCases.ts';
import { type Cell, odsOf, odsTable, odsValue, styled, xlsxOf } from '../../test/importer/workbooks.ts';
import type { Drawing } from '../../test/support/random.ts';
import type { Table } from './variants.ts';

/** True if a workbook with the table has the same records: texts that XML changes, and options for text files, exclude it. */
export function fitsWorkbook({ words, keep }: Case, table: Table): boolean {
  if (keep.some((part) => part !== 'order' && part !== 'decimal')) return false;
  if (words.some((word) => /^--(?:encoding|delimiter|format|header-line|no-header)$/.test(word)))
    return false;
  return !table.flat().some((cell) => changedByXml.test(cell));
}

const changedByXml = /(?![\t\n])\p{Cc}|[\ufffd\ufeff]|_x[\da-f]{4}_|^['=]/iu;
const keptByOds = /^(?! )(?!.* {2})[^\n\t]*(?<! )$/;

/** Writes a table as the only sheet of a workbook: all cells as texts, or numbers and dates as a spreadsheet stores them. */
export function workbookOf(table: Table, extension: 'xlsx' | 'ods', draw: Drawing): Uint8Array {
  const hasTypes = draw.below(2) === 0 && !hasThousands(table);
  const isOds = extension === 'ods';
  const cells = table.map((row) =>
    row.map((cell) =>
      cell === '' ? undefined : hasTypes ? typed(cell, isOds) : isOds ? odsText(cell) : cell,
    ),
  );
  return isOds
    ? odsOf(odsTable('Tabelle1', cells))
    : xlsxOf([{ name: 'Tabelle1', rows: cells }], { formats: ['0.00', 'dd.mm.yyyy'] });
}

/** Numbers such as `1.234` could be read in two ways: their table has texts only. */
function hasThousands(table: Table): boolean {
  return table.flat().some((cell) => /\d[.,']\d{3}(\D|$)/.test(cell));
}

function typed(cell: string, isOds: boolean): Cell {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(cell) ?? [];
  if (day !== undefined) {
    const date = `${year}-${month}-${day}`;
    const days = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569;
    return isOds ? odsValue(`office:value-type="date" office:date-value="${date}"`, cell) : styled(2, days);
  }
  if (/^[1-9]\d{0,12}$/.test(cell)) return Number(cell);
  if (!/^\d{1,6}[.,]\d\d$/.test(cell)) return isOds ? odsText(cell) : cell;
  const value = String(Number(cell.replace(',', '.')));
  return isOds ? odsValue(`office:value-type="float" office:value="${value}"`, cell) : styled(1, value);
}

/** Writes blanks and line breaks as elements, since others are collapsed. */
function odsText(cell: string): Cell {
  if (keptByOds.test(cell)) return cell;
  const xml = cell
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(' ', '<text:s/>')
    .replaceAll('\t', '<text:tab/>')
    .replaceAll('\n', '<text:line-break/>');
  return { xml: `<table:table-cell office:value-type="string"><text:p>${xml}</text:p></table:table-cell>` };
}
