import { answer, ImportError } from './importError.ts';

/** Kinds of text that are not table, each with what to do; the first one that fits counts. */
const kinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [
    /^<\?mso-application|^<\?xml[^>]*>\s*<\?mso-application|<(?:\w+:)?Workbook\b/,
    'an Excel workbook in XML: save it as .xlsx',
  ],
  [/^<[\s\S]*urn:oasis:names:tc:opendocument/, 'a flat document of LibreOffice (.fods): save it as .ods'],
  [
    /^<(?:!doctype html|html|head|body|meta|style|table)\b[\s\S]*<table/i,
    'a table in HTML, whatever its name says: open it in a spreadsheet, and save it as .xlsx',
  ],
  [/^<(?:!doctype html|html|head|body|meta)\b/i, 'a web page (HTML): log in and download the file again'],
  [/^</, 'XML: export the data as CSV or JSON Lines'],
  [/^\{\\rtf/, 'a text document (RTF): export the data as CSV'],
  [/^BEGIN:VCARD/i, 'a file of contacts (vCard): export the contacts as CSV'],
  [
    /^(?:MIME-Version|Message-ID|Received|Return-Path|Delivered-To): /i,
    'an e-mail: save its attachment, and import that',
  ],
  [
    /^(?:--[^\n]*\s+|\/\*[\s\S]*?\*\/;?\s*)*(?:SET \S+ ?=|CREATE (?:TABLE|DATABASE)|DROP TABLE|INSERT INTO) ?/i,
    'a database dump (SQL): export the table as CSV',
  ],
];

const startLength = 16 * 1024;

/** Throws an ImportError that names the kind of text when it is not CSV or JSON. */
export function refuseForeignText(name: string, text: string): void {
  if (text === '') throw new ImportError(`${name} is empty`);
  if (hasBinary(text))
    throw new ImportError(
      `${name} is binary data, not text: export the data as CSV, JSON or a workbook (.xlsx, .ods)`,
    );
  const start = text.slice(0, startLength).trimStart();
  const found = kinds.find(([pattern]) => pattern.test(start));
  if (found) throw new ImportError(`${name} is ${found[1]}`);
}

/** Ignores tabs, line ends and the old end-of-file mark. */
export function hasBinary(text: string): boolean {
  return Array.from(text.slice(0, 4096), (character) => character.charCodeAt(0)).some(
    (code) => code < 9 || (code > 13 && code < 26),
  );
}

const sampleLines = 50;
const minLines = 3;

/**
 * Throws an ImportError for columns of a fixed width: their header has no delimiter, and blanks stand before each of its names,
 * in all lines.
 */
export function refuseFixedWidth(name: string, text: string, delimiter: string): void {
  const lines = text
    .split(/\r\n|\n|\r/, sampleLines + 1)
    .slice(0, sampleLines)
    .filter((line) => line.trim() !== '');
  const [header = '', ...rows] = lines;
  if (rows.length < minLines - 1 || header.includes(delimiter)) return;
  const starts = Array.from(header.matchAll(/(?<=\S\s*\s)\S/g), ({ index }) => index).filter((start) =>
    rows.every((row) => /^\s?$/.test(row.charAt(start - 1))),
  );
  const isAligned =
    starts.length > 0 && lines.filter((line) => /\S {2,}\S/.test(line)).length * 2 > lines.length;
  if (!isAligned) return;
  throw new ImportError(
    `${name} seems to have columns of a fixed width, filled with blanks: export it with a delimiter, such as a semicolon, or set ${answer('--delimiter')} if it has one`,
  );
}
