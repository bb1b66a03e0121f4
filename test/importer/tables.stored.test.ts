import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

describe('an import of a file', function () {
  this.timeout(60_000);
  const imports = withImports();

  const titles = async () => {
    const rows = await imports.storedRows('articles');
    return rows.map(({ article_title }) => article_title);
  };

  it('without a header: maps its columns by number', async () => {
    const fields = { external_ident: '1', article_title: '2', article_price: '3' };
    await imports.write('map.json', JSON.stringify({ resource: 'articles', tax_rate: 19, fields }));
    await imports.write('list.csv', 'a;Tee;1,50\nb;Kaffee;viel\n');

    const options = ['--no-header', '--mapping', imports.path('map.json')];
    const ended = await imports.run('articles', 'list.csv', ...options);
    const refused = (await imports.read('list.csv.refused.csv')).replace('viel', '2,50');
    await imports.write('fixed.csv', refused);
    const again = await imports.run('articles', 'fixed.csv', ...options);

    expect(ended.stdout, ended.stderr).to.match(/1 created\n +1 refused/);
    expect(again.code, again.stderr).to.equal(0);
    expect(await titles()).to.have.members(['Tee', 'Kaffee']);
  });

  it('with totals, and rows without a mapped value: skips them, with the reason', async () => {
    const rows = 'a;Tee;1;;x\n;;;;\n;;;;nur Lager\nSumme;;1,00;;\n';
    await imports.write('list.csv', `external_ident;article_title;article_price;x;Lager\n${rows}`);

    const ended = await imports.run('articles', '--tax-rate', '19', 'list.csv', '--json');

    expect(summaryOf(ended), ended.stderr).to.deep.include({
      rows: 3,
      created: 1,
      skipped: 2,
      refused: 0,
      skipReasons: {
        'the row is a line of totals': 1,
        'the row has no value in a column that is mapped': 1,
      },
    });
    expect(await titles()).to.deep.equal(['Tee']);
  });

  it('with lines that the mapping ignores: finds the header below them', async () => {
    const fields = { external_ident: 'Nr', article_title: 'Titel', article_price: 'Preis' };
    await imports.write(
      'map.json',
      JSON.stringify({ resource: 'articles', ignore_lines: '^(Export|Ende)', fields }),
    );
    await imports.write(
      'list.csv',
      'Export vom 1.1.2026\nNr;Titel;Preis\na;Tee;1,50\nb;Kaffee;2\nEnde;der Liste;2\n',
    );

    const options = ['--tax-rate', '19', '--mapping', imports.path('map.json')];
    const ended = await imports.run('articles', 'list.csv', ...options);

    expect(ended.code, ended.stderr).to.equal(0);
    expect(ended.stderr).to.match(/not read, since the mapping ignores them above the header: line 1\n/);
    expect(await titles()).to.have.members(['Tee', 'Kaffee']);
  });
});
