import { expect } from 'chai';
import { importError, inputs, mapValues } from '../records.ts';

describe('importer: presets and options', () => {
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
});
