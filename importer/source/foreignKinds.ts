import { ImportError } from '../importError.ts';

const signatures: readonly (readonly [start: string, kind: string])[] = [
  ['%PDF', 'a PDF document'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls): save it as CSV'],
  ['PK', 'a ZIP archive inside of another file'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['GIF8', 'an image'],
  ['\x1f\x8b', 'compressed twice'],
  ['7z\xbc\xaf', 'a 7z archive: unpack it first'],
  ['Rar!', 'a RAR archive: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first'],
  ['SQLite format 3', 'a database'],
];

/** Says what a file is that is no text, and throws ImportError then. */
export function refuseForeignBytes(name: string, head: Buffer): void {
  if (head.length === 0) throw new ImportError(`${name} is empty`);
  const start = head.subarray(0, 16).toString('latin1');
  const found = signatures.find(([signature]) => start.startsWith(signature));
  if (found) throw new ImportError(`${name} is ${found[1]}`);
}

/** Says what a text is that holds no records, and throws ImportError then. */
export function refuseForeignText(name: string, text: string): void {
  const start = text.slice(0, 1024).trimStart();
  if (start === '') throw new ImportError(`${name} is empty`);
  if (hasBinary(text)) throw new ImportError(`${name} is no text, but binary data`);
  if (/^<(?:!doctype html|html|head|body)/i.test(start))
    throw new ImportError(`${name} is a web page (HTML): was it downloaded without being logged in?`);
  if (start.startsWith('<')) throw new ImportError(`${name} is XML: CSV and JSON Lines can be read`);
  if (/^\[\s*[{\]]/.test(start))
    throw new ImportError(`${name} is one JSON array: JSON Lines has one object in each line (jq -c '.[]')`);
}

/** Control characters that no text has; tabs, line ends and the old end-of-file mark it may have. */
function hasBinary(text: string): boolean {
  return Array.from(text.slice(0, 4096), (character) => character.charCodeAt(0)).some(
    (code) => code < 9 || (code > 13 && code < 26),
  );
}
