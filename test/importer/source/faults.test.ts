import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe("importer: files that can't be read (reads large files)", () => {
  const files = temporaryFiles();
  const damaged = gzipSync(Buffer.from('a,b\n'.repeat(100_000))).subarray(0, 200);

  const randomBytes = Buffer.from(Array.from({ length: 400 }, (_, index) => 1 + ((index * 7919 + 13) % 255)));

  const unreadable: [string, Uint8Array | string, string][] = [
    ['empty.csv', '', 'is empty'],
    ['blank.csv', '\n\n  \n', 'has only blank lines'],
    ['many-blank.csv', '\n'.repeat(1_500_000), 'has only blank lines'],
    [
      'wide.csv',
      `${Array.from({ length: 1_001 }, (_, index) => `c${index}`).join(',')}\n1\n`,
      'has 1,001 columns, and at most 1,000 are supported: export fewer, or remove those that are not imported',
    ],
    ['marked.csv', '\uFEFF', 'is empty'],
    ['header.csv', 'Titel;Preis\n', 'has a header but no rows'],
    ['a.pdf', '%PDF-1.7\n', 'is a PDF document: export the data as CSV, JSON or a workbook (.xlsx, .ods)'],
    [
      'old.xls',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'is an old Excel workbook (.xls), or one with a password: save it as .xlsx without a password',
    ],
    [
      'noise.csv',
      Buffer.from([1, 2, 3, 200, 201, 0, 0, 5]),
      'is binary data, not text: export the data as CSV, JSON or a workbook (.xlsx, .ods)',
    ],
    [
      'photo.csv',
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0\x01\x02', 'latin1'),
      'is an image: export the data as CSV, JSON or a workbook (.xlsx, .ods)',
    ],
    [
      'letter.doc',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]),
      'is an old Word document (.doc): copy its table into a sheet',
    ],
    [
      'list.dbf',
      Buffer.from('\x03\x7a\x01\x0f\x02\0\0\0a\0\x20\0NAME', 'latin1'),
      'is a dBase table (.dbf): open it in a spreadsheet, and save it as .xlsx',
    ],
    ['page.csv', '<!DOCTYPE html><html></html>', 'is a web page (HTML): log in and download the file again'],
    ['data.xml', '<?xml version="1.0"?><a/>', 'is XML: export the data as CSV or JSON Lines'],
    [
      'export.xls',
      '<html><body><table><tr><td>SKU</td></tr></table></body></html>',
      'is a table in HTML, whatever its name says: open it in a spreadsheet, and save it as .xlsx',
    ],
    [
      'sheet.xls',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>',
      'is an Excel workbook in XML: save it as .xlsx',
    ],
    [
      'random.csv',
      randomBytes,
      'is binary data, not text: export the data as CSV, JSON or a workbook (.xlsx, .ods)',
    ],
    [
      'dump.csv',
      "-- Dump\nINSERT INTO a VALUES (1,'b');",
      'is a database dump (SQL): export the table as CSV',
    ],
    ['people.csv', 'BEGIN:VCARD\nFN:A\n', 'is a file of contacts (vCard): export the contacts as CSV'],
    [
      'wide.txt',
      'Nr    Name        Preis\n1     Tee, Assam   1,50\n2     Kaffee      12,50\n17    Kanne        9,50\n',
      'seems to have columns of a fixed width, filled with blanks: export it with a delimiter, such as a semicolon, or set --delimiter if it has one',
    ],
    ['broken.jsonl', 'none\n', `, line 1: not valid JSON: Unexpected token 'o', "none" is not valid JSON`],
    ['damaged.csv.gz', damaged, 'is damaged (unexpected end of file): copy or download it again'],
    ['quote.csv', '"Titel;Preis\n1;2\n', ', line 1 (header): the row has a quote (") that is never closed'],
  ];
  for (const [name, content, message] of unreadable)
    it(`rejects ${name}: ${message}`, async () => {
      const file = files.write(name, content);
      const error = await importError(() => rowsOf(file));

      expect(error.message).to.equal(`${file}${message.startsWith(',') ? '' : ' '}${message}`);
    });

  it('rejects files that do not exist, and folders', async () => {
    expect((await importError(() => openSource('/none/such.csv'))).message).to.equal(
      '/none/such.csv does not exist',
    );
    expect((await importError(() => openSource(files.path()))).message).to.equal(
      `${files.path()} is a folder, not a file`,
    );
  });

  it('rejects unknown encodings and delimiters', async () => {
    const file = files.write('fine.csv', 'a,b\n1,2\n');

    expect((await importError(() => openSource(file, { encoding: 'utf-9' }))).message).to.equal(
      '--encoding utf-9 is unknown; supported: utf-8, windows-1252, cp850, macintosh, iso-8859-15, utf-16le and others, utf-8,windows-1252 for lines of both, utf-8-twice for text like "MÃ¼ller"',
    );
    expect((await importError(() => openSource(file, { delimiter: '::' }))).message).to.equal(
      'unknown delimiter "::"; supported: one character, or tab, comma, semicolon, pipe',
    );
  });

  it('gives up when more than 100 rows have a quote that is never closed', async () => {
    const file = files.write('unquoted.csv', `a,b\n${'"x,1\n'.repeat(301)}`);

    expect((await importError(() => rowsOf(file, { delimiter: ',' }))).message).to.match(
      /unquoted\.csv, line \d+: more than 100 rows have a quote \("\) that is never closed, or are longer than 1 MiB: /,
    );
  });
});
