import { expect } from 'chai';
import type { MappedRow } from '../../../cli/import/mapping/index.ts';
import { fixture, importError, mapped, mapValues } from './records.ts';

describe('import presets', () => {
  it('shopify customers: names, address, phone and zip code without their apostrophes', async () => {
    const rows = await mapped('customers', fixture('shopify-customers.csv'), { preset: 'shopify' });

    expect(rows).to.deep.equal([
      {
        input: {
          ...{ customer_type: 'csv', external_account_name: 'shopify', external_ident: '7301234567890' },
          ...{ bill_firstname: 'Jürgen', bill_lastname: 'Großmann', bill_company: 'Großmann GmbH' },
          ...{
            bill_street: 'Königsallee 5',
            bill_street2: '2. OG',
            bill_zipcode: '40212',
            bill_city: 'Düsseldorf',
          },
          ...{ bill_country: 'de', bill_phone: '+49 211 5550100', bill_email: 'juergen@example.com' },
          ...{ user_note: 'zahlt\npünktlich', is_business_client: 1 },
        },
      },
      {
        input: {
          ...{ customer_type: 'csv', external_account_name: 'shopify', external_ident: '7301234567891' },
          ...{ bill_firstname: 'Ana', bill_email: 'ana@example.com', bill_phone: '+34 600 555 010' },
        },
      },
    ]);
  });

  it('shopify products: variants take the title over, images are skipped, prices become net', async () => {
    const rows = await mapped('articles', fixture('shopify-products.csv'), { preset: 'shopify' });
    const shirt = {
      ...{ article_type: 'csv', external_account_name: 'shopify', article_title: 'T-Shirt „Blau“' },
      ...{
        article_description: 'Bio-Baumwolle & weich.\n- waschbar',
        article_tax_rate: '19',
        article_price: '20',
      },
    };

    expect(rows).to.deep.equal([
      {
        input: {
          ...{
            ...shirt,
            external_ident: 't-shirt-blau/S/Blau',
            article_subtitle: 'S / Blau',
            article_nr: 'TS-S',
          },
          ...{ article_sku: 'TS-S', article_ean: '4006381333931', article_purchase_price: '8.40' },
        },
      },
      {
        input: {
          ...{ ...shirt, external_ident: 't-shirt-blau/M/Blau', article_subtitle: 'M / Blau' },
          ...{ article_nr: 'TS-M', article_sku: 'TS-M' },
        },
      },
      { skip: 'the row only adds an image' },
      {
        input: {
          ...{
            article_type: 'csv',
            external_account_name: 'shopify',
            external_ident: 'gutschein/Default Title',
          },
          ...{ article_title: 'Gutschein', article_price: '25', article_tax_rate: '0' },
        },
      },
    ]);
  });

  it('woocommerce customers: a shipping address like the billing address is none', async () => {
    const [zoe, max] = inputs(
      await mapped('customers', fixture('woocommerce-customers.csv'), { preset: 'woocommerce' }),
    );

    expect(zoe).to.deep.equal({
      ...{ customer_type: 'csv', external_account_name: 'woocommerce', external_ident: '12' },
      ...{ bill_firstname: 'Zoë', bill_lastname: 'Meyer', bill_street: 'Hauptstr. 1', bill_zipcode: '50667' },
      ...{ bill_city: 'Köln', bill_country: 'de', bill_phone: '0221 5550', bill_email: 'zoe@example.com' },
      date_created: '2026-01-31 09:15:00',
    });
    expect(max).to.include({
      ...{
        is_business_client: 1,
        divergent_delivery_address: 1,
        bill_country: 'at',
        bill_email: 'buchhaltung@example.com',
      },
      ...{
        delivery_firstname: 'Lager',
        delivery_street: 'Gleis 3',
        delivery_city: 'Linz',
        delivery_country: 'at',
      },
    });
  });

  it('woocommerce products: parents are skipped, the tax class gives the rate', async () => {
    const rows = await mapped('articles', fixture('woocommerce-products.csv'), { preset: 'woocommerce' });

    expect(rows[0]).to.deep.equal({ skip: 'a product that only holds others together has no price' });
    expect(inputs(rows)).to.deep.equal([
      {
        ...{ article_type: 'csv', external_account_name: 'woocommerce', external_ident: '45' },
        ...{ article_title: 'Hoodie - Blau', article_sku: 'HOODIE-B', article_nr: 'HOODIE-B' },
        ...{ article_ean: '4006381333931', article_price: '40', article_tax_rate: '19' },
      },
      {
        ...{ article_type: 'csv', external_account_name: 'woocommerce', external_ident: '46' },
        ...{
          article_title: 'Kochbuch',
          article_subtitle: 'Rezepte',
          article_sku: 'BUCH',
          article_nr: 'BUCH',
        },
        ...{ article_description: '100 Rezepte\nfür jeden Tag', article_price: '20', article_tax_rate: '7' },
      },
    ]);
  });

  it('ebay orders: one customer for the rows of an order, nothing for the lines around them', async () => {
    const rows = await mapped('customers', fixture('ebay-orders.csv'), { preset: 'ebay' });
    const [karl, ana] = inputs(rows);

    expect(rows.flatMap((row) => ('skip' in row ? [row.skip] : []))).to.deep.equal([
      'the row belongs to the same record as the row before',
      'the row belongs to the same record as the row before',
      'the line is no record',
      'the line is no record',
    ]);
    expect(karl).to.deep.equal({
      ...{ customer_type: 'csv', external_account_name: 'ebay', external_ident: 'tee_freund' },
      ...{ bill_firstname: 'Karl Heinz', bill_lastname: 'Müller', bill_email: 'karl@example.com' },
      ...{ bill_street: 'Am Markt 1', bill_zipcode: '48143', bill_city: 'Münster', bill_country: 'de' },
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
      ...{
        customer_type: 'csv',
        external_account_name: 'ebay',
        external_ident: 'bücherwurm',
        bill_firstname: 'Inge',
      },
      ...{
        bill_lastname: 'Groß',
        bill_email: 'inge@example.com',
        bill_street: 'Gäßchen 7',
        bill_city: 'Lübeck',
      },
      ...{ bill_zipcode: '23552', bill_country: 'de' },
    });
  });

  it('amazon orders: quotes are text, and buyers without an e-mail address meet all the same', async () => {
    const rows = await mapped('customers', fixture('amazon-orders.txt'), { preset: 'amazon' });
    const [joerg, eva] = inputs(rows);

    expect(rows).to.have.length(4);
    expect(rows.filter((row) => 'skip' in row)).to.have.length(2);
    expect(joerg).to.deep.equal({
      ...{
        customer_type: 'csv',
        external_account_name: 'amazon',
        external_ident: 'abc123@marketplace.amazon.de',
      },
      ...{ bill_firstname: 'Jörg', bill_lastname: 'Weiß', bill_email: 'abc123@marketplace.amazon.de' },
      ...{ bill_street: 'Firma Weiß', bill_street2: 'Hafenstr. 9', bill_zipcode: '24103', bill_city: 'Kiel' },
      ...{ bill_country: 'de', bill_phone: '0171 555', is_business_client: 0 },
    });
    expect(eva).to.include({
      bill_firstname: 'Eva',
      delivery_firstname: 'Tim',
      divergent_delivery_address: 1,
    });
    expect(eva?.external_ident).to.match(/^[0-9a-f]{40}$/);
  });

  it('billbee customers: the customer number is the ident, the house number goes to the street', async () => {
    const rows = await mapped('customers', fixture('billbee-customers.csv'), { preset: 'billbee' });

    expect(inputs(rows)).to.deep.equal([
      {
        ...{
          customer_type: 'csv',
          external_account_name: 'billbee',
          external_ident: '17',
          customer_nr: '17',
        },
        ...{ bill_title: 1, bill_firstname: 'Renée', bill_lastname: 'Schäfer', bill_street: 'Am Deich 12a' },
        ...{ bill_zipcode: '27568', bill_city: 'Bremerhaven', bill_country: 'de' },
        ...{ bill_email: 'renee@example.com', bill_phone: '0471 555' },
      },
    ]);
  });

  it('billbee articles: gross prices with the tax of each', async () => {
    const rows = await mapped('articles', fixture('billbee-articles.csv'), { preset: 'billbee' });

    expect(inputs(rows)).to.deep.equal([
      {
        ...{
          article_type: 'csv',
          external_account_name: 'billbee',
          external_ident: '900001',
          article_nr: 'KN-1',
        },
        ...{
          article_sku: 'KN-1',
          article_ean: '4006381333931',
          article_title: 'Kanne groß',
          article_price: '50',
        },
        ...{ article_description: 'Ton, gebrannt', article_purchase_price: '20.00', article_tax_rate: '19' },
      },
      {
        ...{
          article_type: 'csv',
          external_account_name: 'billbee',
          external_ident: '900002',
          article_nr: 'BU-1',
        },
        ...{ article_sku: 'BU-1', article_title: 'Teebuch', article_price: '10', article_tax_rate: '7' },
      },
    ]);
  });

  it('lexware customers: companies and persons', async () => {
    const rows = await mapped('customers', fixture('lexware-customers.csv'), { preset: 'lexware' });

    expect(inputs(rows)).to.deep.equal([
      {
        ...{
          customer_type: 'csv',
          external_account_name: 'lexware',
          external_ident: '10001',
          customer_nr: '10001',
        },
        ...{ bill_company: 'Bäckerei Öztürk GmbH', bill_vat_nr: 'DE123456789', bill_street: 'Mühlenweg 3' },
        ...{
          bill_zipcode: '01067',
          bill_city: 'Dresden',
          bill_country: 'de',
          bill_email: 'info@example.com',
        },
        ...{ bill_phone: '0351 555', is_business_client: 1 },
      },
      {
        ...{
          customer_type: 'csv',
          external_account_name: 'lexware',
          external_ident: '10002',
          customer_nr: '10002',
        },
        ...{ bill_title: 0, bill_firstname: 'Björn', bill_lastname: 'Çelik', bill_street: 'Gasse 4' },
        ...{ bill_zipcode: 'A-1010', bill_city: 'Wien', bill_country: 'at' },
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
        ...{
          article_type: 'csv',
          external_account_name: 'lexware',
          external_ident: 'P-3',
          article_nr: 'P-3',
        },
        ...{ article_title: 'Korb', article_price: '20.00', article_tax_rate: '19' },
      },
    ]);
  });

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

function inputs(rows: readonly MappedRow[]) {
  return rows.flatMap((row) => ('input' in row ? [row.input] : []));
}
