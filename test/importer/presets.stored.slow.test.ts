import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { summaryOf } from '../support/imports.ts';
import { withImports } from '../support/withImports.ts';
import { fixture, inputs, mapped } from './records.ts';

type Row = Readonly<Record<string, unknown>>;

/** Example exports of each program. */
const exports = [
  ['customers', 'shopify', 'shopify-customers.csv'],
  ['customers', 'woocommerce', 'woocommerce-customers.csv'],
  ['customers', 'ebay', 'ebay-orders.csv'],
  ['customers', 'ebay', 'ebay-orders.de.csv'],
  ['customers', 'amazon', 'amazon-orders.txt'],
  ['customers', 'billbee', 'billbee-customers.csv'],
  ['customers', 'lexware', 'lexware-customers.csv'],
  ['articles', 'shopify', 'shopify-products.csv'],
  ['articles', 'woocommerce', 'woocommerce-products.csv'],
  ['articles', 'billbee', 'billbee-articles.csv'],
  ['articles', 'lexware', 'lexware-articles.csv'],
] as const;

/** Compares the stored rows with the mapped input, which the tests of the mapping check. */
describe('import presets store (starts imports)', () => {
  const imports = withImports();

  for (const [resource, preset, name] of exports)
    it(`${name} as ${resource}`, async () => {
      await copyFile(fixture(name), path.join(imports.folder, name));
      const taxRate = resource === 'articles' && preset !== 'lexware' ? 19 : undefined;
      const wanted = inputs(await mapped(resource, fixture(name), { preset, ...(taxRate && { taxRate }) }));

      const ended = await imports.run(
        resource,
        path.join(imports.folder, name),
        '--preset',
        preset,
        '--json',
        ...(taxRate ? ['--tax-rate', `${taxRate}`] : []),
      );

      expect(ended.code, ended.stderr + ended.stdout).to.equal(0);
      expect(summaryOf(ended)).to.include({ created: wanted.length, existed: 0, refused: 0 });
      const stored = await imports.storedRows(resource);
      const addresses = await imports.storedRows('addresses');
      expect(stored).to.have.length(wanted.length).above(0);
      for (const input of wanted) expectStored(input, stored, addresses);
      expect(addresses).to.have.length(wanted.filter((input) => input.divergent_delivery_address).length);
    });
});

function expectStored(input: Row, stored: readonly Row[], addresses: readonly Row[]): void {
  const row = stored.find(({ external_ident }) => external_ident === input.external_ident) as Row;
  const address = addresses.find(({ customer_ident }) => customer_ident === row?.customer_ident);
  const { divergent_delivery_address: _, ...fields } = input;
  for (const [field, value] of Object.entries(fields)) {
    const found = (field.startsWith('delivery_') ? address : row)?.[field];
    expect(plain(found), field).to.equal(plain(value));
  }
}

/** Amounts are stored with four decimals, countries in lower case; what is sent is cleaned by rules with tests of their own. */
function plain(value: unknown): string {
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) ? String(Number(text)) : text.toLowerCase();
}
