import { expect } from 'chai';
import { summaryOf } from '../../support/imports.ts';
import { withImports } from '../../support/withImports.ts';

describe('an import that updates records (starts imports)', () => {
  const imports = withImports();

  const byNumber = ['articles', 'list.csv', '--match', 'article_nr', '--json'] as const;
  const tea = { article_title: 'Tee', article_price: 2, article_tax_rate: 7 };

  it('writes nothing for a record that has the values of the row', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => `n-${index};Tee;0${index},50;7`).join('\n');
    await imports.write('list.csv', `Artikelnummer;Bezeichnung;VK netto;MwSt\n${rows}\n`);
    await imports.run('articles', 'list.csv');
    const before = await imports.storedRows('articles');

    const again = await imports.run('articles', 'list.csv', '--on-existing', 'update', '--json');

    expect(summaryOf(again)).to.include({ unchanged: 700, updated: 0, created: 0 });
    expect(await imports.storedRows('articles')).to.deep.equal(before);
  });

  it('keeps what an empty cell has, or empties it with --empty clear', async () => {
    await imports.account.client.article.create({ ...tea, article_nr: '1', article_subtitle: 'grün' });
    await imports.write('list.csv', 'article_nr,article_subtitle,price\n1,,2\n');

    const kept = await imports.run(...byNumber);
    const before = await imports.storedRow('articles');
    const cleared = await imports.run(...byNumber, '--empty', 'clear');

    expect(summaryOf(kept)).to.include({ unchanged: 1 });
    expect(before).to.include({ article_subtitle: 'grün' });
    expect(summaryOf(cleared)).to.include({ updated: 1 });
    expect(await imports.storedRow('articles')).to.include({
      article_subtitle: '',
      article_title: 'Tee',
    });
  });

  it('empties the company of a private customer, who stays one', async () => {
    await imports.write('list.csv', 'id,bill_lastname,bill_company,bill_phone\n1001,Sonne,,030 1\n');
    await imports.run('customers', 'list.csv');
    await imports.write('list.csv', 'id,bill_lastname,bill_company,bill_phone\n1001,Sonne,,\n');

    const ended = await imports.run('customers', 'list.csv', '--empty', 'clear', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ updated: 1 });
    expect(await imports.storedRow('customers')).to.include({
      bill_phone: '',
      is_business_client: 0,
    });
  });

  it('refuses a row without a delivery address whose customer has one, with --empty clear', async () => {
    const csv = (city: string) => `id,bill_lastname,delivery_city\n1001,Sonne,${city}\n`;
    await imports.write('list.csv', csv('Kiel'));
    await imports.run('customers', 'list.csv');
    await imports.write('list.csv', csv(''));

    const ended = await imports.run('customers', 'list.csv', '--empty', 'clear', '--json');

    expect(summaryOf(ended), ended.stderr).to.include({ refused: 1, unchanged: 0 });
    expect(await imports.read('list.csv.refused.csv')).to.contain('Imports never delete addresses');
  });

  it('does not overwrite another article that has the number by chance', async () => {
    await imports.account.client.article.create({ ...tea, article_nr: '7', article_sku: 'TEE' });
    await imports.write('list.csv', 'article_nr,article_title,article_sku,price,tax\n7,Tisch,TISCH,99,19\n');

    const ended = await imports.run(...byNumber);

    expect(summaryOf(ended), ended.stderr).to.include({ refused: 1, updated: 0 });
    expect(await imports.storedRow('articles')).to.include({ article_title: 'Tee' });
  });

  it('keeps price and rate of an article for which --tax-rate says another rate', async () => {
    await imports.account.client.article.create({ ...tea, article_sku: 'TEE' });
    await imports.write('list.csv', 'SKU;VK brutto\nTEE;10,70\n');
    const options = ['--match', 'article_sku', '--update-only', '--json'];

    const other = await imports.run('articles', 'list.csv', ...options, '--tax-rate', '19');
    const same = await imports.run('articles', 'list.csv', ...options, '--tax-rate', '7');

    expect(summaryOf(other), other.stderr).to.include({ refused: 1 });
    expect(Object.keys(summaryOf(other).reasons as object)[0]).to.match(
      /the article has 7 %, and --tax-rate says 19 %/,
    );
    expect(summaryOf(same)).to.include({ updated: 1 });
    expect(await imports.storedRow('articles')).to.include({
      article_price: '10.0000',
      article_tax_rate: '7.0000',
    });
  });

  it('updates a row without a price, and creates none', async () => {
    await imports.account.client.article.create({ ...tea, article_nr: '1' });
    await imports.write('list.csv', 'article_nr,title,price,tax\n1,Kaffee,,\n2,Kakao,,\n3,Saft,3,7\n');

    const ended = await imports.run(...byNumber, '--same-origin');

    expect(summaryOf(ended), ended.stderr).to.include({ updated: 1, created: 1, refused: 1 });
    expect(await imports.storedRow('articles', { article_nr: '1' })).to.include({
      article_title: 'Kaffee',
      article_price: '2.0000',
    });
  });

  it('changes the delivery address of a customer, and adds one to a customer without', async () => {
    const csv = (one: string, other: string) =>
      `external_ident,bill_lastname,delivery_street,delivery_city\n1,Weiß,Weg 1,${one}\n2,Braun,${other}\n`;
    await imports.write('list.csv', csv('Kiel', ','));
    await imports.run('customers', 'list.csv');
    await imports.write('list.csv', csv('Bonn', 'Gasse 2,Hof'));

    const updated = await imports.run('customers', 'list.csv', '--on-existing', 'update', '--json');
    const again = await imports.run('customers', 'list.csv', '--on-existing', 'update', '--json');

    expect(summaryOf(updated), updated.stderr).to.include({ updated: 2 });
    expect(summaryOf(again)).to.include({ unchanged: 2 });
    const addresses = await imports.storedRows('addresses');
    expect(addresses.map(({ delivery_city }) => delivery_city)).to.have.members(['Bonn', 'Hof']);
  });
});
