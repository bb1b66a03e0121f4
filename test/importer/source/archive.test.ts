import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { zipOf } from '../zip.ts';

describe('import from ZIP archives', () => {
  const files = temporaryFiles();

  it('reads all data files one after the other, and lists the others', async () => {
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
      headerLine: 1,
      compression: 'zip',
    });
    expect(source.notices).to.deep.equal(['not data files, so not imported: readme.pdf']);
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
      ` (b.csv): columns differ from FILE (a.csv): missing "b", unexpected "c". If these are different tables, unpack the one to import: unzip 'FILE' 'a.csv'`,
    ],
    [
      'no data file',
      { 'a.pdf': '%PDF', 'b.doc': 'x' },
      ' contains no data file (.csv, .tsv, .tab, .txt, .json, .jsonl, .ndjson): only a.pdf, b.doc',
    ],
    [
      'no file at all',
      {},
      ' contains no data file (.csv, .tsv, .tab, .txt, .json, .jsonl, .ndjson): it is empty',
    ],
    ['an empty file', { 'a.csv': '' }, ' (a.csv) is empty'],
  ];
  for (const [name, content, message] of refused)
    it(`rejects an archive with ${name}`, async () => {
      const file = files.write('refused.zip', zipOf(content));

      expect((await importError(() => rowsOf(file))).message).to.equal(
        `${file}${message.replaceAll('FILE', file)}`,
      );
    });

  it('leaves out texts on the data', async () => {
    const file = files.write('export.zip', zipOf({ 'README.txt': 'a text\n', 'a.csv': 'a,b\n1,2\n' }));
    const source = await openSource(file);
    await source.close();

    expect(source.columns).to.deep.equal(['a', 'b']);
    expect(source.notices).to.deep.equal(['not data files, so not imported: README.txt']);
  });

  it('rejects an archive with an encrypted file', async () => {
    const archive = zipOf({ 'a.csv': 'a,b\n1,2\n' });
    archive.writeUInt16LE(0x0801, archive.indexOf('PK\x01\x02') + 8);
    const file = files.write('locked.zip', archive);

    expect((await importError(() => rowsOf(file))).message).to.equal(
      `${file} (a.csv) is encrypted, or compressed with a method that is not supported: unpack it first`,
    );
  });

  it('rejects a damaged archive', async () => {
    const whole = zipOf({ 'a.csv': 'a,b\n1,2\n' });
    const cut = files.write('cut.zip', whole.subarray(0, whole.length - 10));
    const changed = Buffer.from(whole);
    changed.fill(0xff, 36, 40);
    const wrong = files.write('wrong.zip', changed);

    expect((await importError(() => rowsOf(cut))).message).to.match(
      /cut\.zip can't be unpacked, since it is cut off or damaged \(.*\): copy or download it again/,
    );
    expect((await importError(() => rowsOf(wrong))).message).to.match(
      /wrong\.zip is damaged \(.+\): copy or download it again$/,
    );
  });
});
