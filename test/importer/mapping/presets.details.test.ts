import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { inputs, tables } from '../records.ts';

describe('importer: exports of shops', () => {
  const table = tables();
  const rowsOf = (resource: Resource, lines: readonly string[], options: MappingOptions) =>
    table.rows(resource, `${lines.join('\n')}\n`, options);

  const woocommerce = 'ID,Type,SKU,Name,Published,Description,Tax status,Tax class,Regular price,Parent';
  const woo = (lines: readonly string[], options: MappingOptions = {}) =>
    rowsOf('articles', [woocommerce, ...lines], { preset: 'woocommerce', taxRate: 19, ...options });

  it('woocommerce: variations take the tax class of their product, by its SKU or its id', async () => {
    const rows = await woo([
      '44,variable,HOODIE,Hoodie,1,,taxable,reduced-rate,,',
      '45,variation,H-1,Hoodie 1,1,,taxable,parent,10.70,HOODIE',
      '46,variation,H-2,Hoodie 2,1,,taxable,parent,10.70,id:44',
      '47,variation,H-3,Hoodie 3,1,,taxable,,11.90,id:44',
      '48,variation,H-4,Hoodie 4,1,,taxable,parent,11.90,NONE',
    ]);

    expect(inputs(rows).map((input) => [input.article_tax_rate, input.article_price])).to.deep.equal([
      ['7', '10'],
      ['7', '10'],
      ['19', '10'],
    ]);
    expect(rows[4])
      .to.have.nested.property('fault.message')
      .that.matches(
        /^the row takes "Tax class" from its product "NONE", but the file has no such product: add/,
      );
  });

  it('woocommerce: variations take what they lack from their product, also before it, except an empty tax class', async () => {
    const rows = await woo([
      '45,variation,H-1,,1,,,,11.90,HOODIE',
      '44,variable,HOODIE,Hoodie,1,Warm,taxable,reduced-rate,,',
    ]);

    expect(inputs(rows)).to.have.length(1);
    expect(inputs(rows)[0]).to.include({
      article_title: 'Hoodie',
      article_description: 'Warm',
      article_tax_rate: '19',
      article_price: '10',
    });
  });

  it('woocommerce: products without tax have 0 %, and unknown classes are refused until they have a rate', async () => {
    const lines = [
      '1,simple,A,A,1,,none,,10.00,',
      '2,simple,B,B,1,,taxable,books,10.70,',
      '3,simple,C,C,1,,taxable,zero-rate,10.00,',
      '4,simple,D,D,1,,taxable,,11.90,',
    ];
    const [none, books, zero, standard] = await woo(lines);
    const [, known] = await woo(lines, { taxRates: { books: 7 } });

    expect([none, zero, standard].map((row) => inputs(row ? [row] : [])[0]?.article_tax_rate)).to.deep.equal([
      '0',
      '0',
      '19',
    ]);
    expect(books)
      .to.have.nested.property('fault.message')
      .that.matches(/unknown tax rate "books": .* --tax-rate books=/);
    expect(known).to.have.nested.property('input.article_tax_rate', '7');
  });

  it('woocommerce: line breaks are line breaks, and escaped text is text', async () => {
    const [input] = inputs(await woo(["1,simple,A,'-10 Grad,1,Warm\\nund weich,taxable,,11.90,"]));

    expect(input).to.include({ article_title: '-10 Grad', article_description: 'Warm\nund weich' });
  });

  it('woocommerce: guests, who all have the number 0, are known by their e-mail address', async () => {
    const rows = await rowsOf(
      'customers',
      [
        'ID,customer_id,billing_first_name,billing_last_name,billing_address_1,billing_postcode,billing_city,billing_country,billing_email',
        '901,7,Anna,Braun,Weg 1,24103,Kiel,DE,anna@example.com',
        '902,0,Eva,Blau,Weg 2,24103,Kiel,DE,eva@example.com',
        '903,,Tim,Rot,Weg 3,24103,Kiel,DE,tim@example.com',
      ],
      { preset: 'woocommerce' },
    );

    expect(inputs(rows).map((input) => input.external_ident)).to.deep.equal(['7', 'eva@example.com', '903']);
  });

  it('shopify: drafts and archived products are skipped with all of their variants', async () => {
    const rows = await rowsOf(
      'articles',
      [
        'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status',
        'a,A,Size,S,A-S,1.19,draft',
        'a,,,M,A-M,1.19,',
        'b,B,Size,S,B-S,1.19,active',
        'b,,,M,B-M,1.19,',
        'c,C,Size,S,C-S,1.19,archived',
      ],
      { preset: 'shopify', taxRate: 19 },
    );

    expect(rows.map((row) => ('skip' in row ? row.skip.split(':')[0] : 'taken'))).to.deep.equal([
      'the product is a draft',
      'the product is a draft',
      'taken',
      'taken',
      'the product is archived',
    ]);
  });

  const person = {
    bill_street: 'Weg 1',
    bill_zipcode: '10115',
    bill_city: 'Berlin',
    delivery_street: 'Hof 2',
    delivery_zipcode: '24103',
    delivery_city: 'Kiel',
  };

  it('shopware: takes the addresses of customers, in each form of their names', async () => {
    for (const [billing, delivery] of [
      ['defaultBillingAddress.', 'defaultShippingAddress.'],
      ['default_billing_address.', 'default_shipping_address.'],
      ['default_billing_address_', 'default_shipping_address_'],
      ['billing_', 'shipping_'],
    ] as const) {
      const names = ['street', 'zipcode', 'city'].map((name) => billing + name);
      const [input] = inputs(
        await rowsOf(
          'customers',
          [
            `id;customer_number;salutation.salutationKey;first_name;last_name;${names.join(';')};${billing}country.iso;${delivery}street;${delivery}zipcode;${delivery}city;${billing}country_id`,
            '0a1b;10001;mr;Jim;Tea;Weg 1;10115;Berlin;DE;Hof 2;24103;Kiel;0c0d',
          ],
          {},
        ),
      );

      expect(input, billing).to.include({
        ...person,
        bill_country: 'de',
        customer_nr: '10001',
        bill_title: 0,
      });
    }
  });

  it('shopware: takes the addresses of orders, which are identified by the customer', async () => {
    const [input] = inputs(
      await rowsOf(
        'customers',
        [
          'id,order_number,order_customer_first_name,order_customer_last_name,order_customer_email,order_customer.customer_number,billing_address_street,billing_address_zipcode,billing_address_city,deliveries.shipping_address.street,deliveries.shipping_address.zipcode,deliveries.shipping_address.city',
          '0a1b,5,Jim,Tea,jim@example.com,10001,Weg 1,10115,Berlin,Hof 2,24103,Kiel',
        ],
        {},
      ),
    );

    expect(input).to.include({ ...person, external_ident: '10001', bill_email: 'jim@example.com' });
  });
});
