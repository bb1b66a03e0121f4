import { ImportError } from './importError.ts';

const signatures: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF', 'a PDF document: export the data as CSV'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls): save its sheet as "CSV UTF-8"'],
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

/** Throws an ImportError that names the kind of file when it is not a text. */
export function refuseForeignBytes(name: string, head: Buffer): void {
  if (head.length === 0) throw new ImportError(`${name} is empty`);
  const start = head.subarray(0, 16).toString('latin1');
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) throw new ImportError(`${name} is ${found[1]}`);
}

/** Throws an ImportError that names the kind of text when it is not CSV or JSON Lines. */
export function refuseForeignText(name: string, text: string): void {
  if (text === '') throw new ImportError(`${name} is empty`);
  const start = text.trimStart().slice(0, 1024);
  if (hasBinary(text)) throw new ImportError(`${name} is binary data, not text: export the data as CSV`);
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
