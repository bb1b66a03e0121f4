import { grouped } from '../../shared/contract/values/counted.ts';
import { csvTable } from './csvTable.ts';
import { type Detected, detectEncoding } from './detectEncoding.ts';
import { detectDialect, isJsonLinesName, type SourceOptions } from './dialect.ts';
import { refuseForeignBytes } from './foreignBytes.ts';
import { refuseFixedWidth, refuseForeignText } from './foreignText.ts';
import { ImportError } from './importError.ts';
import { jsonTable } from './jsonTable.ts';
import { isDocument } from './jsonText.ts';
import { maxColumns, type SourceTable, type TableText } from './sourceTable.ts';
import { readHead } from './storedBytes.ts';
import { fromLine, layoutOf } from './tableHeader.ts';
import { faultOf, unmarked } from './textDamage.ts';
import { decoded, LineDecoder } from './textDecoder.ts';

/** Files up to this size are read whole before their encoding is decided. */
const headBytes = 1024 * 1024;

/** Detects encoding and dialect of a text, and reads its header. Throws ImportError when it has none. */
export async function openTable(
  name: string,
  bytes: AsyncIterable<Buffer>,
  options: SourceOptions,
): Promise<SourceTable> {
  const streamHead = await readHead(bytes, headBytes);
  refuseForeignBytes(name, streamHead.head);
  const encoding = detectEncoding(name, streamHead, options.encoding);
  const head = textOfHead(streamHead.head, encoding);
  refuseForeignText(name, head);
  const layout = layoutOf(head, options);
  const table = fromLine(head, layout.firstLine);
  const dialect = detectDialect(table, name, options);
  if (dialect.format === 'csv' && options.delimiter === undefined)
    refuseFixedWidth(name, table, dialect.delimiter);
  const decoder = new LineDecoder(encoding);
  const opened = {
    name,
    dialect,
    layout,
    encoding: encoding.name,
    text: decoded(streamHead.all, decoder),
    notices: encoding.notices,
    above: head.slice(0, head.length - table.length).split(/[\r\n]+/),
    damage: { isSeen: () => decoder.isMarked, faultOf: (text: string) => faultOf(text, reasonFor(encoding)) },
  };
  return withinColumns(
    await (dialect.format === 'jsonl' ? openJson(opened, table, options) : csvTable(opened)),
  );
}

function withinColumns(table: SourceTable): SourceTable {
  const { name, columns } = table;
  if (columns.length <= maxColumns) return table;
  throw new ImportError(
    `${name} has ${grouped(columns.length)} columns, and at most ${grouped(maxColumns)} are supported: export fewer, or remove those that are not imported`,
  );
}

function openJson(table: TableText, head: string, options: SourceOptions): Promise<SourceTable> {
  const { name } = table;
  if (options.headerLine !== undefined || options.noHeader)
    throw new ImportError(`${name} is JSON, which has no header: leave out --header-line and --no-header`);
  if (options.delimiter !== undefined)
    throw new ImportError(
      `${name} is JSON, which has no delimiter: leave out --delimiter, or set --format csv if it is CSV`,
    );
  return jsonTable(table, isDocument(head, options.format === 'jsonl' || isJsonLinesName(name)));
}

function textOfHead(head: Buffer, encoding: Detected): string {
  const decoder = new LineDecoder(encoding);
  return unmarked(decoder.write(head) + decoder.end());
}

function reasonFor({ main, other }: Detected): string {
  const is = main === 'utf-8' ? `not UTF-8` : 'UTF-8';
  const pair = main === 'utf-8' ? `utf-8,${other}` : `utf-8,${main}`;
  return `the row is ${is}, unlike others of the file: --encoding ${pair} reads each line as what it is`;
}
