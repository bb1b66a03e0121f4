import { grouped } from '../../shared/contract/values/counted.ts';
import { csvTable } from './csvTable.ts';
import { type Detected, detectEncoding } from './detectEncoding.ts';
import { detectDialect, type SourceOptions } from './dialect.ts';
import { ImportError } from './importError.ts';
import { jsonLinesTable } from './jsonLines.ts';
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
  const dialect = detectDialect(fromLine(head, layout.firstLine), name, options);
  const decoder = new LineDecoder(encoding);
  const table = {
    name,
    dialect,
    layout,
    encoding: encoding.name,
    text: decoded(streamHead.all, decoder),
    notices: encoding.notices,
    damage: { isSeen: () => decoder.isMarked, faultOf: (text: string) => faultOf(text, reasonFor(encoding)) },
  };
  return withinColumns(await (dialect.format === 'jsonl' ? jsonTable(table, options) : csvTable(table)));
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

function jsonTable(table: TableText, options: SourceOptions): Promise<SourceTable> {
  const { name } = table;
  if (options.headerLine !== undefined || options.noHeader)
    throw new ImportError(
      `${name} is JSON Lines, which has no header: leave out --header-line and --no-header`,
    );
  if (options.delimiter !== undefined)
    throw new ImportError(
      `${name} is JSON Lines, which has no delimiter: leave out --delimiter, or set --format csv if it is CSV`,
    );
  return jsonLinesTable(table);
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
}

/** Throws an ImportError that names the kind of text when it is not CSV or JSON Lines. */
function refuseForeignText(name: string, text: string): void {
  if (text === '') throw new ImportError(`${name} is empty`);
  const start = text.trimStart().slice(0, 1024);
  if (hasBinary(text)) throw new ImportError(`${name} is binary data, not text: export the data as CSV`);
  if (/^<\?mso-application\s+progid="Excel|urn:schemas-microsoft-com:office:spreadsheet/i.test(start))
    throw new ImportError(`${name} is a workbook of Excel 2003 (XML): save it as .xlsx`);
  if (start.startsWith('<') && start.includes('urn:oasis:names:tc:opendocument'))
    throw new ImportError(`${name} is a flat document of LibreOffice (.fods): save it as .ods`);
  if (start.startsWith('<') && /<table\b/i.test(text))
    throw new ImportError(
      `${name} is a web page (HTML) with a table: open it in a spreadsheet, and save it as .xlsx`,
    );
  if (/^<(?:!doctype html|html|head|body)/i.test(start))
    throw new ImportError(`${name} is a web page (HTML): log in and download the file again`);
  if (start.startsWith('<')) throw new ImportError(`${name} is XML: export the data as CSV or JSON Lines`);
  if (/^\[\s*[{\]]/.test(start))
    throw new ImportError(
      `${name} is a JSON array: convert it to JSON Lines, one object in each line (jq -c '.[]')`,
    );
}

/** Ignores tabs, line ends and the old end-of-file mark. */
function hasBinary(text: string): boolean {
  return Array.from(text.slice(0, 4096), (character) => character.charCodeAt(0)).some(
    (code) => code < 9 || (code > 13 && code < 26),
  );
}
