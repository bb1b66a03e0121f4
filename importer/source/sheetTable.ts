import { createReadStream } from 'node:fs';
import type { RawRow } from './csvReader.ts';
import { tableOfRows } from './csvTable.ts';
import type { SourceOptions } from './dialect.ts';
import type { SheetCopy } from './sheetCopy.ts';
import type { SourceTables } from './sourceTable.ts';
import { layoutOf } from './tableHeader.ts';
import { faultOf } from './textDamage.ts';
import { columnName } from './workbook.ts';

const doubleUtf8Message =
  'text of the row was encoded as UTF-8 twice, like "MÃ¼ller": correct it in the sheet, or save that as CSV in UTF-8, and add --encoding utf-8-twice to decode such text, or --encoding utf-8 to keep it';

/** Rows above the first line that are kept: titles are there, and the first line may be any. */
const maxAbove = 20;

/** Opens the copy of a sheet. The line of a row is its number in the sheet. Throws ImportError when it has no header. */
export async function sheetTables(
  name: string,
  copy: SheetCopy,
  options: SourceOptions,
): Promise<SourceTables> {
  const { format, sheet, bytes } = copy;
  const layout = layoutOf('', options);
  const above: string[] = [];
  let bytesRead = 0;
  const first = await tableOfRows({
    name: `${name}, sheet "${sheet}"`,
    chunks: rawRows(copy, layout.firstLine, above, (count) => (bytesRead = count)),
    above,
    layout,
    damage: { isSeen: () => copy.isDamaged, faultOf: (text) => faultOf(text, '', doubleUtf8Message) },
    notices: copy.notices,
    description: { format, sheet },
    columnName: (index) => `column ${columnName(copy.firstColumn + index)}`,
  });
  return { first, all: () => [first], bytes, bytesRead: () => bytesRead };
}

/** Gives each row a value for all columns of the sheet. Rows above the first line are added to `above`. */
async function* rawRows(
  { path, firstColumn, width }: SheetCopy,
  firstLine: number,
  above: string[],
  onRead: (bytes: number) => void,
) {
  const stream = createReadStream(path, 'utf8');
  let rest = '';
  try {
    for await (const piece of stream as AsyncIterable<string>) {
      const texts = (rest + piece).split('\n');
      rest = texts.pop() ?? '';
      onRead(stream.bytesRead);
      const rows = texts.map(rawRow);
      for (const { line, values } of rows)
        if (line < firstLine && above.length < maxAbove) above.push(values.join(' '));
      yield rows.filter(({ line }) => line >= firstLine);
    }
  } finally {
    stream.destroy();
  }

  function rawRow(text: string): RawRow {
    const [line, ...cells] = JSON.parse(text) as [number, ...string[]];
    const values = cells.slice(firstColumn);
    while (values.length < width) values.push('');
    return { line, values };
  }
}
