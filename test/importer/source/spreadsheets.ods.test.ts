import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, odsOf, odsTable, odsValue } from '../workbooks.ts';

describe('import from spreadsheets of LibreOffice', () => {
  const files = temporaryFiles();
  const opened = async (content: Buffer, options: SourceOptions = {}) => {
    const source = await openSource(files.write('list.ods', content), options);
    const rows: string[][] = [];
    for await (const chunk of source.rows())
      rows.push(...chunk.map(({ line, values }) => [String(line), ...values]));
    await source.close();
    return { rows, notices: source.notices, columns: source.columns, sheet: source.description.sheet };
  };
  const refusal = async (content: Buffer, options: SourceOptions = {}) =>
    (await importError(() => rowsOf(files.write('list.ods', content), options))).message.replace(
      `${files.path()}/`,
      '',
    );
  const ofCell = async (cell: Cell) =>
    (
      await opened(
        odsOf(
          odsTable('A', [
            ['x', 'y'],
            [cell, 'z'],
          ]),
        ),
      )
    ).rows[0]?.[1];

  const cells: readonly (readonly [attributes: string, shown: string, text: string])[] = [
    ['office:value-type="float" office:value="12.5"', '12,5', '12.5'],
    ['office:value-type="float" office:value="12.300000000000001"', '12,3', '12.3'],
    ['office:value-type="float" office:value="1234.5"', '1.234,50', '1234.5'],
    ['office:value-type="float" office:value="10.125"', '10,125 kg', '10.1250 kg\u205f'],
    ['office:value-type="float" office:value="0.333333333333333"', '0,3333333333', '0.333333333333333'],
    ['office:value-type="float" office:value="4006381333931"', '4,01E+12', '4006381333931'],
    ['office:value-type="float" office:value="1067"', '01067', '01067'],
    ['office:value-type="float" office:value="1067"', '001-067', '001-067'],
    ['office:value-type="float" office:value="17"', 'K-17', 'K-17'],
    ['office:value-type="float" office:value="12"', '12,00 €/100', '12,00 €/100'],
    ['office:value-type="float" office:value="0"', '-', '0'],
    ['office:value-type="float" office:value="5"', '###', '5'],
    ['office:value-type="currency" office:currency="EUR" office:value="-12.5"', '-12,50 €', '-12.5 €'],
    ['office:value-type="currency" office:currency="USD" office:value="12.5"', '$12.50', '$12.5'],
    ['office:value-type="currency" office:currency="USD" office:value="12.5"', '12,50', '12.5 USD'],
    ['office:value-type="currency" office:currency="USD" office:value="12.5"', '', '12.5 USD'],
    ['office:value-type="currency" office:currency="USD" office:value="10.125"', '', '10.1250 USD\u205f'],
    ['office:value-type="currency" office:currency="USD" office:value="5"', '###', '5 USD'],
    ['office:value-type="currency" office:currency="CHF" office:value="5"', 'Fr. 5,00', 'Fr. 5'],
    ['office:value-type="percentage" office:value="0.19"', '19%', '19%'],
    ['office:value-type="percentage" office:value="0.055"', '5,50 %', '5.5%'],
    ['office:value-type="date" office:date-value="2026-11-27"', '27.11.26', '2026-11-27\u2005'],
    [
      'office:value-type="date" office:date-value="2026-11-27T10:30:00"',
      '27.11.26 10:30',
      '2026-11-27 10:30:00\u2005',
    ],
    ['office:value-type="date" office:date-value="2026-02-01"', '01. Feb', '01. Feb\u2005'],
    ['office:value-type="time" office:time-value="PT08H30M00S"', '08:30', '08:30:00\u2005'],
    ['office:value-type="boolean" office:boolean-value="true"', 'WAHR', 'TRUE'],
    ['office:value-type="string"', '00815', '00815'],
    [
      'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
      '#DIV/0!',
      '#DIV/0! (A2)',
    ],
    ['table:formula="of:=x" office:value-type="float" office:value="0"', 'Err:508', '#ERR508! (A2)'],
    ['table:formula="of:=B1*2"', '', '#FORMULA! (A2)'],
  ];
  for (const [attributes, shown, text] of cells)
    it(`reads ${shown} (${attributes}) as ${text}`, async () => {
      expect(await ofCell(odsValue(attributes, shown))).to.equal(text);
    });

  it('reads texts with blanks, tabs, lines and links, but no comments, drawings and earlier versions', async () => {
    const cell = {
      xml: '<table:table-cell office:value-type="string"><office:annotation><dc:date>x</dc:date><text:p>Notiz</text:p></office:annotation><text:p>a<text:s text:c="2"/>b <text:span>c</text:span><text:tab/><text:a>d</text:a></text:p><text:p>e<text:line-break/>f</text:p><draw:frame><draw:text-box><text:p>Bild</text:p></draw:text-box></draw:frame></table:table-cell>',
    };
    const changes =
      '<table:tracked-changes><table:table-cell office:value-type="string"><text:p>alt</text:p></table:table-cell></table:tracked-changes>';

    expect(
      (
        await opened(
          odsOf(
            changes +
              odsTable('A', [
                ['x', 'y'],
                [cell, 'z'],
              ]),
          ),
        )
      ).rows,
    ).to.deep.equal([['2', 'a  b c\td\ne\nf', 'z']]);
  });

  it('repeats rows and cells, and skips a million empty ones', async () => {
    const table = `<table:table table:name="A"><table:table-column table:number-columns-repeated="16384"/>
      <table:table-row><table:table-cell office:value-type="string"><text:p>Nr</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Satz</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row>
      <table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="7"><text:p>7</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`;

    expect((await opened(odsOf(table))).rows).to.deep.equal([
      ['2', '7', '7'],
      ['3', '7', '7'],
      ['4', '7', '7'],
    ]);
  });

  it('asks for the sheet, and about rows that a filter hides', async () => {
    const rows = [
      ['Nr', 'Titel'],
      ['1', 'a'],
    ];
    const filtered = odsTable('B', [...rows, ['2', 'b']]).replace(
      /<table:table-row>(?!.*<table:table-row>)/,
      '<table:table-row table:visibility="filter">',
    );
    const content = odsOf(odsTable('A', rows) + filtered);

    expect(await refusal(content)).to.equal(
      'list.ods has several sheets; choose one: --sheet "A" (2 rows) or --sheet "B" (3 rows)',
    );
    expect(await refusal(content, { sheet: 'B' })).to.match(/^list\.ods, sheet "B" has 1 hidden row \(3\)/);
    expect((await opened(content, { sheet: 'B', hiddenRows: 'skip' })).rows).to.deep.equal([['2', '1', 'a']]);
  });

  it('takes the sheet that is not hidden', async () => {
    const rows = [
      ['Nr', 'Titel'],
      ['1', 'a'],
    ];
    const style =
      '<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>';
    const hidden = odsTable('A', rows).replace('<table:table ', '<table:table table:style-name="ta1" ');

    expect((await opened(odsOf(hidden + odsTable('B', rows), {}, style))).sheet).to.equal('B');
  });

  it('refuses a spreadsheet with a password', async () => {
    const content = odsOf('', {
      'META-INF/manifest.xml':
        '<manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    });

    expect(await refusal(content)).to.equal('list.ods has a password: save it without one');
  });

  it('counts numbers that are shown in thousands or as a dash', async () => {
    const float = (value: string, shown: string) =>
      odsValue(`office:value-type="float" office:value="${value}"`, shown);
    const { rows, notices } = await opened(
      odsOf(
        odsTable('A', [
          ['A', 'B', 'C'],
          [float('49999', '50,00'), float('12', '-'), float('1234567.5', '1.234.567,50')],
          [float('0', '0,00'), float('0', '-'), float('-0.25', '-0,25')],
        ]),
      ),
    );

    expect(rows).to.deep.equal([
      ['2', '49999', '12', '1234567.5'],
      ['3', '0', '0', '-0.25'],
    ]);
    expect(notices.map((notice) => /\((.*)\)/.exec(notice)?.[1])).to.deep.equal([
      'A2 has 49999 and shows 50,00',
      'B2 has 12 and shows -',
    ]);
  });

  it('counts numbers that are shown with fewer digits', async () => {
    const content = odsOf(
      odsTable('A', [
        ['x', 'y'],
        [
          odsValue('office:value-type="float" office:value="1234.5678"', '1.234,57'),
          odsValue('office:value-type="percentage" office:value="0.196"', '20%'),
        ],
      ]),
    );

    expect((await opened(content)).notices).to.have.lengthOf(2);
    expect((await opened(content, { cells: 'shown' })).rows).to.deep.equal([['2', '1234.57', '20%']]);
  });
});
