import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openSource } from '../../../importer/source/source.ts';
import { fixture, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

const reading = `
  import { openSource } from ${JSON.stringify(new URL('../../../importer/source/source.ts', import.meta.url).href)};
  const source = await openSource('-');
  const rows = [];
  for await (const chunk of source.rows()) rows.push(...chunk);
  console.log(JSON.stringify({ name: source.name, bytes: source.bytes, rows, read: source.bytesRead() }));
`;

describe('importer: source', () => {
  const files = temporaryFiles();

  it('reads Windows-1252 with semicolons, line breaks in quotes and empty columns at the end', async () => {
    const source = await openSource(fixture('articles.windows-1252.csv'));
    const rows = await rowsOf(fixture('articles.windows-1252.csv'));

    expect(source.description).to.deep.equal({
      format: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      headerLine: 1,
    });
    expect(source.columns).to.have.length(9);
    expect(rows.map(({ line }) => line)).to.deep.equal([2, 4, 5, 7, 9]);
    expect(rows[0]?.values).to.deep.equal([
      '1001',
      'Käsehobel "Größe 2"',
      'Edelstahl;\nrostfrei, mit "Öse"',
      'Stück',
      '1.234,56 €',
      '19',
      '899,5',
      '4006381333931',
      '21.11.2026',
    ]);
    expect(rows.filter(({ fault }) => fault)).to.be.empty;
    await source.close();
  });

  const text = 'Titel;Preis\nTürklinke;1,50\nGriff €;2,50\n';
  const utf16 = Buffer.from(text, 'utf16le');
  const encodings: [string, Buffer, string][] = [
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 LE without', utf16, 'utf-16le'],
    ['UTF-16 BE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 BE without', Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from(text.replace('€', '\x80'), 'latin1'), 'windows-1252'],
  ];
  for (const [name, bytes, encoding] of encodings)
    it(`detects ${name}`, async () => {
      const file = files.write('encoded.csv', bytes);
      const source = await openSource(file);
      await source.close();

      expect(source.description.encoding).to.equal(encoding);
      expect(source.columns).to.deep.equal(['Titel', 'Preis']);
      expect((await rowsOf(file)).map(({ values }) => values[0])).to.deep.equal(['Türklinke', 'Griff €']);
    });

  it('uses the encoding that is given', async () => {
    const file = files.write('iso.csv', Buffer.from('Titel\nT\xfcr\n', 'latin1'));

    expect((await rowsOf(file, { encoding: 'iso-8859-2' }))[0]?.values).to.deep.equal(['Tür']);
  });

  for (const [name, delimiter] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['pipe', '|'],
  ] as const)
    it(`detects a ${name}, also when values contain the other delimiters`, async () => {
      const rows = [
        ['Titel', 'Preis', 'Text'],
        ['a,b;c', '1,50', '"x|y, z;"'],
        ['d', '2,50', '"e\tf"'],
        ['g', '3', ''],
      ];
      const quoted = rows.map((row) =>
        row.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter),
      );
      const file = files.write('delimited.csv', quoted.join('\r\n'));

      expect((await openSource(file)).description.delimiter).to.equal(delimiter);
      expect((await rowsOf(file)).map(({ values }) => values)).to.deep.equal(rows.slice(1));
    });

  it('uses the delimiter of a sep= line, and the one that is given', async () => {
    const marked = files.write('marked.csv', 'sep=|\r\na;b|c\r\n1;2|3\r\n');
    const given = files.write('given.csv', 'a;b,c\n1;2,3\n');

    expect(await rowsOf(marked)).to.deep.equal([{ line: 3, values: ['1;2', '3'] }]);
    expect(await rowsOf(given, { delimiter: ';' })).to.deep.equal([{ line: 2, values: ['1', '2,3'] }]);
    expect((await openSource(given, { delimiter: ',' })).columns).to.deep.equal(['a;b', 'c']);
  });

  it('reads all line endings, also mixed, and a last line without one', async () => {
    const file = files.write('endings.csv', 'a,b\r\n1,"x\r\ny"\n2,z\r3,"w"');

    expect(await rowsOf(file)).to.deep.equal([
      { line: 2, values: ['1', 'x\ny'] },
      { line: 4, values: ['2', 'z'] },
      { line: 5, values: ['3', 'w'] },
    ]);
  });

  it('names columns without a name or with the name of another one, and reports it', async () => {
    const source = await openSource(files.write('names.csv', 'Titel,,Titel,Preis,,\n1,2,3,4,,\n'));
    await source.close();

    expect(source.columns).to.deep.equal(['Titel', 'column 2', 'Titel (2)', 'Preis']);
    expect(source.notices).to.deep.equal([
      'column 2 has no name: it is renamed to "column 2"',
      'column 3 has the same name as another column, "Titel": it is renamed to "Titel (2)"',
    ]);
  });

  it('reads JSON Lines, with dotted names for nested objects', async () => {
    const lines = [
      '{"title":"Tür","price":{"net":12.345,"gross":null},"tags":["a","b"]}',
      '',
      '{"title":"Ä","sale":true}',
    ];
    const file = files.write('records.jsonl', lines.join('\n'));
    const source = await openSource(file);
    await source.close();

    expect(source.description).to.deep.equal({ format: 'jsonl', encoding: 'utf-8' });
    expect(source.columns).to.deep.equal(['title', 'price.net', 'price.gross', 'tags.0', 'tags.1', 'sale']);
    expect(await rowsOf(file)).to.deep.equal([
      { line: 1, values: ['Tür', '12.3450\u205f', '', 'a', 'b', ''], text: lines[0] },
      { line: 3, values: ['Ä', '', '', '', '', 'true'], text: lines[2] },
    ]);
  });

  it('recognizes gzip by its content, not by its name', async () => {
    const file = files.write('packed.csv', gzipSync('a,b\n1,2\n'));
    const source = await openSource(file);

    expect(source.description).to.include({ format: 'csv', compression: 'gzip' });
    expect(source.bytes).to.equal(gzipSync('a,b\n1,2\n').length);
    let read = 0;
    for await (const rows of source.rows()) read += rows.length;
    expect(read).to.equal(1);
    expect(source.bytesRead()).to.equal(source.bytes);
    expect(await rowsOf(file)).to.deep.equal([{ line: 2, values: ['1', '2'] }]);
  });

  it('reads standard input, compressed or not', async () => {
    for (const content of ['a,b\n1,2\n', gzipSync('a,b\n1,2\n')]) {
      const { stdout } = spawnSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', reading],
        {
          input: content,
          encoding: 'utf8',
        },
      );

      expect(JSON.parse(stdout)).to.deep.equal({
        name: 'standard input',
        rows: [{ line: 2, values: ['1', '2'] }],
        read: content.length,
      });
    }
  });

  it('can be closed twice, and before its rows are read', async () => {
    const source = await openSource(files.write('closed.csv', 'a,b\n1,2\n'));

    await source.close();
    await source.close();
  });

  it('does not read ahead of a slow reader', async () => {
    const file = files.write('long.csv', `a,b\n${'1234567890,abcdefghij\n'.repeat(200_000)}`);
    const source = await openSource(file);
    const rows = source.rows()[Symbol.asyncIterator]();
    // The first mebibyte is read when the file is opened.
    const before = source.bytesRead();
    let count = 0;
    while (count < 100_000) count += (await rows.next()).value?.length ?? 0;

    expect(source.bytes).to.be.greaterThan(4_000_000);
    expect(before).to.be.lessThan(1_300_000);
    expect(source.bytesRead()).to.be.lessThan(2_700_000);
    await rows.return?.();
    await source.close();
  });
});
