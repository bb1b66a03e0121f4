import type { RawRow } from './csvReader.ts';
import { ImportError } from './importError.ts';
import type { Layout } from './layout.ts';
import { titleAbove } from './title.ts';

interface Start {
  readonly header: RawRow | undefined;
  readonly rest: readonly RawRow[];
  readonly notices: readonly string[];
}

const sampleRows = 50;

/**
 * Reads the header, and some rows after it. Throws ImportError when there is no header, or when a title seems to be above
 * it. eBay's reports begin with a line of commas only.
 */
export async function readStart(
  name: string,
  chunks: AsyncGenerator<RawRow[]>,
  layout: Layout,
): Promise<Start> {
  const { rows, hasBlank } = await firstRows(chunks);
  const filled = rows.filter((row) => !isBlank(row) && !isDelimiterLine(row));
  if (filled.length === 0) throw new ImportError(withoutRows(name, layout, hasBlank));
  if (!layout.hasHeader) return { header: undefined, rest: rows, notices: [] };
  const { header, ignored } = headerIn(filled, layout);
  if (header.fault) throw new ImportError(`${name}, line ${header.line} (header): ${header.fault.message}`);
  if (layout.isCertain && layout.firstLine > 1 && header.line !== layout.firstLine)
    throw new ImportError(
      `${name}: line ${layout.firstLine} is empty, so it is not the header: correct --header-line`,
    );
  const wrong = layout.isCertain ? undefined : titleAbove(filled.slice(filled.indexOf(header)));
  if (wrong) throw new ImportError(`${name}: ${wrong}`);
  return { header, rest: rows.slice(rows.indexOf(header) + 1), notices: ignored };
}

/** Leaves out the blank rows before the first other one. */
async function firstRows(chunks: AsyncGenerator<RawRow[]>): Promise<{ rows: RawRow[]; hasBlank: boolean }> {
  const rows: RawRow[] = [];
  let hasBlank = false;
  while (rows.length < sampleRows) {
    const { done, value } = await chunks.next();
    if (done) break;
    // No spread: a quote that is never closed makes a megabyte of rows come at once.
    for (const row of value) {
      if (rows.length > 0 || !isBlank(row)) rows.push(row);
      else hasBlank = true;
    }
  }
  return { rows, hasBlank };
}

function withoutRows(name: string, { firstLine }: Layout, hasBlank: boolean): string {
  if (hasBlank) return `${name} has only blank lines${firstLine === 1 ? '' : ` from line ${firstLine} on`}`;
  return firstLine === 1 ? `${name} is empty` : `${name} ends before line ${firstLine}, its header`;
}

/** Skips lines above the header that the mapping ignores: they have fewer values than the table. */
function headerIn(rows: readonly RawRow[], { ignored, isCertain }: Layout) {
  const width = Math.max(...rows.slice(0, sampleRows).map(filledIn));
  const isIgnored = (row: RawRow) => filledIn(row) < width && ignored?.test(row.values.join(' ')) === true;
  const index = isCertain
    ? 0
    : Math.max(
        0,
        rows.findIndex((row) => !isIgnored(row)),
      );
  const lines = rows.slice(0, index).map(({ line }) => line);
  const notice = `not read, since the mapping ignores them above the header: line ${lines.join(', ')}`;
  return { header: rows[index] as RawRow, ignored: lines.length > 0 ? [notice] : [] };
}

function filledIn({ values }: RawRow): number {
  return values.filter((value) => value.trim() !== '').length;
}

export function isBlank({ values }: RawRow): boolean {
  return values.every((value) => value.trim() === '');
}

function isDelimiterLine({ line, values }: RawRow): boolean {
  return line === 1 && /^sep=/i.test(values[0] ?? '');
}
