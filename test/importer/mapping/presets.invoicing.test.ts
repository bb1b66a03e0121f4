import { expect } from 'chai';
import { fixture, inputs, mapped, mapValues } from '../records.ts';

describe('importer: presets for invoicing', () => {
  it('billbee customers: the customer number is the ident, the house number becomes part of the street', async () => {
    const rows = await mapped('customers', fixture('billbee-customers.csv'), { preset: 'billbee' });

    expect(inputs(rows)).to.deep.equal([
      {
        customer_type: 'csv',
        external_account_name: 'billbee',
        external_ident: '17',
        customer_nr: '17',
        bill_title: 1,
        bill_firstname: 'Renée',
        bill_lastname: 'Schäfer',
        bill_street: 'Am Deich 12a',
        bill_zipcode: '27568',
        bill_city: 'Bremerhaven',
        bill_country: 'de',
        bill_email: 'renee@example.com',
        bill_phone: '0471 555',
      },
    ]);
  });

  it('billbee articles: gross prices with the tax rate of each row', async () => {
    const rows = await mapped('articles', fixture('billbee-articles.csv'), { preset: 'billbee' });

    expect(inputs(rows)).to.deep.equal([
      {
        article_type: 'csv',
        external_account_name: 'billbee',
        external_ident: '900001',
        article_nr: 'KN-1',
        article_sku: 'KN-1',
        article_ean: '4006381333931',
        article_title: 'Kanne groß',
        article_price: '50',
        article_description: 'Ton, gebrannt',
        article_purchase_price: '20.00',
        article_tax_rate: '19',
      },
      {
        article_type: 'csv',
        external_account_name: 'billbee',
        external_ident: '900002',
        article_nr: 'BU-1',
        article_sku: 'BU-1',
        article_title: 'Teebuch',
        article_price: '10',
        article_tax_rate: '7',
      },
    ]);
  });

  it('lexware customers: companies and persons', async () => {
    const rows = await mapped('customers', fixture('lexware-customers.csv'), { preset: 'lexware' });

    expect(inputs(rows)).to.deep.equal([
      {
        customer_type: 'csv',
        external_account_name: 'lexware',
        external_ident: '10001',
        customer_nr: '10001',
        bill_company: 'Bäckerei Öztürk GmbH',
        bill_vat_nr: 'DE123456789',
        bill_street: 'Mühlenweg 3',
        bill_zipcode: '01067',
        bill_city: 'Dresden',
        bill_country: 'de',
        bill_email: 'info@example.com',
        bill_phone: '0351 555',
        is_business_client: 1,
      },
      {
        customer_type: 'csv',
        external_account_name: 'lexware',
        external_ident: '10002',
        customer_nr: '10002',
        bill_title: 0,
        bill_firstname: 'Björn',
        bill_lastname: 'Çelik',
        bill_street: 'Gasse 4',
        bill_zipcode: 'A-1010',
        bill_city: 'Wien',
        bill_country: 'at',
      },
    ]);
  });

  it('lexware articles: net or gross, by the name of the column', async () => {
    const rows = inputs(await mapped('articles', fixture('lexware-articles.csv'), { preset: 'lexware' }));
    const net = mapValues(
      'articles',
      { Artikelnummer: 'P-3', Bezeichnung: 'Korb', Steuerart: 'USt 19%', 'VK (Netto)': '20,00' },
      { preset: 'lexware' },
    );

    expect(rows.map(({ article_price }) => article_price)).to.deep.equal(['20', '100', '20']);
    expect(rows.map(({ article_unit }) => article_unit)).to.deep.equal(['unit_ppu', 'unit_hour', 'unit_ppu']);
    expect(rows[0]).to.include({
      article_nr: 'P-1',
      article_description: 'geflochten,\nnatur',
      article_tax_rate: '19',
    });
    expect(inputs([net])).to.deep.include.members([
      {
        article_type: 'csv',
        external_account_name: 'lexware',
        external_ident: 'P-3',
        article_nr: 'P-3',
        article_title: 'Korb',
        article_price: '20.00',
        article_tax_rate: '19',
      },
    ]);
  });
});
