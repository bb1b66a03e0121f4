import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { zipOf } from '../zip.ts';

describe('import from ZIP archives', () => {
  const files = temporaryFiles();

  it('reads all data files one after the other, and names what it leaves', async () => {
    const file = files.write(
      'all.zip',
      zipOf({
        'orders/a.csv': 'Titel;Preis\nTür;1\n',
        '__MACOSX/orders/._a.csv': 'junk',
        'readme.pdf': '%PDF',
        // Another order of columns, another encoding and another delimiter.
        'orders/b.txt': Buffer.from('Preis\tTitel\n2\tT\xfcre\n', 'latin1'),
      }),
    );
    const source = await openSource(file);
    const rows = [];
    for await (const chunk of source.rows()) rows.push(...chunk);

    expect(source.description).to.deep.equal({
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      compression: 'zip',
    });
    expect(source.notices).to.deep.equal([`not read from ${file}: readme.pdf`]);
    expect(rows).to.deep.equal([
      { line: 2, values: ['Tür', '1'], file: 'orders/a.csv' },
      { line: 2, values: ['Türe', '2'], file: 'orders/b.txt' },
    ]);
    expect(source.bytesRead()).to.equal(source.bytes);
    await source.close();
  });

  const refused: [string, Record<string, string>, string][] = [
    [
      'other columns',
      { 'a.csv': 'a,b\n1,2\n', 'b.csv': 'a,c\n1,2\n' },
      ' (b.csv) has other columns than FILE (a.csv): no "b", "c" more',
    ],
    [
      'no data file',
      { 'a.pdf': '%PDF', 'b.doc': 'x' },
      ' has no data file in it (.csv, .tsv, .txt, .jsonl): a.pdf, b.doc',
    ],
    ['no file at all', {}, ' has no data file in it (.csv, .tsv, .txt, .jsonl): it is empty'],
    [
      'an .xlsx',
      { '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' },
      ' is a workbook (Excel, LibreOffice): save its table as CSV UTF-8',
    ],
    ['an empty file', { 'a.csv': '' }, ' (a.csv) is empty'],
  ];
  for (const [name, content, message] of refused)
    it(`tells of ${name}`, async () => {
      const file = files.write('refused.zip', zipOf(content));

      expect((await importError(() => rowsOf(file))).message).to.equal(
        `${file}${message.replace('FILE', file)}`,
      );
    });

  it('tells of a file that is encrypted', async () => {
    const archive = zipOf({ 'a.csv': 'a,b\n1,2\n' });
    archive.writeUInt16LE(0x0801, archive.indexOf('PK\x01\x02') + 8);
    const file = files.write('locked.zip', archive);

    expect((await importError(() => rowsOf(file))).message).to.equal(
      `a.csv in ${file} is encrypted, or packed in a rare way: unpack it first`,
    );
  });

  it('tells of an archive that is damaged', async () => {
    const whole = zipOf({ 'a.csv': 'a,b\n1,2\n' });
    const cut = files.write('cut.zip', whole.subarray(0, whole.length - 10));
    const changed = Buffer.from(whole);
    changed.fill(0xff, 36, 40);
    const wrong = files.write('wrong.zip', changed);

    expect((await importError(() => rowsOf(cut))).message).to.match(/cut\.zip can't be unpacked: /);
    expect((await importError(() => rowsOf(wrong))).message).to.match(/wrong\.zip is damaged: /);
  });
});
