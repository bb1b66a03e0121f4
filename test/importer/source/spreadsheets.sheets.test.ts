import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, inputs, mapped, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, type Sheet, styled, type XlsxParts, xlsxOf } from '../workbooks.ts';
import { zipOf } from '../zip.ts';

const header = ['Nr', 'Titel', 'Preis'];
const record = (nr: string): Cell[] => [nr, `Tisch ${nr}`, 12.5];

describe('import of a sheet', () => {
  const files = temporaryFiles();
  const write = (sheets: readonly Sheet[], parts?: XlsxParts) =>
    files.write('list.xlsx', xlsxOf(sheets, parts));
  const opened = async (file: string, options: SourceOptions = {}) => {
    const source = await openSource(file, options);
    const rows: string[][] = [];
    for await (const chunk of source.rows())
      rows.push(...chunk.map(({ line, values }) => [String(line), ...values]));
    await source.close();
    return { rows, notices: source.notices, columns: source.columns, sheet: source.description.sheet };
  };
  const refusal = async (file: string, options: SourceOptions = {}) =>
    (await importError(() => rowsOf(file, options))).message.replace(`${files.path()}/`, '');

  it('asks which of several sheets it is, and takes the name or number of one', async () => {
    const file = write([
      { name: 'Artikel', rows: [header, record('1'), record('2')] },
      { name: 'Alt "A"', rows: [header, record('3')] },
      { name: 'Lager', rows: [header, record('4')], state: 'hidden' },
    ]);

    expect(await refusal(file)).to.equal(
      'list.xlsx has several sheets; choose one: --sheet "Artikel" (3 rows), --sheet "Alt \\"A\\"" (2 rows) or --sheet "Lager" (2 rows, hidden)',
    );
    expect((await opened(file, { sheet: 'alt "a"' })).rows).to.deep.equal([['2', '3', 'Tisch 3', '12.5']]);
    expect((await opened(file, { sheet: '3' })).rows[0]?.[1]).to.equal('4');
    expect(await refusal(file, { sheet: 'Kunden' })).to.equal(
      'list.xlsx has no sheet "Kunden"; its sheets: "Artikel", "Alt "A"", "Lager"',
    );
  });

  it('takes the only sheet with a table, and names the others', async () => {
    const file = write([
      { name: 'Hinweise', rows: [['Bitte lesen'], ['Stand: heute']] },
      { name: 'Leer', rows: [] },
      { name: 'Artikel', rows: [header, record('1')] },
      { name: 'Listen', rows: [header, record('1')], state: 'hidden' },
    ]);

    const { sheet, notices } = await opened(file);

    expect(sheet).to.equal('Artikel');
    expect(notices).to.deep.equal([
      'other sheets are not imported: --sheet "Hinweise" (2 rows) and --sheet "Listen" (2 rows, hidden)',
    ]);
  });

  it('asks what to do with hidden rows', async () => {
    const file = write([
      {
        name: 'A',
        rows: [header, record('1'), record('2'), record('3')],
        rowAttributes: { 3: 'hidden="1"' },
      },
    ]);

    expect(await refusal(file)).to.equal(
      'list.xlsx, sheet "A" has 1 hidden row (3): --hidden-rows skip leaves them out, --hidden-rows import takes them, too',
    );
    const skipped = await opened(file, { hiddenRows: 'skip' });
    expect(skipped.rows.map(([line]) => line)).to.deep.equal(['2', '4']);
    expect(skipped.notices).to.deep.equal(['1 hidden row (3): left out']);
    expect((await opened(file, { hiddenRows: 'import' })).rows).to.have.lengthOf(3);
  });

  it('says that hidden columns and merged rows are read', async () => {
    const file = write([
      {
        name: 'A',
        rows: [header, record('1'), record('2')],
        before: '<cols><col min="2" max="16384" hidden="1"/></cols>',
        after: '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/></mergeCells>',
      },
    ]);

    expect((await opened(file)).notices).to.deep.equal([
      'hidden columns are read, too: B to C',
      'cells are merged over several rows, of which only the first one has the value: A2:A3',
    ]);
  });

  it('leaves out empty rows and columns before the table, and names columns by their letters', async () => {
    const file = write([
      {
        name: 'A',
        rows: [
          [],
          [undefined, undefined, 'Nr', undefined, 'Titel'],
          [],
          [undefined, undefined, '1', 'x', 'Tisch', 'Notiz'],
        ],
        before: '<dimension ref="A1:XFD1048576"/>',
      },
    ]);

    expect(await opened(file)).to.deep.equal({
      columns: ['Nr', 'column D', 'Titel', 'column F'],
      rows: [['4', '1', 'x', 'Tisch', 'Notiz']],
      notices: [
        'column D has no name: it is renamed to "column D"',
        'column F has no name: it is renamed to "column F"',
      ],
      sheet: 'A',
    });
  });

  it('proposes the line of the header below a merged title', async () => {
    const file = write([
      {
        name: 'A',
        rows: [['Preisliste 2026'], [], header, record('1'), record('2')],
        after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
      },
    ]);

    expect(await refusal(file)).to.equal(
      'list.xlsx, sheet "A": line 1 looks like a title; the header seems to be line 3: --header-line 3 (or --header-line 1, if line 1 is the header)',
    );
    expect((await opened(file, { headerLine: 3 })).rows.map(([line]) => line)).to.deep.equal(['4', '5']);
  });

  it('refuses rows whose formula failed or has no stored value, if their column is used', async () => {
    const file = write(
      [
        {
          name: 'A',
          rows: [
            ['Nr', 'Titel', 'VK netto', 'MwSt', 'Marge'],
            [
              '1',
              'a',
              { xml: '<c><f>B2*2</f><v/></c>' },
              19,
              { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
            ],
            ['2', 'b', { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' }, 19],
            [
              '3',
              'c',
              { xml: '<c><f>B2*2</f><v>12.5</v></c>' },
              styled(1, 0.19),
              { xml: '<c><f>1/0</f></c>' },
            ],
          ],
        },
      ],
      { formats: ['0%'] },
    );

    const rows = await mapped('articles', file);

    expect(rows.map((row) => ('fault' in row ? row.fault.message : undefined))).to.deep.equal([
      'article_price: cell "C2" has a formula without a stored value: open the file in a spreadsheet, and save it again',
      'article_price: "#DIV/0! (C3)" is the error of a formula in a spreadsheet: correct the formula, and export the file again',
      undefined,
    ]);
    expect(inputs(rows)[0]).to.include({ article_title: 'c', article_price: '12.5', article_tax_rate: '19' });
  });

  it('refuses the zeros that a program stores for formulas that nobody has computed', async () => {
    const rows = [
      ['Nr', 'Titel', 'VK netto', 'MwSt'],
      ['1', 'a', { xml: '<c><f>B2*2</f><v>0</v></c>' }, 19],
      ['2', 'b', { xml: '<c><f>B2*2</f><v>12.5</v></c>' }, 19],
      ['3', 'c', { xml: '<c><f t="array" ref="C4:C5">B4:B5*2</f><v>0</v></c>' }, 19],
      ['4', 'd', 0, 19],
      ...['5', '6', '7', '8'].map((nr) => [nr, nr, 3, 19]),
    ];
    const results = async (parts?: XlsxParts) =>
      (await mapped('articles', write([{ name: 'A', rows }], parts)))
        .slice(0, 4)
        .map((row) => ('fault' in row ? row.fault.message : 'input' in row && row.input.article_price));
    const reason = (cell: string) =>
      `article_price: cell "${cell}" has a formula without a stored value: open the file in a spreadsheet, and save it again`;

    expect(await results({ computesOnLoad: true })).to.deep.equal([
      reason('C2'),
      '12.5',
      reason('C4'),
      reason('C5'),
    ]);
    expect(await results()).to.deep.equal(['0', '12.5', '0', '0']);
  });

  it('refuses a price of 100 pieces, of another currency, and a number whose last digits were lost', async () => {
    const file = write(
      [
        {
          name: 'A',
          rows: [
            ['Nr', 'EAN', 'Titel', 'VK netto', 'MwSt'],
            ['1', '', 'a', styled(1, 12), 19],
            ['2', '', 'b', styled(2, 12), 19],
            ['3', 4006381333931230, 'c', 12, 19],
          ],
        },
      ],
      { formats: ['0.00" €/100"', '[$$-409]0.00'] },
    );

    const messages = (await mapped('articles', file)).map((row) => ('fault' in row ? row.fault.message : ''));

    expect(messages[0]).to.match(/^article_price: "12 €\/100" is the price of 100 pieces/);
    expect(messages[1]).to.match(/^article_price: "\$12" is not in EUR/);
    expect(messages[2]).to.match(/^article_ean: "4.00638133393123E\+15" was damaged by a spreadsheet/);
  });

  it('keeps the digits of idents and texts, where a price of three decimals is not read as thousands', async () => {
    const nr = 10.125;
    const rows = [
      ['Artikelnummer', 'Titel', 'VK netto', 'MwSt', 'Beschreibung'],
      [nr, nr, nr, 19, styled(1, nr)],
      ['10.1260', 'b', 1, 19, ''],
    ];
    const file = write([{ name: 'A', rows }], { formats: ['0.000" kg"'] });

    const [first, second] = inputs(await mapped('articles', file));
    expect(first).to.deep.include({
      external_ident: '10.125',
      article_nr: '10.125',
      article_title: '10.125',
      article_price: '10.1250',
      article_description: '10.125 kg',
    });
    expect(second).to.deep.include({ external_ident: '10.1260', article_nr: '10.1260' });
    const [german] = await mapped('articles', file, { decimal: '1.234,56' });
    expect(german).to.have.nested.property('fault.field', 'article_price');
  });

  it('reads files of other programs: no styles, no shared texts, other prefixes, names and namespaces, no places', async () => {
    const strict = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const file = files.write(
      'other.xlsx',
      zipOf({
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="/xl/Workbook.xml"/></Relationships>`,
        'xl/workbook.xml': `<x:workbook xmlns:x="${strict}" xmlns:q="${relations}"><x:sheets><x:sheet name="A" q:id="b"/></x:sheets></x:workbook>`,
        'xl/_rels/Workbook.xml.rels': `<Relationships><Relationship Id="b" Type="${relations}/worksheet" Target="../xl/sheets\\one.xml"/></Relationships>`,
        'xl/sheets/one.xml': `\uFEFF<x:worksheet xmlns:x="${strict}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Nr</x:t></x:is></x:c><x:c t="str"><x:v>Tag</x:v></x:c></x:row><x:row><x:c s="7"><x:v>1</x:v></x:c><x:c t="d"><x:v>2026-11-27T00:00:00</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      }),
    );

    expect(await opened(file)).to.deep.include({
      columns: ['Nr', 'Tag'],
      rows: [['2', '1', '2026-11-27\u2005']],
    });
  });
});
