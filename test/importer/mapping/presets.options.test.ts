import { expect } from 'chai';
import { importError, inputs, mapValues } from '../records.ts';

describe('import presets: options', () => {
  it('another tax rate, or net prices, can be said', () => {
    const row = { Handle: 'a', Title: 'A', 'Variant Price': '12.00' };
    const price = (options: object) =>
      inputs([mapValues('articles', row, { preset: 'shopify', ...options })])[0];

    expect(price({ taxRate: 20 })).to.include({ article_price: '10', article_tax_rate: '20' });
    expect(price({ priceIsGross: false })).to.include({ article_price: '12.00', article_tax_rate: '19' });
  });

  it('refuses a preset that there is not, and the file of another program', async () => {
    const unknown = await importError(() => mapValues('articles', { Title: 'a' }, { preset: 'ebay' }));
    const foreign = await importError(() => mapValues('articles', { Titel: 'a' }, { preset: 'shopify' }));

    expect(unknown.message).to.equal(
      'there is no preset ebay for articles: there are shopify, woocommerce, billbee, lexware',
    );
    expect(foreign.message).to.equal(
      'this is not what the preset shopify reads: there is no column "Handle" or "URL handle", and no column "Title"',
    );
  });
});
