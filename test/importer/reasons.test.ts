import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';

/** A row is fixed once, not once for each of its wrong values. */
describe('the reasons of a refused row', function () {
  this.timeout(60_000);
  const imports = withImports();

  it('are all that is wrong with its values, each counted by its kind', async () => {
    const head = 'external_ident,article_title,article_unit,article_price,article_tax_rate,article_ean';
    await imports.write(
      'list.csv',
      `${head}\na,Tea,Labour,much,1,4006381333932\nb,Milk,unit_kg,2,,\nc,Salt,unit_kg,,,\nd,Rice,unit_kg,x,19,\n`,
    );

    const ended = await imports.run('articles', 'list.csv', '--json');

    expect(ended.code, ended.stderr).to.equal(3);
    const lines = (await imports.read('list.csv.refused.csv')).split('\r\n').slice(1);
    expect(lines[0]).to.match(
      /value_unreadable,"article_unit: unknown unit ""Labour"".*; article_price: ""much"" .*; article_tax_rate: ""1"" may be a code.*; article_ean: ""4006381333932"" is not an EAN/,
    );
    expect(lines[1]).to.match(/value_missing,"article_tax_rate: the row has no tax rate[^;]*",$/);
    expect(lines[2]).to.match(
      /value_missing,"article_price: the row has no price[^;]*; article_tax_rate: the row has no/,
    );
    expect(lines[3], 'no second reason that follows from the first').to.match(
      /"article_price: ""x""[^;]*",[^;]*$/,
    );
    const { reasons, refused } = summaryOf(ended) as { reasons: Record<string, number>; refused: number };
    expect(refused).to.equal(4);
    const counts = Object.entries(reasons).map(([kind, count]) => [
      kind.split(' ').slice(0, 4).join(' '),
      count,
    ]);
    expect(counts).to.deep.include.members([
      ['article_tax_rate: the row has', 2],
      ['article_price: the row has', 1],
      ['article_unit: unknown unit "…":', 1],
    ]);
    await imports.write('fixed.csv', `${head}\na,Tea,unit_kg,2,19,4006381333931\n`);
    expect(await imports.run('articles', 'fixed.csv')).to.include({ code: 0 });
    expect(await imports.storedRow('articles')).to.include({ article_price: '2.0000' });
  });

  it('are all that the service would report, also in a dry run', async () => {
    const long = 'x'.repeat(300);
    await imports.write('list.csv', `external_ident,bill_lastname,bill_city\n1,${long},${long}\n`);

    const offline = await imports.run('customers', 'list.csv', '--dry-run', '--offline', '--json');
    const dry = await imports.run('customers', 'list.csv', '--dry-run', '--json');
    const real = await imports.run('customers', 'list.csv', '--json');

    for (const ended of [offline, dry, real])
      expect(Object.keys(summaryOf(ended).reasons as object), ended.stderr).to.deep.equal([
        'bill_lastname must be at most 255 characters',
        'bill_city must be at most 255 characters',
      ]);
    expect(await imports.read('list.csv.refused.csv')).to.match(
      /bill_lastname must be at most 255 characters; bill_city must be at most 255 characters,\r\n$/,
    );
  });
});
