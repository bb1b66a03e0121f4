import { expect } from 'chai';
import { importMemory } from './importMemory.ts';
import { temporaryFiles } from './temporary.ts';
import { type Cell, odsOf, odsTable, odsValue, xlsxOf } from './workbooks.ts';

const rowCount = Number(process.env.SHEET_ROWS ?? 300_000);
const maxMebibytes = 250;
const titles =
  'Artikelnummer,Bezeichnung,EAN,Hersteller,VK netto,MwSt,Einheit,Beschreibung,Gewicht,Angelegt,Lager,Farbe';

/** A sheet of articles with twelve columns, five of them texts, of which each row has three of its own. */
function largeWorkbook(): Buffer {
  const texts: string[] = [];
  const text = (value: string) => `t="s"><v>${texts.push(`<t>${value}</t>`) - 1}`;
  const common = ['Stk', 'Meier GmbH', 'rot', 'blau'].map(text);
  const line = (row: number, cells: readonly string[]) =>
    `<row r="${row}">${cells.map((cell, index) => `<c r="${String.fromCharCode(65 + index)}${row}" ${cell}</v></c>`).join('')}</row>`;
  const rows = [line(1, titles.split(',').map(text))];
  for (let row = 2; row <= rowCount + 1; row += 1)
    rows.push(
      line(row, [
        text(`A-${row}`),
        text(`Tisch aus Eiche Nr. ${row}`),
        `><v>${ean(row)}`,
        common[1] ?? '',
        `s="1"><v>${(row % 9_999) / 100}`,
        's="2"><v>0.19',
        common[0] ?? '',
        text(`Beschreibung des Artikels ${row}, so lang wie in anderen Listen: Breite, Höhe und Farbe.`),
        `><v>${(row % 100) / 10}`,
        `s="3"><v>${45_000 + (row % 900)}`,
        `><v>${row % 50}`,
        common[2 + (row % 2)] ?? '',
      ]),
    );
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  return xlsxOf([{ name: 'Artikel', rows: [] }], {
    formats: ['0.00', '0%', 'dd.mm.yyyy'],
    sharedStrings: texts,
    parts: { 'xl/worksheets/sheet1.xml': sheet },
  });
}

/** The same table as LibreOffice writes it. */
function largeOpenDocument(): Buffer {
  const rows: Cell[][] = [titles.split(',')];
  for (let row = 2; row <= rowCount + 1; row += 1) {
    const day = new Date(Date.UTC(2023, 0, 1 + (row % 900))).toISOString().slice(0, 10);
    rows.push([
      `A-${row}`,
      `Tisch aus Eiche Nr. ${row}`,
      ean(row),
      'Meier GmbH',
      (row % 9_999) / 100,
      odsValue('office:value-type="percentage" office:value="0.19"', '19 %'),
      'Stk',
      `Beschreibung des Artikels ${row}, so lang wie in anderen Listen: Breite, Höhe und Farbe.`,
      (row % 100) / 10,
      odsValue(`office:value-type="date" office:date-value="${day}"`, day),
      row % 50,
      row % 2 === 0 ? 'rot' : 'blau',
    ]);
  }
  return odsOf(odsTable('Artikel', rows));
}

function ean(number: number): string {
  const digits = `40${String(number).padStart(10, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

describe(`counterfoil import of a sheet with ${rowCount} rows (needs a minute)`, function () {
  this.timeout(600_000);
  const files = temporaryFiles();

  for (const [name, content] of [
    ['list.xlsx', largeWorkbook],
    ['list.ods', largeOpenDocument],
  ] as const)
    it(`takes at most ${maxMebibytes} MiB, as ${name}`, async () => {
      const file = files.write(name, content());

      expect(await importMemory(file, rowCount)).to.be.below(maxMebibytes);
    });
});
