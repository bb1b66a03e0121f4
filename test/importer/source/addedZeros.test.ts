import { expect } from 'chai';
import { Columns } from '../../../importer/rows/columns.ts';
import { unwantedReason } from '../../../importer/rows/rowRules.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, inputs, mapped, refusedFirstRow, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';
import { xlsxOf } from '../workbooks.ts';

/** A number of a sheet or of JSON with three decimals has a zero more, and a mark in a sheet, until its field is known. */
describe('importer: zeros that reading adds', () => {
  const files = temporaryFiles();
  const mark = /\u205f/;
  const sheet = (title = 'Untertitel') =>
    files.write(
      'list.xlsx',
      xlsxOf([
        {
          name: 'A',
          rows: [
            ['Artikelnummer', 'Bezeichnung', title, 'Preis netto', 'MwSt', 1.234],
            [1.234, 5.125, 7.125, 2.345, 19, 9.875],
            [2.345, 6.125, 7.125, 'x', 19, 9.875],
          ],
        },
      ]),
    );
  const json = '{"sku":1.234,"name":5.125,"net_price":2.345,"vat":19}';

  it('never reach an ident, a text or a price', async () => {
    const [input] = inputs(await mapped('articles', sheet()));

    expect(input).to.include({
      article_nr: '1.234',
      external_ident: '1.234',
      article_title: '5.125',
      article_subtitle: '7.125',
    });
    expect(Number(input?.article_price)).to.equal(2.345);
    expect(JSON.stringify(input)).not.to.match(mark);
    const [object] = inputs(await mapped('articles', files.write('list.json', `[${json}]`)));
    expect(object).to.include({ article_sku: '1.234', external_ident: '1.234', article_title: '5.125' });
    expect(Number(object?.article_price)).to.equal(2.345);
  });

  it('never reach names of columns, reasons and questions', async () => {
    const source = await openSource(sheet());
    await source.close();
    const rows = await mapped('articles', sheet());
    const faults = rows.flatMap((row) => ('fault' in row ? [row.fault.message] : []));
    const question = await importError(() => mapped('articles', sheet('Rabatt')));

    expect(source.columns.at(-1)).to.equal('1.234');
    expect(faults).to.have.length(1);
    expect(question.message).to.contain('column "Rabatt" has discounts ("7.125');
    expect(`${faults.join('')}${question.message}`).not.to.match(mark);
  });

  it('never reach files of refused rows, and do not hide a value from a filter', async () => {
    const { line } = await refusedFirstRow(sheet());
    const source = await openSource(sheet());
    await source.close();
    const [row] = await rowsOf(sheet());
    if (!row) throw new Error('no row');

    expect(line)
      .to.match(/^1\.234;5\.125;7\.125;2\.345;19;9\.875;2;c;r/)
      .and.not.match(mark);
    const leftOut = unwantedReason(
      { skip: [{ columns: ['Artikelnummer'], values: ['1.234'], because: 'left out' }] },
      new Columns(source.columns),
    );
    expect(leftOut(row.values)).to.equal('left out');
  });
});
