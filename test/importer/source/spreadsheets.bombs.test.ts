import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { odsOf, xlsxOf } from '../workbooks.ts';

const table = [
  {
    name: 'A',
    rows: [
      ['Nr', 'Titel'],
      ['1', 'a'],
    ],
  },
];
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const mebibyte = 1_048_576;

describe('a workbook that was made to fill memory or a disk', function () {
  this.timeout(60_000);
  const files = temporaryFiles();
  const write = (part: string, xml: string) =>
    files.write('bomb.xlsx', xlsxOf(table, { parts: { [part]: xml } }));
  const refusal = async (file: string, options: SourceOptions = {}) =>
    (await importError(() => rowsOf(file, options))).message.replace(`${files.path()}/`, '');
  const first = 'xl/worksheets/sheet1.xml';

  const bombs: readonly (readonly [name: string, part: string, xml: () => string, message: RegExp])[] = [
    [
      'entities',
      first,
      () =>
        `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;">]>${sheet('<row><c><v>&b;</v></c></row>')}`,
      /has a document type \(DTD\), which no spreadsheet writes/,
    ],
    [
      'a text of 200 MiB',
      first,
      () => sheet(`<row><c t="str"><v>${'x'.repeat(200 * mebibyte)}</v></c></row>`),
      /unpacks to 200 MiB, far more than a sheet needs/,
    ],
    [
      'a text of 2 MiB',
      first,
      () => sheet(`<row><c t="str"><v>${'x'.repeat(2 * mebibyte)}</v></c></row>`),
      /has a text of more than 1 MiB/,
    ],
    [
      'a shared text of 2 MiB',
      'xl/sharedStrings.xml',
      () => `<sst><si><t>${'x'.repeat(2 * mebibyte)}</t></si></sst>`,
      /has a text of more than 1 MiB/,
    ],
    [
      'shared texts of 100 MiB',
      'xl/sharedStrings.xml',
      () => `<sst>${`<si><t>${'x'.repeat(mebibyte - 1)}</t></si>`.repeat(110)}</sst>`,
      /has more than 96 MiB of texts/,
    ],
    [
      'five million empty shared texts',
      'xl/sharedStrings.xml',
      () => `<sst>${'<si/>'.repeat(5_000_000)}</sst>`,
      /has more than 96 MiB of texts, or 4 million/,
    ],
    ['nested elements', first, () => '<a>'.repeat(100_000), /nested too deeply/],
    [
      'a long tag',
      first,
      () => `<worksheet ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
      /a tag is too long/,
    ],
    ['a long attribute', first, () => `<worksheet a="${'x'.repeat(mebibyte)}"/>`, /is damaged/],
    [
      'a row of all columns',
      first,
      () => sheet(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`),
      /has a value in cell XFD1, and at most 1,000 columns are supported \(to ALL\)/,
    ],
    [
      'a column that does not exist',
      first,
      () => sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'),
      /is damaged \(cell ZZZ1\)/,
    ],
    [
      'a row that does not exist',
      first,
      () => sheet('<row r="1e9"><c><v>1</v></c></row>'),
      /is damaged \(row 1e9 after row 0\)/,
    ],
    [
      'styles',
      'xl/styles.xml',
      () => `<styleSheet><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></styleSheet>`,
      /more styles or sheets than Excel allows/,
    ],
  ];
  for (const [name, part, xml, message] of bombs)
    it(`is refused: ${name}`, async () => {
      const before = process.memoryUsage.rss();
      const file = write(part, xml());

      expect(await refusal(file)).to.match(message);
      expect(process.memoryUsage.rss() - before).to.be.below(1024 * mebibyte);
    });

  it('is read if it only has a million empty rows and cells', async () => {
    const empty = Array.from({ length: 1_000_000 }, (_, index) => `<row r="${index + 2}"><c s="1"/></row>`);
    const file = write(
      first,
      sheet(
        `<row r="1"><c t="str"><v>Nr</v></c></row>${empty.join('')}<row r="1000002"><c><v>1</v></c></row>`,
      ),
    );

    expect(await rowsOf(file)).to.deep.equal([{ line: 1_000_002, values: ['1'] }]);
  });

  const value = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
  it('is refused: a row of LibreOffice that is repeated a million times', async () => {
    const rows = `<table:table-row table:number-rows-repeated="1000000">${value}</table:table-row>`;
    const file = files.write('bomb.ods', odsOf(`<table:table table:name="A">${rows}</table:table>`));

    expect(await refusal(file)).to.equal(
      'bomb.ods, sheet "A": row 1 is repeated 1000000 times: delete what is not data',
    );
  });

  it('is refused: a cell of LibreOffice that is repeated in all columns', async () => {
    const cell = value.replace(
      '<table:table-cell',
      '<table:table-cell table:number-columns-repeated="16384"',
    );
    const rows = `<table:table-row>${cell}</table:table-row>`;
    const file = files.write('bomb.ods', odsOf(`<table:table table:name="A">${rows}</table:table>`));

    expect(await refusal(file)).to.match(/cell A1 is repeated 16384 times/);
  });
});
