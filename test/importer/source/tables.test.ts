import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

const table = 'SKU;Bezeichnung;Preis\nT-1;Tee;1,50\nT-2;Kaffee;2,50\n';
const values = [
  ['T-1', 'Tee', '1,50'],
  ['T-2', 'Kaffee', '2,50'],
];

describe('importer: tables', () => {
  const files = temporaryFiles();
  const read = async (text: string, options: SourceOptions = {}) => {
    const file = files.write('list.csv', text);
    const source = await openSource(file, options);
    await source.close();
    const rows = await rowsOf(file, options);
    return { ...source, rows, values: rows.map((row) => row.values) };
  };
  const refusal = async (text: string, options: SourceOptions = {}) =>
    (await importError(() => read(text, options))).message.replace(/^.*list\.csv/, 'list.csv');

  const titles: [string, string, number][] = [
    ['a line', 'Preisliste 2026\n\n', 3],
    ['padded lines of a spreadsheet', 'Preisliste;;\nStand: 01.01.2026;;\n;;\n', 4],
    ['a line with a comma', 'Preisliste, gültig ab Januar\n', 2],
    ['a line in quotes', '"Preisliste\nder Müller GmbH"\n', 3],
  ];
  for (const [name, title, line] of titles)
    it(`proposes the header below ${name}, and reads it with --header-line`, async () => {
      expect(await refusal(title + table)).to.equal(
        `list.csv: line 1 looks like a title; the header seems to be line ${line}: --header-line ${line} (or --header-line 1, if line 1 is the header)`,
      );
      const given = await read(title + table, { headerLine: line });

      expect(given.columns).to.deep.equal(['SKU', 'Bezeichnung', 'Preis']);
      expect(given.values).to.deep.equal(values);
      expect(given.rows[0]?.line).to.equal(line + 1);
    });

  it('takes line 1 for the header with --header-line 1', async () => {
    const { columns } = await read('Titel;;\nA;B;C\n1;2;3\n', { headerLine: 1 });

    expect(columns).to.deep.equal(['Titel']);
  });

  it('keeps headers with fewer names than the rows have values', async () => {
    const rows = 'Tee,T-1,far,out\nKaffee,T-2\n,T-3\n';

    expect((await read(`title,sku\n${rows}`)).columns).to.deep.equal(['title', 'sku']);
  });

  it('refuses a --header-line that is empty or beyond the end', async () => {
    expect(await refusal(`Titel\n\n${table}`, { headerLine: 2 })).to.equal(
      'list.csv: line 2 is empty, so it is not the header: correct --header-line',
    );
    expect(await refusal(table, { headerLine: 9 })).to.equal('list.csv ends before line 9, its header');
    expect(await refusal(table, { headerLine: 1, noHeader: true })).to.equal(
      "--header-line and --no-header can't be combined: use one of them",
    );
  });

  it('names columns by number with --no-header, which is proposed', async () => {
    const [, ...rows] = table.split('\n');

    expect(await refusal(rows.join('\n'))).to.equal(
      'list.csv: line 1 looks like a record, not like a header: --no-header (or --header-line 1, if it is the header)',
    );
    const given = await read(rows.join('\n'), { noHeader: true });
    expect(given.columns).to.deep.equal(['1', '2', '3']);
    expect(given.values).to.deep.equal(values);
    expect(given.notices).to.deep.equal(['the columns are called by their numbers, 1 to 3']);
  });

  it('reads the header of DATEV in line 2, and says so', async () => {
    const head =
      '"EXTF";700;16;"Debitoren/Kreditoren";5;20260101;;"RE";"";"";29098;55003;20260101;4;;;"";"";;;;""\n';
    const { columns, notices, ...given } = await read(`${head}Konto;Name;Ort\n10000;"Müller";"Köln"\n`);

    expect(columns).to.deep.equal(['Konto', 'Name', 'Ort']);
    expect(given.values).to.deep.equal([['10000', 'Müller', 'Köln']]);
    expect(notices).to.deep.equal(['a file of DATEV (EXTF): its header is line 2']);
  });

  it('ignores lines above the header that the mapping ignores', async () => {
    const { columns, notices, ...given } = await read(`Preisliste 2026\nStand: Januar\n${table}`, {
      ignoreLines: '^Preisliste|^Stand',
    });

    expect(columns).to.deep.equal(['SKU', 'Bezeichnung', 'Preis']);
    expect(given.values).to.deep.equal(values);
    expect(notices).to.deep.equal(['not read, since the mapping ignores them above the header: line 1, 2']);
  });

  const shifted: [string, string][] = [
    ['only some rows have it', 'SKU,Name,MwSt,VK,Notiz\na,Tea,19,2,50,\nc,Pot,19,5,x\n'],
    ['the values before it are parts of prices', 'SKU,Name,MwSt,VK,Notiz\na,Tea,19,2,50,\nb,Mug,7,4,00,\n'],
    ['a text goes on in it', 'Nr,Firma,Ort,Notiz\n1,Beta, Inc.,Kiel,\n2,Gamma, Ltd.,Kiel,\n'],
    ['a single row has it', 'Nr,Firma,Ort,Notiz\n1,Beta,Weg 1,Kiel,\n'],
    ['the header has fewer', 'Nr,Firma,Ort,\n1,Beta,Kiel,,\n2,Gamma,Kiel,\n'],
  ];
  for (const [why, text] of shifted)
    it(`refuses an empty value too many if ${why}`, async () => {
      const { rows } = await read(text);

      expect(rows[0]?.fault?.code).to.equal('row_fields');
      expect(rows[0]?.fault?.message).to.match(/put values that contain the delimiter in quotes$/);
    });

  it('accepts empty values at the end that the header or all rows have', async () => {
    const padded = ['A;B;;\n1;2;;\n3;4;;\n', 'A;B\n1;2;\n3;4;\n', 'A,B\n# all\n"1",2,,\n3,4,,\n'];
    for (const text of padded) {
      const { rows } = await read(text);

      const records = rows.filter(({ skip }) => skip === undefined);
      expect(
        records.map((row) => [row.values, row.fault]),
        text,
      ).to.deep.equal([
        [['1', '2'], undefined],
        [['3', '4'], undefined],
      ]);
    }
  });

  const totals = ['Summe;;1.234,00', 'Gesamt:;;', ';Zwischensumme;12', 'Total;;-1 234,00 €', 'Summe;4,00'];
  for (const line of totals)
    it(`marks "${line}" as a line of totals`, async () => {
      const { rows } = await read(`${table}${line}\n`);

      expect(rows.map(({ skip }) => skip)).to.deep.equal([
        undefined,
        undefined,
        'the row is a line of totals',
      ]);
    });

  for (const line of ['Summe;Tee;1,50', 'Summenheft;;2,00', 'Total Repair;;9,99', 'Summe;Tee;'])
    it(`keeps "${line}" as a record`, async () => {
      const { rows } = await read(`${table}${line}\n`);

      expect(rows.filter(({ skip }) => skip)).to.be.empty;
    });

  const long = (text: string) =>
    `SKU;Text\n${Array.from({ length: 40 }, (_, index) => `T-${index};${text}`).join('\n')}\n`;
  for (const [name, text] of [
    ['tabs', 'lang\tund\tbreit\tund\ttief'],
    ['commas', 'lang, und, breit, und, tief'],
    ['pipes', 'lang|und|breit'],
    ['other delimiters in quotes', '"lang\tund;breit"'],
  ] as const)
    it(`finds the delimiter beside a long text with ${name}`, async () => {
      const { columns, rows } = await read(long(text));

      expect(columns).to.deep.equal(['SKU', 'Text']);
      expect(rows.filter(({ fault }) => fault)).to.be.empty;
    });

  it('finds the delimiter when only some of the rows have long texts with tabs, or end with it', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `T-${index};${index % 3 === 0 ? 'a\tb\tc\td\te' : 'kurz'};`,
    );
    const { description } = await read(`SKU;Text\n${rows.join('\n')}\n`);
    const title = await read(`Liste\tfür\talle\tHändler\tim\tLande\n${table}`, { headerLine: 2 });

    expect(description.delimiter).to.equal(';');
    expect(title.values).to.deep.equal(values);
    expect(await refusal(`Liste\tfür\talle\tHändler\tim\tLande\n${table}`)).to.match(/--header-line 2 /);
  });

  it('refuses a row that an unclosed quote made of several, with its lines', async () => {
    const { rows } = await read('a;b;c;d\n1;"Monitor 24;3;4\n5;6;7;8\n9;Display 19";11;12\n13;14;15;16\n');

    expect(rows.map(({ line, fault }) => [line, fault?.message])).to.deep.equal([
      [
        2,
        'a quote (") that is never closed makes one row of the lines 2 to 4: correct the quotes in these lines',
      ],
      [5, undefined],
    ]);
    const { rows: texts } = await read('a,b,c,d\n1,"rot, blau, gelb, weiß\nund mehr",3,4\n');
    expect(texts.filter(({ fault }) => fault)).to.be.empty;
  });
});
