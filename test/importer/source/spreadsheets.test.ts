import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, type Sheet, shared, styled, type XlsxParts, xlsxOf } from '../workbooks.ts';

describe('import from Excel workbooks', () => {
  const files = temporaryFiles();
  const write = (sheets: readonly Sheet[], parts?: XlsxParts) =>
    files.write('list.xlsx', xlsxOf(sheets, parts));

  /** The table of a workbook, and what the user is told. */
  async function read(file: string, options: SourceOptions = {}) {
    const source = await openSource(file, options);
    const rows: (readonly [number, ...string[]])[] = [];
    for await (const chunk of source.rows())
      rows.push(...chunk.map(({ line, values }) => [line, ...values] as const));
    await source.close();
    return { columns: source.columns, rows, notices: source.notices, description: source.description };
  }

  /** The text of one cell with a number format. */
  async function textOf(format: string | number, stored: string | number, more: XlsxParts = {}) {
    const file = write(
      [
        {
          name: 'A',
          rows: [
            ['x', 'y'],
            [styled(1, stored), 'z'],
          ],
        },
      ],
      {
        formats: [format],
        ...more,
      },
    );
    return (await read(file)).rows[0]?.[1];
  }

  for (const [format, stored, text] of [
    ['0,000', 950, '950'],
    ['00,000', 1250, '1250'],
    ['[>=1000]#,##0.00;[<0]-0.00;0,000', 950, '950'],
    ['[>=1000]#,##0" EUR";0.00" EUR"', 1250, '1250 EUR'],
    ['000-000', 1250, '001-250'],
  ] as const)
    it(`reads ${stored} with the format ${format} as ${text}: a sign between thousands is no decimal point`, async () => {
      expect(await textOf(format, stored)).to.equal(text);
    });

  it('reads texts as they are: shared, rich, in the cell, with line breaks and blanks', async () => {
    const file = write(
      [
        {
          name: 'Artikel',
          rows: [
            [shared(0), shared(1), 'Text'],
            [shared(2), { xml: '<c t="str"><f>A1</f><v> a &amp;\nb</v></c>' }, '  &lt; '],
            [
              { xml: '<c t="b"><v>1</v></c>' },
              { xml: '<c t="inlineStr"><is><r><t>x</t></r><r><t>y</t></r></is></c>' },
            ],
          ],
        },
      ],
      {
        sharedStrings: [
          '<t>Nr</t>',
          '<r><rPr><b/></rPr><t xml:space="preserve">Bezeich</t></r><r><t>nung</t></r><rPh sb="0" eb="1"><t>ruby</t></rPh>',
          '<t>00815_x000D_\n_x005F_x0041_</t>',
        ],
      },
    );

    expect(await read(file)).to.deep.equal({
      columns: ['Nr', 'Bezeichnung', 'Text'],
      rows: [
        [2, '00815\r\n_x0041_', ' a &\nb', '  &lt; '],
        [3, 'TRUE', 'xy', ''],
      ],
      notices: [],
      description: { format: 'xlsx', sheet: 'Artikel', headerLine: 1 },
    });
  });

  const texts: readonly (readonly [format: string | number, stored: string | number, text: string])[] = [
    ['General', '12.300000000000001', '12.3'],
    ['General', '0.1', '0.1'],
    ['General', '1E-3', '0.0010\u205f'],
    ['General', '4006381333931', '4006381333931'],
    ['General', '4.006381333931E+12', '4006381333931'],
    ['0', '4006381333931230', '4.00638133393123E+15'],
    ['0.00E+00', '4006381333931', '4006381333931'],
    ['00000', '1067', '01067'],
    ['000-000', '1067', '001-067'],
    ['"K-"0', '17', 'K-17'],
    ['0.00', '12.5', '12.5'],
    ['#,##0.00\\ "€"', '1234.5', '1234.5 €'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', '-12.5', '-12.5 €'],
    ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', '0', '0 €'],
    ['#,##0.00_);(#,##0.00)', '-12.5', '-12.5'],
    ['[$$-409]#,##0.00', '12.5', '$12.5'],
    [44, '12.5', '12.5'],
    ['0.00" €/100"', '12', '12 €/100'],
    ['0%', '0.19', '19%'],
    [10, '0.055', '5.5%'],
    ['0" %"', '19', '19 %'],
    ['"ja";;"nein"', '1', 'ja'],
    ['"ja";;"nein"', '0', 'nein'],
    [';;;', '5', '5'],
    ['dd.mm.yyyy', '45000', '2023-03-15\u2005'],
    [14, '60', '1900-02-29\u2005'],
    ['[$-407]d. mmmm yyyy', '45000', '2023-03-15\u2005'],
    ['yyyy-mm-dd hh:mm', '45000.5', '2023-03-15 12:00:00\u2005'],
    ['dd.mm.yyyy', '45000.5', '2023-03-15\u2005'],
    ['h:mm', '0.75', '18:00:00\u2005'],
    [16, '45000', '15-Mar\u2005'],
    [17, '45000', 'Mar-23\u2005'],
    ['dd.mm.yyyy', '-1', '#####'],
    ['@', '815', '815'],
    ['0"', '815', '815'],
    ['[>=1000]0.0,;0.00', '2500', '2500'],
    ['[>=1000]0.0,;0.00', '12', '12'],
    ['[<1000]0;#,##0,', '1500', '1500'],
    ['[Red][>100]#,##0;0.00', '2499.5', '2499.5'],
    ['[>=1000]#,##0.00\\ [$$-409];0.00\\ [$$-409]', '12.5', '12.5 $'],
    ['[<1]0%;0.00', '0.19', '19%'],
    ['[<1]0%;0.00', '19', '19'],
    ['[<=99999]00000;00000-0000', '1067', '01067'],
    ['[<=99999]00000;00000-0000', '123456789', '12345-6789'],
    ['[=1]"ja";[=0]"nein";"?"', '1', 'ja'],
    ['[=1]"ja";[=0]"nein";"?"', '0', 'nein'],
    ['[=1]"ja";[=0]"nein"', '7', '7'],
    ['[>40000]dd.mm.yyyy;0', '45000', '2023-03-15\u2005'],
    ['[>40000]dd.mm.yyyy;0', '12', '12'],
  ];
  for (const [format, stored, text] of texts)
    it(`reads ${stored} with the format ${format} as ${text}`, async () => {
      expect(await textOf(format, stored)).to.equal(text);
    });

  it('reads cells without a style by the first one', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>';
    const file = write(
      [
        {
          name: 'A',
          rows: [
            ['x', 'y'],
            [815, 'z'],
          ],
        },
      ],
      { parts: { 'xl/styles.xml': styles } },
    );

    expect((await read(file)).rows[0]?.[1]).to.equal('00815');
  });

  it('reads dates of workbooks that count from 1904', async () => {
    expect(await textOf('dd.mm.yyyy', 43538, { date1904: true })).to.equal('2023-03-15\u2005');
  });

  it('counts numbers that the sheet shows with fewer digits, and imports what --cells says', async () => {
    const rows: Cell[][] = [
      ['Titel', 'Preis', 'Satz'],
      ['a', styled(1, 12.3456), styled(2, 0.196)],
      ['b', styled(1, 2.345)],
    ];
    const file = write([{ name: 'A', rows }], { formats: ['0.00', '0%'] });

    const stored = await read(file);
    expect(stored.rows).to.deep.equal([
      [2, 'a', '12.3456', '19.6%'],
      [3, 'b', '2.3450\u205f', ''],
    ]);
    expect(stored.notices).to.deep.equal([
      'column B: 2 numbers with more digits than the sheet shows (B2 has 12.3456 and shows 12.35): imported as stored; --cells shown imports what the sheet shows',
      'column C: 1 number with more digits than the sheet shows (C2 has 19.6% and shows 20%): imported as stored; --cells shown imports what the sheet shows',
    ]);
    expect((await read(file, { cells: 'shown' })).rows).to.deep.equal([
      [2, 'a', '12.35', '20%'],
      [3, 'b', '2.35', ''],
    ]);
  });

  it('counts numbers that the sheet shows in thousands by a condition', async () => {
    const file = write(
      [
        {
          name: 'A',
          rows: [
            ['x', 'y'],
            [styled(1, 2500), 'a'],
            [styled(1, 12), 'b'],
          ],
        },
      ],
      {
        formats: ['[>=1000]0.0,;0.00'],
      },
    );

    expect((await read(file)).notices).to.deep.equal([
      'column A: 1 number with more digits than the sheet shows (A2 has 2500 and shows 2.5): imported as stored; --cells shown imports what the sheet shows',
    ]);
    expect((await read(file, { cells: 'shown' })).rows.map(([, x]) => x)).to.deep.equal(['2.5', '12']);
  });

  it('counts numbers that the sheet shows in thousands, as a dash or not at all', async () => {
    const formats = ['#,##0.00,', '"-"', ';;;', '0,,'];
    const values = [49_999, 12, 4.5, 2_000_000];
    const empty = values.map((_, index) => styled(index + 1, 0));
    const rows = [
      ['A', 'B', 'C', 'D', 'E'],
      [...values.map((value, index) => styled(index + 1, value)), 'x'],
      [...empty, 'y'],
    ];
    const file = write([{ name: 'A', rows }], { formats });

    const stored = await read(file);
    expect(stored.rows).to.deep.equal([
      [2, ...values.map(String), 'x'],
      [3, '0', '0', '0', '0', 'y'],
    ]);
    const asStored = 'imported as stored; --cells shown imports what the sheet shows';
    expect(stored.notices).to.deep.equal(
      [
        'A2 has 49999 and shows 50',
        'B2 has 12 and shows -',
        'C2 has 4.5 and shows ""',
        'D2 has 2000000 and shows 2',
      ].map(
        (example) =>
          `column ${example.charAt(0)}: 1 number with more digits than the sheet shows (${example}): ${asStored}`,
      ),
    );
    expect((await read(file, { cells: 'shown' })).rows[0]).to.deep.equal([2, '50', '-', '', '2', 'x']);
  });
});
