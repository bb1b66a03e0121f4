/** Ends a cell that is a date or time in a workbook. Nobody types this blank, and whoever removes blanks removes it, too. */
const dateMark = '\u2005';

export function asDateCell(text: string): string {
  return text === '' ? '' : text + dateMark;
}

/** True for a cell of a workbook that is a date, whatever its text: a text that looks like one is none. */
export function isDateCell(cell: string | undefined): boolean {
  return cell?.endsWith(dateMark) === true;
}

export function withoutDateMark(cell: string): string {
  return isDateCell(cell) ? cell.slice(0, -1) : cell;
}
