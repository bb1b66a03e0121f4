import { expect } from 'chai';
import { keptCells } from '../../../importer/source/refusalColumns.ts';
import { csvLines } from '../../../importer/source/spreadsheetCells.ts';
import { isChangeable, isDamaged } from '../../../importer/source/spreadsheetDamage.ts';
import { inputs, mapped, refusedFirstRow, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { type Cell, xlsxOf } from '../workbooks.ts';

/** Refused rows that somebody edited in a spreadsheet and saved again. */
describe('importer: cells of refused rows', () => {
  const files = temporaryFiles();
  const rule = '{"column":"Nr"}';
  const names = ['Nr', 'Titel', 'Notiz', 'article_price', 'article_tax_rate'];
  const head = [...names, 'refused_line', 'refused_code', 'refused_reason', 'refused_cells', 'refused_ident'];
  const row = (before: string, now: Cell, price: Cell = '2.50', code = 'value_unreadable') => {
    const kept = keptCells(names, [before, 'Tee', '', '2.50', '7']);
    return [now, 'Tee', '', price, '7', '2', code, 'x', kept, rule];
  };
  const edited = (...table: Parameters<typeof row>) =>
    mapped('articles', files.write('fixed.csv', csvLines([head, row(...table) as string[]])), {
      columns: { article_title: 'Titel' },
    });

  it('know what a spreadsheet makes of a text', () => {
    const damaged = [
      ['00137', '137'],
      ['+4930123456', '4930123456'],
      ['4012345678901', '4.01235E+12'],
      ['4012345678901', '4,01E+12'],
      ['40123456789012345678', '40123456789012300000'],
      ['1E5', '100000'],
      ['1E5', '1,00E+05'],
      ['1.10', '1.1'],
      ['1,10', '1,1'],
      ['1,10', '1.1'],
      ['1-2', '01. Feb'],
      ['1-2', '2026-02-01'],
      ['3/2026', 'Mrz 26'],
      ['12.50', 'Dez 50'],
      ['MAR1', '1-Mar'],
    ] as const;
    for (const [before, now] of damaged) {
      expect(isChangeable(before), before).to.equal(true);
      expect(isDamaged(before, now), `${before} → ${now}`).to.equal(true);
    }
    for (const text of ['137', 'A-01', '05. Dez', '1.23E+15', '2026-01-05', 'Tee', ''])
      expect(isChangeable(text), text).to.equal(false);
  });

  it('know what a person typed', () => {
    for (const [before, now] of [
      ['00137', '138'],
      ['1.234', '1234'],
      ['1.234', '1,234'],
      ['12,50', '1250'],
      ['4012345678901', '4012345678902'],
      ['1-2', '1-3'],
      ['1-1', '2026-01-05'],
      ['12.50', '12.05'],
      ['00137', ''],
    ] as const)
      expect(isDamaged(before, now), `${before} → ${now}`).to.equal(false);
  });

  it('get their zeros again in an ident, which counts as a repair', async () => {
    const rows = await edited('00137', '137');

    expect(inputs(rows)[0]).to.include({ article_nr: '00137', external_ident: '00137' });
    expect(rows[0]).to.have.deep.property('repairs', [
      'article_nr: restored, since a spreadsheet had changed it',
      'external_ident: restored, since a spreadsheet had changed it',
    ]);
  });

  it('get their zeros again in a workbook', async () => {
    const sheet = xlsxOf([{ name: 'A', rows: [head, row('00137', 137, 2.5)] }]);
    const rows = await mapped('articles', files.write('fixed.xlsx', sheet), {
      columns: { article_title: 'Titel' },
    });

    expect(inputs(rows)[0]).to.include({ external_ident: '00137' });
    expect(Number(inputs(rows)[0]?.article_price)).to.equal(2.5);
  });

  it('keep what somebody changed, without a repair', async () => {
    const [record] = await edited('00137', '00137', '3.75');

    expect(record).to.have.nested.property('input.article_price', '3.75');
    expect(record).not.to.have.property('repairs');
  });

  it('count no repair for the same amount in other words', async () => {
    const [record] = await edited('00137', '00137', '2.5');

    expect(Number((record as { input: Record<string, unknown> }).input.article_price)).to.equal(2.5);
    expect(record).not.to.have.property('repairs');
  });

  it('ask about another ident, unless it repeated one', async () => {
    const [asked] = await edited('00137', '138');
    const [repeated] = await edited('00137', '138', '2.50', 'ident_repeated');

    expect(asked).to.have.nested.property('fault.code', 'ident_changed');
    expect(asked).to.have.nested.property(
      'fault.message',
      'external_ident: the row was refused with "00137" in "Nr" and now has "138": put "00137" back, or clear refused_cells if "138" is right',
    );
    expect(repeated).to.have.nested.property('input.external_ident', '138');
  });

  it("are refused if they can't be read", async () => {
    const cells = row('00137', '137').with(8, '{"Nr":137}') as string[];
    const file = files.write('broken.csv', csvLines([head, cells]));
    const [broken] = await mapped('articles', file, { columns: { article_title: 'Titel' } });

    expect(broken).to.have.nested.property('fault.code', 'refused_cells');
  });

  it('take a date that somebody wrote in place of one without a year', async () => {
    const dates = ['Nr', 'Titel', 'date_created', 'article_price', 'article_tax_rate'];
    const kept = keptCells(dates, ['A1', 'Tee', '11-21', '2.5', '7']);
    const cells = ['A1', 'Tee', '2026-11-21', '2.5', '7', '2', 'value_unreadable', 'x', kept, rule];
    const header = head.with(2, 'date_created');
    const other = ['A2', 'Kaffee', '2026-11-20', '2.5', '7', '3', 'value_unreadable', 'x', '', rule];
    const file = files.write('dates.csv', csvLines([header, cells, other]));
    const rows = await mapped('articles', file, { columns: { article_title: 'Titel' } });

    expect(rows[0]).to.have.nested.property('input.date_created').that.contains('2026-11-2');
  });

  for (const [names, delimiter] of [
    [['Artikelnummer', 'Text'], ';'],
    [['Größe', 'Text'], ';'],
    [['Réf.', 'Prix HT'], ';'],
    [['Codice', 'Prezzo'], ';'],
    [['Item', 'Price'], ','],
    [['商品', 'Price'], ','],
  ] as const)
    it(`of a workbook with ${names.join(' and ')} are separated by "${delimiter}", and can be read again`, async () => {
      const texts = ['00137', 'a, b; "c"'];
      const sheet = xlsxOf([{ name: 'A', rows: [[...names], texts] }]);
      const { head, line } = await refusedFirstRow(files.write('list.xlsx', sheet));

      expect(head.slice(0, head.indexOf('refused_line'))).to.equal(
        `\uFEFF${names.join(delimiter)}${delimiter}`,
      );
      const [row] = await rowsOf(files.write('list.xlsx.refused.csv', head + line));
      expect(row?.values.slice(0, 2)).to.deep.equal(texts);
    });
});
