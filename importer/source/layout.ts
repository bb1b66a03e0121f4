import { ImportError } from './importError.ts';
import type { Options } from './options.ts';
import { refusalColumns } from './refusalColumns.ts';

export interface Layout {
  /** Line in which the table begins, counted from 1. */
  readonly firstLine: number;
  readonly isCertain: boolean;
  readonly hasHeader: boolean;
  /** Matches lines above the header that are not read. */
  readonly ignored: RegExp | undefined;
  readonly notices: readonly string[];
}

const datev = /^"?(?:EXTF|DTVF)"?;/;

export function layoutOf(head: string, { headerLine, noHeader, ignoreLines }: Options): Layout {
  if (headerLine !== undefined && noHeader)
    throw new ImportError("--header-line and --no-header can't be combined: use one of them");
  const ignored = ignoreLines === undefined ? undefined : new RegExp(ignoreLines, 'i');
  const layout = { firstLine: 1, isCertain: true, hasHeader: true, ignored, notices: [] };
  // A file of refused rows has its header in line 1, whatever the imported file had.
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
