import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('import faults of a file', () => {
  const files = temporaryFiles();
  const damaged = gzipSync(Buffer.from('a,b\n'.repeat(100_000))).subarray(0, 200);

  const unreadable: [string, Uint8Array | string, string][] = [
    ['empty.csv', '', 'is empty'],
    ['blank.csv', '\n\n  \n', 'is empty'],
    ['marked.csv', '\uFEFF', 'is empty'],
    ['header.csv', 'Titel;Preis\n', 'has a header and no rows'],
    ['a.pdf', '%PDF-1.7\n', 'is a PDF document'],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is an old Excel workbook (.xls): save it as CSV'],
    ['noise.csv', Buffer.from([1, 2, 3, 200, 201, 0, 0, 5]), 'is no text, but binary data'],
    [
      'page.csv',
      '<!DOCTYPE html><html></html>',
      'is a web page (HTML): was it downloaded without being logged in?',
    ],
    ['data.xml', '<?xml version="1.0"?><a/>', 'is XML: CSV and JSON Lines can be read'],
    ['list.json', '[\n {"a": 1}]', "is one JSON array: JSON Lines has one object in each line (jq -c '.[]')"],
    [
      'broken.jsonl',
      'none\n',
      `is no JSON Lines: line 1 is no JSON: Unexpected token 'o', "none" is not valid JSON`,
    ],
    ['damaged.csv.gz', damaged, 'is damaged: unexpected end of file'],
    ['quote.csv', '"Titel;Preis\n1;2\n', ', line 1: the header has a quote that is never closed'],
  ];
  for (const [name, content, message] of unreadable)
    it(`tells of ${name}: ${message}`, async () => {
      const file = files.write(name, content);
      const error = await importError(() => rowsOf(file));

      expect(error.message).to.equal(`${file}${message.startsWith(',') ? '' : ' '}${message}`);
    });

  it('tells of files that do not exist, and of folders', async () => {
    expect((await importError(() => openSource('/none/such.csv'))).message).to.equal(
      '/none/such.csv does not exist',
    );
    expect((await importError(() => openSource(files.path()))).message).to.equal(
      `${files.path()} is a folder, not a file`,
    );
  });

  it('tells of encodings and delimiters that there are not', async () => {
    const file = files.write('fine.csv', 'a,b\n1,2\n');

    expect((await importError(() => openSource(file, { encoding: 'utf-9' }))).message).to.equal(
      'the encoding utf-9 is not known: utf-8, windows-1252, utf-16le and utf-16be are',
    );
    expect((await importError(() => openSource(file, { delimiter: '::' }))).message).to.equal(
      'the delimiter must be one character, or tab, not "::"',
    );
  });

  it('gives up where nearly every row has a quote that is never closed', async () => {
    const file = files.write('unquoted.csv', `a,b\n${'"x,1\n'.repeat(301)}`);

    expect((await importError(() => rowsOf(file, { delimiter: ',' }))).message).to.match(
      /unquoted\.csv, line \d+ is one of more than 100 whose quotes are never closed, or that are too long$/,
    );
  });
});
