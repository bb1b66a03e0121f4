import { expect } from 'chai';
import Papa from 'papaparse';
import { csvLines, guardedCell, unguardedCell } from '../../../importer/source/spreadsheetCells.ts';
import { drawing } from '../../support/random.ts';

const seed = Number(process.env.CELLS_SEED ?? Math.floor(Math.random() * 1e6));
const drawn = 20_000;
const pieces = [...`'"=+-@\t\r\n;,|! 01.aä`, 'cmd', 'HYPERLINK('];

describe(`cells for spreadsheets (CELLS_SEED=${seed})`, () => {
  for (const formula of ['=1+1', '+cmd|x', '-2+3*cmd', '@SUM(A1)', '\t=1', '\r=1', "'=1", "''@x"])
    it(`makes ${JSON.stringify(formula)} text, and reads it back unchanged`, () => {
      expect(guardedCell(formula)).to.equal(`'${formula}`);
      expect(unguardedCell(guardedCell(formula))).to.equal(formula);
    });

  for (const harmless of ['', 'Tee', '-12,50', '+49 30 901820', '1=1', "'s-Gravenhage", 'a@b.example'])
    it(`leaves ${JSON.stringify(harmless)} unchanged`, () => {
      expect(guardedCell(harmless)).to.equal(harmless);
      expect(unguardedCell(harmless)).to.equal(harmless);
    });

  it('are never run as a formula, and are read back unchanged, in any drawn file', () => {
    const draw = drawing(seed);
    const rows = Array.from({ length: drawn }, () => [draw.text(pieces, 6), draw.text(pieces, 6)]);

    const { data } = new Papa.Parser({ delimiter: ',', newline: '\r\n', quoteChar: '"' }).parse(
      csvLines(rows),
      0,
      false,
    );

    const cells = data.slice(0, drawn).flat();
    const isNumber = (cell: string) => /^[+-]?[\d.,\s]*$/.test(cell);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !isNumber(cell))).to.deep.equal([]);
    expect(cells.map(unguardedCell)).to.deep.equal(rows.flat());
  });
});
