import { grouped } from '../../shared/contract/values/counted.ts';
import { csvTable } from './csvTable.ts';
import { type Detected, detectEncoding } from './detectEncoding.ts';
import { detectDialect, isJsonLinesName, type SourceOptions } from './dialect.ts';
import { hasBinary, refuseFixedWidth, refuseForeignText } from './foreignText.ts';
import { ImportError } from './importError.ts';
import { isDocument } from './jsonDocument.ts';
import { jsonTable } from './jsonTable.ts';
import type { SourceTable, TableText } from './sourceTable.ts';
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
    damage: { isSeen: () => decoder.isMarked, faultOf: (text: string) => faultOf(text, reasonFor(encoding)) },
  };
  return withinColumns(
    await (dialect.format === 'jsonl' ? openJson(opened, table, options) : csvTable(opened)),
  );
}

/** Each pass over the rows keeps data of each column: with this limit, an import stays below 160 MB. */
const maxColumns = 1_000;

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

const signatures: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF', 'a PDF document: export the data as CSV'],
  ['PK', 'a ZIP archive inside another archive: unpack it first'],
  ['\x89PNG', 'an image: export the data as CSV'],
  ['\xff\xd8\xff', 'an image: export the data as CSV'],
  ['GIF8', 'an image: export the data as CSV'],
  ['\x1f\x8b', 'compressed twice: unpack it first'],
  ['RIFF', 'an image or a recording: export the data as CSV'],
  ['II*\0', 'an image: export the data as CSV'],
  ['PAR1\x15', 'a Parquet file: export the data as CSV'],
  ['\0\x01\0\0Standard', 'an Access database: export the table as CSV'],
  ['\xfd7zXZ', 'compressed with xz: unpack it first'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd: unpack it first'],
  ['7z\xbc\xaf', 'a 7z archive: unpack it first'],
  ['Rar!', 'a RAR archive: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first'],
  ['SQLite format 3', 'an SQLite database: export the table as CSV'],
];

/** Start of files of Office before 2007, in which later releases also put what they encrypt. */
const compoundFile = '\xd0\xcf\x11\xe0';

function compoundKind(head: Buffer): string {
  if (head.includes('EncryptedPackage', 0, 'utf16le'))
    return 'encrypted: remove its password in Excel, and save it again as .xlsx';
  return 'an old Excel workbook (.xls), or one with a password: save it as .xlsx without a password';
}

/** Throws an ImportError that names the kind of file when it is not a text. */
function refuseForeignBytes(name: string, head: Buffer): void {
  if (head.length === 0) throw new ImportError(`${name} is empty`);
  const start = head.subarray(0, 16).toString('latin1');
  if (start.startsWith(compoundFile)) throw new ImportError(`${name} is ${compoundKind(head)}`);
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) throw new ImportError(`${name} is ${found[1]}`);
  // Without zeros, as in UTF-16, control characters are those of a text in no encoding.
  const text = head.toString('latin1');
  if (!head.subarray(0, 4096).includes(0) && hasBinary(text))
    throw new ImportError(`${name} is binary data, not text: export the data as CSV`);
}
