import { expect } from 'chai';
import { fixture, inputs, mapped } from '../records.ts';

describe('importer: presets for shops', () => {
  it('shopify customers: names, address, phone and zip code without their apostrophes', async () => {
    const rows = await mapped('customers', fixture('shopify-customers.csv'), { preset: 'shopify' });

    expect(rows).to.deep.equal([
      {
        input: {
          customer_type: 'csv',
          external_account_name: 'shopify',
          external_ident: '7301234567890',
          bill_firstname: 'Jürgen',
          bill_lastname: 'Großmann',
          bill_company: 'Großmann GmbH',
          bill_street: 'Königsallee 5',
          bill_street2: '2. OG',
          bill_zipcode: '40212',
          bill_city: 'Düsseldorf',
          bill_country: 'de',
          bill_phone: '+49 211 5550100',
          bill_email: 'juergen@example.com',
          user_note: 'zahlt\npünktlich',
          is_business_client: 1,
        },
      },
      {
        input: {
          customer_type: 'csv',
          external_account_name: 'shopify',
          external_ident: '7301234567891',
          bill_firstname: 'Ana',
          bill_email: 'ana@example.com',
          bill_phone: '+34 600 555 010',
        },
      },
    ]);
  });

  it('shopify products: variants have the title of the product, images are skipped, prices become net', async () => {
    const rows = await mapped('articles', fixture('shopify-products.csv'), {
      preset: 'shopify',
      taxRate: 19,
    });
    const shirt = {
      article_type: 'csv',
      external_account_name: 'shopify',
      article_title: 'T-Shirt „Blau“',
      article_description: 'Bio-Baumwolle & weich.\n- waschbar',
      article_tax_rate: '19',
      article_price: '20',
    };

    expect(rows).to.deep.equal([
      {
        input: {
          ...shirt,
          external_ident: 't-shirt-blau/S/Blau',
          article_subtitle: 'S / Blau',
          article_nr: 'TS-S',
          article_sku: 'TS-S',
          article_ean: '4006381333931',
          article_purchase_price: '8.40',
        },
      },
      {
        input: {
          ...shirt,
          external_ident: 't-shirt-blau/M/Blau',
          article_subtitle: 'M / Blau',
          article_nr: 'TS-M',
          article_sku: 'TS-M',
        },
      },
      { skip: 'the row only adds an image' },
      {
        input: {
          article_type: 'csv',
          external_account_name: 'shopify',
          external_ident: 'gutschein/Default Title',
          article_title: 'Gutschein',
          article_price: '25',
          article_tax_rate: '0',
        },
      },
    ]);
  });

  it('woocommerce customers: a shipping address that equals the billing address is dropped', async () => {
    const [zoe, max] = inputs(
      await mapped('customers', fixture('woocommerce-customers.csv'), { preset: 'woocommerce' }),
    );

    expect(zoe).to.deep.equal({
      customer_type: 'csv',
      external_account_name: 'woocommerce',
      external_ident: '12',
      bill_firstname: 'Zoë',
      bill_lastname: 'Meyer',
      bill_street: 'Hauptstr. 1',
      bill_zipcode: '50667',
      bill_city: 'Köln',
      bill_country: 'de',
      bill_phone: '0221 5550',
      bill_email: 'zoe@example.com',
      date_created: '2026-01-31 08:15:00',
    });
    expect(max).to.include({
      is_business_client: 1,
      divergent_delivery_address: 1,
      bill_country: 'at',
      bill_email: 'buchhaltung@example.com',
      delivery_firstname: 'Lager',
      delivery_street: 'Gleis 3',
      delivery_city: 'Linz',
      delivery_country: 'at',
    });
  });

  it('woocommerce products: parents are skipped, the tax class gives the rate', async () => {
    const rows = await mapped('articles', fixture('woocommerce-products.csv'), {
      preset: 'woocommerce',
      taxRate: 19,
    });

    expect(rows[0]).to.deep.equal({ skip: 'a parent product has no price of its own' });
    expect(inputs(rows)).to.deep.equal([
      {
        article_type: 'csv',
        external_account_name: 'woocommerce',
        external_ident: '45',
        article_title: 'Hoodie - Blau',
        article_subtitle: 'Warm',
        article_sku: 'HOODIE-B',
        article_nr: 'HOODIE-B',
        article_ean: '4006381333931',
        article_price: '40',
        article_tax_rate: '19',
      },
      {
        article_type: 'csv',
        external_account_name: 'woocommerce',
        external_ident: '46',
        article_title: 'Kochbuch',
        article_subtitle: 'Rezepte',
        article_sku: 'BUCH',
        article_nr: 'BUCH',
        article_description: '100 Rezepte\nfür jeden Tag',
        article_price: '20',
        article_tax_rate: '7',
      },
    ]);
  });
});
