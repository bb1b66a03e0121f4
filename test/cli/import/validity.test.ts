import { expect } from 'chai';
import { inputReader } from '../../../shared/input/reader.ts';
import { articleCreate } from '../../../shared/operations/article.create.ts';
import { customerCreate } from '../../../shared/operations/customer.create.ts';
import { fixture, inputs, mapped } from './records.ts';

const readers = {
  customers: inputReader(customerCreate),
  articles: inputReader(articleCreate),
};

describe('what an import makes of the exports of programs', () => {
  const exports = [
    ['customers', 'shopify-customers.csv', 'shopify'],
    ['articles', 'shopify-products.csv', 'shopify'],
    ['customers', 'woocommerce-customers.csv', 'woocommerce'],
    ['articles', 'woocommerce-products.csv', 'woocommerce'],
    ['customers', 'ebay-orders.csv', 'ebay'],
    ['customers', 'ebay-orders.de.csv', 'ebay'],
    ['customers', 'amazon-orders.txt', 'amazon'],
    ['customers', 'billbee-customers.csv', 'billbee'],
    ['articles', 'billbee-articles.csv', 'billbee'],
    ['customers', 'lexware-customers.csv', 'lexware'],
    ['articles', 'lexware-articles.csv', 'lexware'],
  ] as const;
  for (const [resource, file, preset] of exports)
    it(`${file} is taken by the service, and each record but once`, async () => {
      const all = inputs(await mapped(resource, fixture(file), { preset }));
      const idents = all.map(({ external_ident: ident }) => ident);

      expect(all).to.not.be.empty;
      expect(
        all.map((input) => readers[resource](input)).flatMap((read) => ('faults' in read ? read.faults : [])),
      ).to.be.empty;
      expect(new Set(idents).size).to.equal(idents.length);
    });
});
