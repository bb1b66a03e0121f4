import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { until } from '../support/until.ts';
import { withImports } from '../support/withImports.ts';
import { type Cell, odsOf, odsTable, odsValue, styled, xlsxOf } from './workbooks.ts';

const header = ['Artikelnummer', 'Bezeichnung', 'VK netto', 'MwSt', 'Angelegt'];

describe('counterfoil import of a workbook (starts imports)', function () {
  this.timeout(120_000);
  const imports = withImports();

  it('asks for the sheet, stores what it shows, and writes refused rows with the row of the sheet', async () => {
    const rows: Cell[][] = [
      ['Preisliste 2026'],
      header,
      [styled(1, 815), 'Tisch', styled(2, 12.5), styled(3, 0.19), styled(4, 46353)],
      [styled(1, 816), 'Stuhl', { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' }, styled(3, 0.07)],
    ];
    const sheets = [
      { name: 'Artikel', rows },
      { name: 'Archiv', rows: [header, ['1', 'alt', 1, 19]] },
    ];
    const formats = ['00000', '#,##0.00\\ "€"', '0%', 'dd.mm.yyyy'];
    await imports.write('list.xlsx', xlsxOf(sheets, { formats }));

    const asked = await imports.run('articles', 'list.xlsx');
    const titled = await imports.run('articles', 'list.xlsx', '--sheet', 'Artikel');
    const ended = await imports.run(
      'articles',
      'list.xlsx',
      '--sheet',
      'Artikel',
      '--header-line',
      '2',
      '--json',
    );

    expect(asked.stderr).to.contain('choose one: --sheet "Artikel" (4 rows) or --sheet "Archiv" (2 rows)');
    expect(titled.stderr).to.contain('the header seems to be line 2: --header-line 2');
    expect(summaryOf(ended), ended.stderr).to.include({ rows: 2, created: 1, refused: 1 });
    expect(await imports.storedRow('articles', { article_nr: '00815' })).to.include({
      article_title: 'Tisch',
      article_price: '12.5000',
      article_tax_rate: '19.0000',
    });
    const refused = await imports.read('list.xlsx.refused.csv');
    expect(refused).to.contain('00816').and.contain('#DIV/0! (C4)');
    expect(await imports.files()).to.have.members(['list.xlsx', 'list.xlsx.refused.csv']);
  });

  it('stores a sheet of LibreOffice from standard input', async () => {
    const rows: Cell[][] = [
      header,
      [
        odsValue('office:value-type="float" office:value="815"', '00815'),
        'Tisch',
        odsValue('office:value-type="currency" office:value="12.5"', '12,50 €'),
        odsValue('office:value-type="percentage" office:value="0.19"', '19%'),
      ],
    ];
    await imports.write('list.ods', odsOf(odsTable('Artikel', rows)));

    const ended = await imports.shell('npx counterfoil import articles - --json < list.ods');

    expect(summaryOf(ended), ended.stderr).to.include({ rows: 1, created: 1, refused: 0 });
    expect(await imports.storedRow('articles', { article_nr: '00815' })).to.include({
      article_price: '12.5000',
    });
  });

  it('continues after kill -9 with the same batches', async () => {
    const count = 8_000;
    const rows = Array.from({ length: count }, (_, index): Cell[] => [
      `A-${index}`,
      `Tisch ${index}`,
      index + 0.5,
      19,
    ]);
    await imports.write('list.xlsx', xlsxOf([{ name: 'A', rows: [header.slice(0, 4), ...rows] }]));

    const killed = await imports.start('articles', 'list.xlsx', '--json');
    await until(() => imports.hasLines('list.xlsx.articles.journal', 4));
    await killed.stop('SIGKILL');
    const ended = await imports.run('articles', 'list.xlsx', '--json');

    expect(ended.stderr).to.match(/continues after [\d,]+ rows of an earlier run/);
    expect(summaryOf(ended)).to.include({ rows: count, created: count, existed: 0, refused: 0 });
    expect(await imports.storedRows('articles')).to.have.length(count);
  });
});
