import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

/** Records that were made in another way are found by a field of their own. */
describe('counterfoil import --match', () => {
  const imports = withImports();

  const tea = { article_title: 'Tee', article_price: 2, article_tax_rate: 7 };

  for (const [field, value] of [
    ['article_nr', 'A-17'],
    ['article_sku', 'TEE 17'],
    ['article_ean', '4006381333931'],
    ['external_ident', 'x-17'],
  ] as const)
    it(`updates an article that has the ${field} of the row, and only what the row has`, async () => {
      await imports.account.client.article.create({ ...tea, [field]: value, article_type: 'csv' });
      await imports.write('list.csv', `${field};VK netto\n${value};3,50\n`);

      const ended = await imports.run('articles', 'list.csv', '--match', field, '--json');

      expect(ended.code, ended.stderr).to.equal(0);
      expect(summaryOf(ended)).to.include({ updated: 1, created: 0 });
      const stored = await imports.storedRow('articles');
      expect(stored).to.include({
        article_title: 'Tee',
        article_price: '3.5000',
        article_tax_rate: '7.0000',
      });
    });

  for (const [field, value] of [
    ['customer_nr', '4711'],
    ['bill_email', 'anna@example.com'],
  ] as const)
    it(`updates a customer that has the ${field} of the row`, async () => {
      await imports.account.client.customer.create({
        bill_lastname: 'Weiß',
        bill_city: 'Kiel',
        [field]: value,
      });
      await imports.write('list.csv', `${field},bill_city\n${value},Bonn\n`);

      const ended = await imports.run('customers', 'list.csv', '--match', field, '--json');

      expect(ended.code, ended.stderr).to.equal(0);
      expect(await imports.storedRow('customers')).to.include({
        bill_lastname: 'Weiß',
        bill_city: 'Bonn',
      });
    });

  it('refuses a row that matches several records, with their idents', async () => {
    const idents = [];
    for (const article_sku of ['S', 'S'])
      idents.push((await imports.account.client.article.create({ ...tea, article_sku })).article_ident);
    await imports.write('list.csv', 'article_sku,article_price\nS,3\n');

    const ended = await imports.run('articles', 'list.csv', '--match', 'article_sku');

    expect(ended.code).to.equal(3);
    expect(await imports.read('list.csv.refused.csv')).to.contain(
      `article_sku: 2 articles have ""S"": ${idents.join(', ')}`,
    );
    expect((await imports.storedRows('articles')).map(({ article_price }) => article_price)).to.deep.equal([
      '2.0000',
      '2.0000',
    ]);
  });

  it('creates what is not found, or refuses it with --update-only', async () => {
    await imports.write('list.csv', 'article_nr,article_title,price,tax\n1,Tee,2,7\n,Kaffee,3,7\n');

    const byNumber = ['articles', 'list.csv', '--match', 'article_nr', '--json'] as const;
    const only = await imports.run(...byNumber, '--update-only');
    const both = await imports.run(...byNumber);

    expect(summaryOf(only)).to.include({ created: 0, refused: 2 });
    expect(summaryOf(only).reasons).to.have.keys([
      'no article has the article_nr of the row: correct it, or create new records too, without --update-only',
      'article_nr: the row has no value to find its record by: add it, or choose another field with --match',
    ]);
    expect(summaryOf(both)).to.include({ created: 1, refused: 1 });
    expect(await imports.storedRow('articles')).to.include({ article_nr: '1', article_title: 'Tee' });
  });

  it("rejects a field that can't be matched, and a file without it", async () => {
    await imports.write('list.csv', 'article_nr,price\n1,2\n');

    const unknown = await imports.run('articles', 'list.csv', '--match', 'article_title');
    const missing = await imports.run('articles', 'list.csv', '--match', 'article_sku');

    expect(unknown.stderr).to.equal(
      'counterfoil: --match article_title: articles can be found by article_nr, article_sku, article_ean, external_ident, article_ident\n',
    );
    expect(missing.stderr).to.match(
      /no column is mapped to article_sku, so --match article_sku can't find records: .*--column article_sku=COLUMN\n$/,
    );
  });
});
