import { expect } from 'chai';
import { guardedCell, unguardedCell } from '../../../importer/source/spreadsheetCells.ts';

describe('cells for spreadsheets', () => {
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
});
