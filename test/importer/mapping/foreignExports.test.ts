import { expect } from 'chai';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { fixture, importError, mapped } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: exports without their preset', () => {
  const files = temporaryFiles();

  async function refusal(resource: Resource, file: string, preset?: string): Promise<string> {
    const options = preset === undefined ? {} : { preset };
    const { message } = await importError(() => mapped(resource, file, options));
    return message.slice(file.length);
  }

  const known = [
    ['articles', 'shopify-products.csv', 'a Shopify export', 'shopify'],
    ['customers', 'shopify-customers.csv', 'a Shopify export', 'shopify'],
    ['articles', 'woocommerce-products.csv', 'a WooCommerce export', 'woocommerce'],
    ['customers', 'woocommerce-customers.csv', 'a WooCommerce export', 'woocommerce'],
    ['customers', 'ebay-orders.csv', 'an eBay order report', 'ebay'],
    ['customers', 'ebay-orders.de.csv', 'an eBay order report', 'ebay'],
    ['customers', 'amazon-orders.txt', 'an Amazon order report', 'amazon'],
  ] as const;
  for (const [resource, file, label, preset] of known)
    it(`${file} is refused with the preset to add`, async () => {
      expect(await refusal(resource, fixture(file))).to.equal(
        `: these are the columns of ${label}: add --preset ${preset}`,
      );
    });

  it('products are refused as customers, with and without a preset', async () => {
    const products = fixture('shopify-products.csv');

    expect(await refusal('customers', products)).to.equal(
      ': these are the columns of a Shopify export of articles, not of customers: import articles with --preset shopify',
    );
    expect(await refusal('customers', products, 'shopify')).to.match(
      /; it is a Shopify export of articles: import articles with --preset shopify$/,
    );
  });

  it('columns of the other resource are refused', async () => {
    const articles = files.write('articles.csv', 'Name,Price,SKU\nTea,1,A\n');
    const customers = files.write('customers.csv', 'Titel,Vorname,Nachname,PLZ,Ort\nDr.,A,B,10115,Berlin\n');

    expect(await refusal('customers', articles)).to.match(
      /^: these look like the columns of articles, not of customers/,
    );
    expect(await refusal('articles', customers)).to.match(
      /^: these look like the columns of customers, not of articles/,
    );
  });

  it('customers without a name, company, number or e-mail address are refused', async () => {
    const file = files.write('notes.csv', 'Notiz,Anrede\nneu,Herr\n');

    expect(await refusal('customers', file)).to.match(
      /^: no column gives a name, company, e-mail address or number/,
    );
  });
});
