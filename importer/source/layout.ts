import { ImportError } from './importError.ts';
import type { Options } from './options.ts';
import { refusalColumns } from './refusalColumns.ts';

/** Where the table of a CSV text begins. */
export interface Layout {
  /** The line in which the table begins, counted from 1. */
  readonly firstLine: number;
  /** Whether it is certain that the first row is the header. */
  readonly isCertain: boolean;
  readonly hasHeader: boolean;
  /** For lines above the header. */
  readonly ignored: RegExp | undefined;
  readonly notices: readonly string[];
}

const datev = /^"?(?:EXTF|DTVF)"?;/;

/** Where the table begins: as the user says, or as the beginning of the text shows. */
export function layoutOf(head: string, { headerLine, noHeader, ignoreLines }: Options): Layout {
  if (headerLine !== undefined && noHeader)
    throw new ImportError("--header-line and --no-header can't be combined: use one of them");
  const ignored = ignoreLines === undefined ? undefined : new RegExp(ignoreLines, 'i');
  const layout = { firstLine: 1, isCertain: true, hasHeader: true, ignored, notices: [] };
  // A file of refused rows has its header in line 1, whatever the file of the rows had.
  if (isOfRefusedRows(head)) return layout;
  if (headerLine !== undefined) return { ...layout, firstLine: headerLine };
  if (noHeader) return { ...layout, hasHeader: false };
  if (datev.test(head))
    return { ...layout, firstLine: 2, notices: ['a file of DATEV (EXTF): its header is line 2'] };
  return { ...layout, isCertain: false };
}

function isOfRefusedRows(head: string): boolean {
  const [line = ''] = head.split(/[\r\n]/, 1);
  return refusalColumns.every((column) => line.includes(column));
}

/** The text from a line on. */
export function fromLine(text: string, line: number): string {
  let from = 0;
  for (let before = 1; before < line; before += 1) {
    const end = /\r\n|\n|\r/.exec(text.slice(from, from + maxLineLength));
    if (!end) return '';
    from += end.index + end[0].length;
  }
  return text.slice(from);
}

const maxLineLength = 64 * 1024;
