import { expect } from 'chai';
import { ColumnSums } from '../../../importer/rows/columnSums.ts';
import { tables } from '../records.ts';

describe('importer: rows with the sums of those above', () => {
  const table = tables();
  const list = (...last: readonly string[]) =>
    `Bezeichnung;VK netto;EK netto;Bestand\nTee;2,50;1,00;5\nTasse;4,00;2,00;6\n${last.join('\n')}\n`;
  const rowsOf = (...last: readonly string[]) => table.rows('articles', list(...last), { taxRate: 19 });

  for (const last of ['Zusammen;6,50;3,00;11', ';6,50 €;3,00 €;', 'Ergebnis;6,50;3;11'])
    it(`refuses "${last}" at the end, whatever its words`, async () => {
      const rows = await rowsOf(last);

      expect(rows.slice(0, 2).every((row) => 'input' in row)).to.equal(true);
      expect(rows[2]).to.deep.include({
        fault: {
          code: 'row_sums',
          message:
            'the row has the sums of the rows above, like a line of totals: remove it, or move it up if it is an article',
        },
      });
    });

  for (const last of [
    ['Kanne;6,50;3,00;12'],
    ['Kanne;6,50;auf Anfrage;'],
    ['Kanne;6,50;3,00;11', 'Teller;1,00;0,50;2'],
    ['Set 3;6,50;3,00;0'],
  ])
    it(`takes ${JSON.stringify(last)} for articles`, async () => {
      expect(
        (await rowsOf(...last)).filter((row) => 'fault' in row && row.fault.code === 'row_sums'),
      ).to.deep.equal([]);
    });

  it('takes a row with its tax rate for an article, and the row after a single one', async () => {
    const rated =
      'Bezeichnung;VK netto;EK netto;MwSt\nTee;2,50;1,00;19\nTasse;4,00;2,00;19\nSet;6,50;3,00;19\n';
    const [, second] = await table.rows('articles', list('').replace(/Tasse.*/, 'Set;2,50;1,00;5'), {
      taxRate: 19,
    });

    expect((await table.rows('articles', rated))[2]).to.have.property('input');
    expect(second).to.have.property('input');
  });

  it('knows sums with a decimal comma and with a decimal point, of grouped numbers too', () => {
    for (const rows of [
      ['1.250,50 2,5', '2.000,25 3,5', '3.250,75 6'],
      ['1,250.50 2.5', '2,000.25 3.5', '3,250.75 6.0'],
      ["1'250.50 2.5", "2'000.25 3.5", "3'250.75 6"],
    ]) {
      const sums = new ColumnSums();
      for (const [index, row] of rows.entries())
        sums.add({ line: index + 2, values: ['x', ...row.split(' ')] });

      expect(sums.sumRow(), rows[2]).to.deep.equal({ line: 4, file: undefined, indexes: [1, 2] });
    }
  });
});
