import { hasBinary } from './foreignText.ts';
import { ImportError, known } from './importError.ts';

const asTable = 'export the data as CSV, JSON or a workbook (.xlsx, .ods)';
const unpack = 'unpack it first';

/** Starts that no text has. */
const signatures: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF', known('pdf', [], `a PDF document: ${asTable}`)],
  ['PK', `a ZIP archive inside another archive: ${unpack}`],
  ['\x89PNG', `an image: ${asTable}`],
  ['\xff\xd8\xff', `an image: ${asTable}`],
  ['GIF8', `an image: ${asTable}`],
  ['\x1f\x8b', `compressed twice: ${unpack}`],
  ['RIFF', `an image or a recording: ${asTable}`],
  ['II*\0', `an image: ${asTable}`],
  ['MM\0*', `an image: ${asTable}`],
  ['8BPS\0', `an image: ${asTable}`],
  ['PAR1\x15', `a Parquet file: ${asTable}`],
  ['\0\x01\0\0Standard', 'an Access database: export the table as CSV'],
  ['\xfd7zXZ', `compressed with xz: ${unpack}`],
  ['\x28\xb5\x2f\xfd', `compressed with zstd: ${unpack}`],
  ['7z\xbc\xaf', `a 7z archive: ${unpack}`],
  ['Rar!', `a RAR archive: ${unpack}`],
  ['BZh', `compressed with bzip2: ${unpack}`],
  ['SQLite format 3', 'an SQLite database: export the table as CSV'],
  ['\x7fELF', `a program: ${asTable}`],
];

/** Starts that a text may have, too: they count only in binary data. */
const weakSignatures: readonly (readonly [start: RegExp, kind: string])[] = [
  [/^.{4}ftyp(?:hei|mif|avif)/s, `an image: ${asTable}`],
  [/^.{4}ftyp/s, `a video or a recording: ${asTable}`],
  [/^BM/, `an image: ${asTable}`],
  [/^MZ/, `a program: ${asTable}`],
  [/^ID3|^OggS|^fLaC/, `a recording: ${asTable}`],
];

/** Start of files of Office before 2007, in which later releases also put what they encrypt. */
const compoundFile = '\xd0\xcf\x11\xe0';

/** Names of the streams in such a file. */
const compoundKinds: readonly (readonly [stream: string, kind: string])[] = [
  ['EncryptedPackage', 'encrypted: remove its password in Excel, and save it again as .xlsx'],
  ['WordDocument', 'an old Word document (.doc): copy its table into a sheet'],
  ['PowerPoint Document', 'an old PowerPoint document (.ppt): copy its table into a sheet'],
  ['__substg1.0_', 'an e-mail of Outlook (.msg): save its attachment, and import that'],
];

function compoundKind(head: Buffer): string {
  return (
    compoundKinds.find(([stream]) => head.includes(stream, 0, 'utf16le'))?.[1] ??
    known(
      'old_workbook',
      [],
      'an old Excel workbook (.xls), or one with a password: save it as .xlsx without a password',
    )
  );
}

const sampleBytes = 4096;

/** Throws an ImportError that names the kind of file when it is not a text. */
export function refuseForeignBytes(name: string, head: Buffer): void {
  if (head.length === 0) throw new ImportError(`${name} is empty`);
  const start = head.toString('latin1', 0, sampleBytes);
  if (start.startsWith(compoundFile)) throw new ImportError(`${name} is ${compoundKind(head)}`);
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) throw new ImportError(`${name} is ${found[1]}`);
  if (isUtf16(head.subarray(0, sampleBytes)) || !hasBinary(start)) return;
  const kind = isDbase(head) ? dbase : weakSignatures.find(([pattern]) => pattern.test(start))?.[1];
  throw new ImportError(`${name} is ${kind ?? `binary data, not text: ${asTable}`}`);
}

const dbase = 'a dBase table (.dbf): open it in a spreadsheet, and save it as .xlsx';
const dbaseVersions: ReadonlySet<number> = new Set([0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5]);

/** A table of dBase begins with its version and a date: year, month and day. */
function isDbase([version = 0, , month = 0, day = 0]: Iterable<number>): boolean {
  return dbaseVersions.has(version) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** True for a text in UTF-16: it has a mark, or zeros in one half of its bytes only. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.toString('latin1', 0, 2);
  if (mark === '\xff\xfe' || mark === '\xfe\xff') return true;
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [most = 0, least = 0] = zeros.toSorted((one, other) => other - one);
  return most * 25 > bytes.length && least * 20 < most;
}
