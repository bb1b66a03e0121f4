import { expect } from 'chai';
import { fixture, inputs, mapped } from '../records.ts';

describe('importer: presets for marketplaces', () => {
  it('ebay orders: the rows of an order give one customer, other lines are skipped', async () => {
    const rows = await mapped('customers', fixture('ebay-orders.csv'), { preset: 'ebay' });
    const [karl, ana] = inputs(rows);

    expect(rows.flatMap((row) => ('skip' in row ? [row.skip] : []))).to.deep.equal([
      'another order or item of the buyer in the row before',
      'another order or item of the buyer in the row before',
      'the line is not a record',
      'the line is not a record',
    ]);
    expect(karl).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'ebay',
      external_ident: 'tee_freund',
      bill_firstname: 'Karl Heinz',
      bill_lastname: 'Müller',
      bill_email: 'karl@example.com',
      bill_street: 'Am Markt 1',
      bill_zipcode: '48143',
      bill_city: 'Münster',
      bill_country: 'de',
      bill_phone: '0251 555',
    });
    expect(ana).to.include({
      external_ident: 'ana.p',
      delivery_lastname: '101',
      delivery_country: 'de',
      bill_country: 'es',
    });
  });

  it('ebay orders in German', async () => {
    const [inge] = inputs(await mapped('customers', fixture('ebay-orders.de.csv'), { preset: 'ebay' }));

    expect(inge).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'ebay',
      external_ident: 'bücherwurm',
      bill_firstname: 'Inge',
      bill_lastname: 'Groß',
      bill_email: 'inge@example.com',
      bill_street: 'Gäßchen 7',
      bill_city: 'Lübeck',
      bill_zipcode: '23552',
      bill_country: 'de',
    });
  });

  it('amazon orders: quotes are text, and buyers without an e-mail address are recognized too', async () => {
    const rows = await mapped('customers', fixture('amazon-orders.txt'), { preset: 'amazon' });
    const [joerg, eva] = inputs(rows);

    expect(rows).to.have.length(4);
    expect(rows.filter((row) => 'skip' in row)).to.have.length(2);
    expect(joerg).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'amazon',
      external_ident: 'abc123@marketplace.amazon.de',
      bill_firstname: 'Jörg',
      bill_lastname: 'Weiß',
      bill_email: 'abc123@marketplace.amazon.de',
      bill_street: 'Firma Weiß',
      bill_street2: 'Hafenstr. 9',
      bill_zipcode: '24103',
      bill_city: 'Kiel',
      bill_country: 'de',
      bill_phone: '0171 555',
      is_business_client: 0,
    });
    expect(eva).to.include({
      bill_firstname: 'Eva',
      delivery_firstname: 'Tim',
      divergent_delivery_address: 1,
    });
    expect(eva?.external_ident).to.match(/^[0-9a-f]{40}$/);
  });
});
