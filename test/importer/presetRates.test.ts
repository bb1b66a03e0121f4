import { expect } from 'chai';
import { expectError } from '../support/command.ts';
import { withImports } from '../support/withImports.ts';

/** No export of a shop has the tax rates of all its articles: nobody but the user knows the missing ones. */
describe('an import with a preset', function () {
  this.timeout(60_000);
  const imports = withImports();

  const shopify = 'Handle,Title,Variant SKU,Variant Price,Variant Taxable';
  const taxed = `${shopify}\nbook,Voucher,V-1,10.00,false\ntea,Tea,T-1,12.00,true\n`;

  async function ratesAndPrices(): Promise<unknown> {
    const rows = await imports.storedRows('articles');
    return rows.map((row) => [row.article_sku, Number(row.article_tax_rate), Number(row.article_price)]);
  }

  it('assumes no tax rate: shopify', async () => {
    await imports.write('export.csv', taxed);

    expectError(
      await imports.run('articles', 'export.csv', '--preset', 'shopify'),
      /export\.csv, line 3: the article has no tax rate: a Shopify export says only whether an article is taxed, .*--tax-rate 19 for a shop in Germany; .*--column article_tax_rate=COLUMN.*--no-price-is-gross$/,
    );
    expect(await ratesAndPrices()).to.be.empty;
  });

  it('takes the given rate, and a price without tax: shopify', async () => {
    await imports.write('export.csv', taxed);
    const shop = ['--preset', 'shopify', '--tax-rate', '20'];

    const gross = await imports.run('articles', 'export.csv', ...shop);
    const netShop = [...shop, '--account-name', 'b', '--no-price-is-gross'];
    const net = await imports.run('articles', 'export.csv', ...netShop);

    expect(gross.code, gross.stderr).to.equal(0);
    expect(gross.stderr).to.include(
      'prices are read as gross, with tax included (--no-price-is-gross if they are without tax); tax rate 20 % for rows without one',
    );
    expect(net.code, net.stderr).to.equal(0);
    expect(await ratesAndPrices()).to.have.deep.members([
      ['V-1', 0, 10],
      ['T-1', 20, 10],
      ['V-1', 0, 10],
      ['T-1', 20, 12],
    ]);
  });

  it('needs no rate for articles without tax, and takes a column with rates: shopify', async () => {
    await imports.write('free.csv', `${shopify}\nbook,Voucher,V-1,10.00,false\n`);
    await imports.write('rates.csv', `${shopify},Rate\ntea,Tea,T-1,12.00,true,20\n`);

    const free = await imports.run('articles', 'free.csv', '--preset', 'shopify');
    const column = ['--column', 'article_tax_rate=Rate'];
    const rates = await imports.run('articles', 'rates.csv', '--preset', 'shopify', ...column);

    expect(free.code, free.stderr).to.equal(0);
    expect(rates.code, rates.stderr).to.equal(0);
    expect(await ratesAndPrices()).to.have.deep.members([
      ['V-1', 0, 10],
      ['T-1', 20, 10],
    ]);
  });

  it('assumes no rate of the standard class: woocommerce', async () => {
    const head = 'ID,Type,SKU,Name,Published,Tax status,Tax class,Regular price';
    await imports.write(
      'export.csv',
      `${head}\n1,simple,A,A,1,taxable,reduced-rate,10.70\n2,simple,B,B,1,taxable,,11.90\n`,
    );

    expectError(
      await imports.run('articles', 'export.csv', '--preset', 'woocommerce'),
      /line 3: the article has no tax rate: a WooCommerce export has the tax class .*--tax-rate 19/,
    );
    const ended = await imports.run('articles', 'export.csv', '--preset', 'woocommerce', '--tax-rate', '19');
    expect(ended.code, ended.stderr).to.equal(0);
    expect(await ratesAndPrices()).to.have.deep.members([
      ['A', 7, 10],
      ['B', 19, 10],
    ]);
  });

  it('assumes no rate of a kind of tax: billbee', async () => {
    const head = 'Id;SKU;Titel;Verkaufspreis brutto;VatIndex';
    await imports.write('export.csv', `${head}\n1;A;A;11,90;1\n2;B;B;10,70;2\n`);
    await imports.write('empty.csv', `${head}\n1;A;A;11,90;19%\n2;B;B;10,70;\n`);

    expectError(
      await imports.run('articles', 'export.csv', '--preset', 'billbee'),
      /column "VatIndex" has codes instead of tax rates .*--tax-rate 1=19,2=7$/,
    );
    expectError(
      await imports.run('articles', 'empty.csv', '--preset', 'billbee'),
      /line 3: the article has no tax rate: a Billbee export may lack/,
    );
    const rates = ['--preset', 'billbee', '--tax-rate', '1=19,2=7'];
    const known = await imports.run('articles', 'export.csv', ...rates);
    expect(known.code, known.stderr).to.equal(0);
    expect(await ratesAndPrices()).to.have.deep.members([
      ['A', 19, 10],
      ['B', 7, 10],
    ]);
  });
});
