import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Sheet, type XlsxParts, xlsxOf } from '../workbooks.ts';
import { zipOf } from '../zip.ts';

const header = ['Nr', 'Titel', 'Preis'];
const record = ['1', 'Tisch', 12.5];

describe('a workbook that is refused', () => {
  const files = temporaryFiles();
  const write = (sheets: readonly Sheet[], parts?: XlsxParts) =>
    files.write('list.xlsx', xlsxOf(sheets, parts));
  const refusal = async (file: string, options: SourceOptions = {}) =>
    (await importError(() => rowsOf(file, options))).message.replace(`${files.path()}/`, '');

  const foreign: readonly (readonly [string, string | Buffer, string])[] = [
    [
      'a workbook with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'is encrypted: remove its password in Excel, and save it again as .xlsx',
    ],
    [
      'an .xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'is an old Excel workbook (.xls), or one with a password: save it as .xlsx without a password',
    ],
    [
      'an .xlsb',
      zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.bin': 'x' }),
      'is a binary workbook (.xlsb): save it as .xlsx',
    ],
    [
      'a .docx',
      zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': 'x' }),
      'is a Word document (.docx): copy its table into a sheet',
    ],
    [
      'an .odt',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }),
      'is a document of LibreOffice without a sheet: copy its table into one',
    ],
    [
      'a document of Numbers',
      zipOf({ 'Index/Document.iwa': 'x' }),
      'is a workbook of Numbers: export it as Excel (.xlsx)',
    ],
    [
      'HTML',
      '<html><body><table><tr><td>a</td></tr></table></body></html>',
      'is a table in HTML, whatever its name says: open it in a spreadsheet, and save it as .xlsx',
    ],
    [
      'XML 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'is an Excel workbook in XML: save it as .xlsx',
    ],
    [
      'an .fods',
      '<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
      'is a flat document of LibreOffice (.fods): save it as .ods',
    ],
  ];
  for (const [name, content, message] of foreign)
    it(`refuses ${name}, and says what to save it as`, async () => {
      expect(await refusal(files.write('list.xls', content))).to.equal(`list.xls ${message}`);
    });

  it('refuses options that do not fit the file', async () => {
    const sheet = write([{ name: 'A', rows: [header, record] }]);
    const text = files.write('list.csv', 'a,b\n1,2\n');

    expect(await refusal(sheet, { encoding: 'utf-8' })).to.equal(
      'list.xlsx is a workbook, which has no encoding to choose: leave out --encoding',
    );
    expect(await refusal(text, { hiddenRows: 'skip' })).to.equal(
      'list.csv is not a workbook (.xlsx, .ods): leave out --hidden-rows',
    );
  });

  it('refuses the rows whose text was encoded twice', async () => {
    const rows = await rowsOf(write([{ name: 'A', rows: [header, record, ['2', 'KÃ¤se', 3]] }]));

    expect(rows[0]).to.not.have.property('fault');
    expect(rows[1]?.values).to.include('KÃ¤se');
    expect(rows[1]?.fault).to.have.property('code', 'row_encoding');
    expect(rows[1]?.fault?.message).to.match(/save that as CSV in UTF-8, and add --encoding utf-8-twice/);
  });

  it('refuses damaged parts', async () => {
    const rows = [header, record];
    const cut = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c>';
    for (const [xml, why] of [
      [cut, /is damaged \(Unclosed root tag\)/],
      [
        '<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>',
        /is damaged \(row 1 after row 2\)/,
      ],
      [
        '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>9</v></c></row></sheetData></worksheet>',
        /cell A1 has no text/,
      ],
      [
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1,5</v></c></row></sheetData></worksheet>',
        /cell A1 is not a number/,
      ],
      ['<worksheet>&nbsp;</worksheet>', /is damaged \(Invalid character entity\)/],
    ] as const)
      expect(
        await refusal(write([{ name: 'A', rows }], { parts: { 'xl/worksheets/sheet1.xml': xml } })),
      ).to.match(why);
  });
});
