import { expect } from 'chai';
import { importError, inputs, mapValues, tables } from '../records.ts';

describe('importer: presets and options', () => {
  const table = tables();

  it('uses another tax rate, or net prices, if given', () => {
    const row = { Handle: 'a', Title: 'A', 'Variant Price': '12.00' };
    const price = (options: object) =>
      inputs([mapValues('articles', row, { preset: 'shopify', taxRate: 19, ...options })])[0];

    expect(price({ taxRate: 20 })).to.include({ article_price: '10', article_tax_rate: '20' });
    expect(price({ priceIsGross: false })).to.include({ article_price: '12.00', article_tax_rate: '19' });
  });

  it('rejects an unknown name, and the file of another program', async () => {
    const unknown = await importError(() => mapValues('articles', { Title: 'a' }, { preset: 'ebay' }));
    const foreign = await importError(() => mapValues('articles', { Titel: 'a' }, { preset: 'shopify' }));

    expect(unknown.message).to.equal(
      'unknown preset ebay for articles; available: shopify, woocommerce, billbee, lexware, shopware5, shopware6, jtl, oxid, gambio, prestashop, magento, plenty, sevdesk, easybill, odoo, sap',
    );
    expect(foreign.message).to.equal(
      'the file is not an export that preset shopify reads: missing column "Handle" or "URL handle" and column "Title"',
    );
  });

  it('asks also with a preset for how many pieces prices are, and takes the answer', async () => {
    const text = 'Artikelnummer;Bezeichnung;Verkaufspreis netto;PE;MwSt\na;Schraube;11,90;100;19\n';

    expect(await table.refusal('articles', text, { preset: 'easybill' })).to.match(
      /^column "PE" says that prices are for several pieces \("100"\): /,
    );
    expect(await table.first('articles', text, { preset: 'easybill', pricePer: 'PE' })).to.include({
      article_price: '0.119',
    });
  });

  for (const [preset, head, row] of [
    ['sevdesk', 'Artikelnummer;Name;price_cents;MwSt', 'a;Tee;1190;19'],
    ['shopify', 'Handle;Title;Variant Price;price_cents', 'a;Tee;11.90;1190'],
  ] as const)
    it(`asks also with the preset ${preset} whether a chosen column has cents, and takes the answer`, async () => {
      const options = {
        preset,
        columns: { article_price: 'price_cents' },
        priceIsGross: false,
        ...(preset === 'shopify' && { taxRate: 19 }),
      };
      const text = `${head}\n${row}\n`;

      expect(await table.refusal('articles', text, options)).to.match(
        /^column "price_cents" seems to have prices in cents \("1190"\): add --divide article_price=100, /,
      );
      expect(await table.first('articles', text, { ...options, divide: { article_price: 100 } })).to.include({
        article_price: '11.9',
      });
    });
});
