import { expect } from 'chai';
import { importError, inputs, mapped, mapValues, tables } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

/** Names and values like those that others have tried: what decides is the rule, not the list. */
describe('importer: values that could mean something else', () => {
  const table = tables();
  const rowsOf = (...lines: readonly string[]) => table.rows('articles', `${lines.join('\n')}\n`);
  const refusalOf = (...lines: readonly string[]) => table.refusal('articles', `${lines.join('\n')}\n`);
  const faultsOf = async (...lines: readonly string[]) =>
    (await rowsOf(...lines)).map((row) => ('fault' in row ? row.fault.message : row));

  for (const name of ['Preis pro 100 Stk netto', 'Preis je 1000', 'price_per_100', 'VK-Preis (1.000 Stk.)'])
    it(`does not take "${name}" for the price of one piece`, async () => {
      expect(await refusalOf(`Artikelnummer;Bezeichnung;${name};MwSt`, 'A1;Schraube;12,50;19')).to.match(
        /^no column gives a price: .* Is it ".*"\? Choose a column with --column article_price=/,
      );
    });

  it('asks what to do about prices for several pieces', async () => {
    expect(
      await refusalOf('Artikelnummer;Bezeichnung;VK netto;Preiseinheit;MwSt', 'A1;Schraube;12,50;100;19'),
    ).to.equal(
      'column "Preiseinheit" says that prices are for several pieces ("100"): if the prices are for so many, divide them with --price-per "Preiseinheit"; if they are for a single piece, add --no-price-per',
    );
    expect(
      await faultsOf('Artikelnummer;Bezeichnung;VK netto;Preiseinheit;MwSt', 'A1;Tee;12,50;1;19'),
    ).to.have.nested.property('[0].input.article_price', '12.50');
  });

  it('asks whether prices include the tax if a column says so', async () => {
    expect(
      await refusalOf('Artikelnummer;Bezeichnung;Preis;Preisart;MwSt', 'A1;Tee;11,90;Brutto;19'),
    ).to.match(
      /^column "Preisart" says whether prices include the tax \("Brutto"\): if all of them do, add --price-is-gross;/,
    );
  });

  for (const [name, ...values] of [
    ['Steuerschlüssel', '5', '7'],
    ['Tax rules ID', '53'],
    ['tax_class_id', '10', '11'],
    ['vatId', '0'],
  ])
    it(`does not take the numbers of "${name}" for rates`, async () => {
      const lines = values.map((value, index) => `A${index};Tee ${index};12,50;${value}`);
      expect(await refusalOf(`Artikelnummer;Bezeichnung;VK netto;${name}`, ...lines)).to.match(/--tax-rate/);
    });

  it('does not take amounts of the tax for rates', async () => {
    expect(
      await refusalOf('Artikelnummer;Bezeichnung;Netto;MwSt', 'A1;Tee;12,50;2,38', 'A3;x;60,00;11,40'),
    ).to.match(/^column "MwSt" seems to have amounts instead of tax rates in percent \("2,38", "11,40"\)/);
  });

  it('refuses a row whose net and gross price do not fit its rate', async () => {
    const head = 'Artikelnummer;Bezeichnung;VK netto;VK brutto;MwSt';

    expect(await faultsOf(head, 'X1;a;10,00;12,90;19', 'X2;b;10,00;11,90;19')).to.satisfy(
      ([first, second]: [string, { input: { article_price: string } }]) =>
        /"10.00 without tax, 12.90 with tax, 19 %" do not fit: .*--column article_price_total=none$/.test(
          first,
        ) && second.input.article_price === '10.00',
    );
  });

  it('refuses numbers with blanks or fractions without a zero, and dates that were prices', async () => {
    const rows = ['12 50;19', '1 234,50;19', '5,00;,19', '05. Dez;19'].map(
      (row, index) => `A${index};Tee ${index};${row}`,
    );
    const others = Array.from({ length: 9 }, (_, index) => `B${index};Kaffee ${index};1,00;19`);

    const found = await faultsOf('Artikelnummer;Bezeichnung;VK netto;MwSt', ...rows, ...others);

    expect(found[0]).to.match(/"12 50" is not a number/);
    expect(found[1]).to.have.nested.property('input.article_price', '1234.50');
    expect(found[2]).to.match(/",19" may be a fraction/);
    expect(found[3]).to.match(/"05. Dez" was damaged by a spreadsheet, which took it for a date/);
  });

  it('refuses totals that have the values of an article', async () => {
    const found = await faultsOf(
      'Bezeichnung;VK netto;MwSt',
      'Tee;1,00;7',
      'Endsumme;1,07;7',
      'Summe Seite 1;1;7',
    );

    expect(found.slice(1)).to.satisfy((faults: string[]) =>
      faults.every((fault) => /looks like a line of totals/.test(fault)),
    );
  });

  it('skips the headings of groups', async () => {
    const found = await rowsOf('Artikelnummer;Bezeichnung;VK netto;MwSt', 'Schrauben;;;', 'A1;M4;1,00;19');

    expect(found[0]).to.deep.equal({ skip: 'the row has a single value, like a heading' });
    expect(found[1]).to.have.property('input');
  });

  it('rounds the decimals that a program computed, and says so', async () => {
    const [row] = await rowsOf('Artikelnummer;Bezeichnung;VK netto;MwSt', 'A1;Tee;19,99159664;19');

    expect(row).to.deep.include({ repairs: ['article_price: rounded to 4 decimals'] });
    expect(row).to.have.nested.property('input.article_price', '19.9916');
  });
});

describe('importer: rows that belong to another row', () => {
  const table = tables();
  const files = temporaryFiles();
  const articles = (...lines: readonly string[]) => table.rows('articles', `${lines.join('\n')}\n`);

  for (const [name, head] of [
    ['parent_sku', 'SKU;parent_sku;Name;Preis brutto;MwSt;Beschreibung'],
    ['Vaterartikel', 'Artikelnummer;Vaterartikel;Artikelname;VK netto;MwSt;Beschreibung'],
    ['Masternummer', 'Artikelnummer;Masternummer;Titel;VK netto;MwSt;Beschreibung'],
  ] as const)
    it(`gives variants what they lack from the product of "${name}"`, async () => {
      const rows = await articles(head, 'A;;Hemd;10;19;rot', 'A-1;A;;12;;', 'A-2;A;Hemd L;;;');
      const [product, first, second] = inputs(rows);

      expect(product).to.include({ article_title: 'Hemd', article_tax_rate: '19' });
      expect(first).to.include({ article_title: 'Hemd', article_tax_rate: '19', article_description: 'rot' });
      expect(second).to.include({ article_title: 'Hemd L', article_price: product?.article_price });
      expect(first?.article_price).to.not.equal(product?.article_price);
    });

  it('gives variants in JSON Lines the title of their product', async () => {
    const lines = [
      { id: 'p1', parentId: null, productNumber: 'SW1', name: 'Hemd', price_net: 10, tax_rate: 19 },
      { id: 'p2', parentId: 'p1', productNumber: 'SW1.1', name: null, price_net: null, tax_rate: null },
      {
        id: 'p3',
        parentId: 'p1',
        productNumber: 'SW1.2',
        name: 'inherit',
        price_net: 12,
        tax_rate: 'inherit',
      },
    ];
    const file = files.write('list.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [, first, second] = inputs(await mapped('articles', file));

    expect(first).to.include({ article_title: 'Hemd', article_price: '10', article_tax_rate: '19' });
    expect(second).to.include({ article_title: 'Hemd', article_price: '12', article_tax_rate: '19' });
  });

  it('takes net and gross price of a product together, or none', async () => {
    const head = 'id;parent_id;product_number;name;price_net;price_gross;tax_rate';
    const rows = await articles(
      head,
      'p;;A;Hemd;10;11.90;19',
      'v;p;A1;;;;',
      'w;p;A2;;;23.80;',
      'x;x;B;Hose;1;1.19;19',
    );

    expect(inputs(rows).map(({ article_price }) => article_price)).to.deep.equal(['10', '10', '20', '1']);
  });

  it('refuses variants in a list, of which only the first one would be read', async () => {
    const product = {
      title: 'Hemd',
      variants: [
        { sku: 'A', price: '10.00' },
        { sku: 'B', price: '12.00' },
      ],
    };
    const file = files.write('list.jsonl', `${JSON.stringify(product)}\n`);

    expect((await importError(() => mapped('articles', file))).message).to.match(
      /the objects have lists of variants in "variants", such as "variants.1.sku": write each variant on a line of its own/,
    );
  });

  it('gives the rows of a handle the title of the first one', async () => {
    const rows = await articles(
      'Handle;Title;SKU;Price net;Tax rate',
      'hemd;Hemd;A;10;19',
      'hemd;;B;12;19',
      'hose;;C;9;19',
    );

    expect(inputs(rows).map(({ article_title }) => article_title)).to.deep.equal(['Hemd', 'Hemd', undefined]);
  });

  const head = 'SKU;parent_sku;Name;VK netto;MwSt;Einheit;Beschreibung';

  it('gives variants what they lack from a product after them', async () => {
    const [first] = inputs(await articles(head, 'A-1;A;;12;;;', 'A;;Hemd;10;7;kg;rot', 'B;;Hose;9;19;Stk;'));

    expect(first).to.include({
      article_title: 'Hemd',
      article_price: '12',
      article_tax_rate: '7',
      article_unit: 'unit_kg',
      article_description: 'rot',
      article_sku: 'A-1',
    });
  });

  it('refuses a variant that lacks more than texts if its product is not in the file, or is not certain', async () => {
    const rows = await articles(
      head,
      'A-1;A;;12;;kg;',
      'A-2;A;Hemd;12;;kg;',
      'A-3;A;Hemd;12;7;kg;',
      'B;;Hose;9;19;Stk;',
      'B;;Rock;9;19;Stk;',
      'B-1;B;;12;19;Stk;',
    );
    const messages = rows.map((row) => ('fault' in row ? row.fault.message : ''));

    expect(messages[0]).to.equal(
      'the row takes "Name" and 1 more from its product "A", but the file has no such product: add its row, or fill the empty cells with its values',
    );
    expect(messages[1]).to.match(/^the row takes "MwSt" from its product "A"/);
    expect(messages[2]).to.equal('');
    expect(messages[5]).to.equal(
      'the row takes "Name" from its product "B", but several products of the file have this name: fill the empty cells with its values',
    );
  });

  it('takes the price of a product and its number of pieces together, or none', async () => {
    const rows = await table.rows(
      'articles',
      ['SKU;parent_sku;Name;VK netto;PE;MwSt', 'A;;Nagel;12,50;100;19', 'A-1;A;;;;', 'A-2;A;;;1;'].join('\n'),
      { pricePer: 'PE' },
    );

    expect(rows).to.have.nested.property('[1].input.article_price', '0.125');
    expect(rows).to.not.have.nested.property('[2].input.article_price');
  });

  it('takes no number of a supplier for the ident, and article numbers in other languages for it', async () => {
    const lines = ['L-900;1;Vis;0,50;20', 'L-901;2;Pince;12,00;20'];
    const head = (number: string) => `Lieferanten-Artikelnr.;${number};Bezeichnung;VK netto;MwSt`;

    for (const number of ['Numéro article', 'Numer artykułu', 'Número de artículo', 'Numero prodotto'])
      expect(inputs(await articles(head(number), ...lines))[0], number).to.include({
        article_nr: '1',
        external_ident: '1',
      });
    expect(inputs(await articles(head('Wert'), ...lines))[0]?.external_ident).to.not.equal('L-900');
  });

  const contacts = ['id,parent_id,Name,is_company,Street,Zip,City', 'c9,,Tee AG,true,Ring 5,24103,Kiel'];
  const child = 'c12,c9,Anna Tee,false,Hof 1,53111,Bonn';

  for (const name of [
    'parent_id',
    'Parent name',
    'Related Company',
    'Hauptkunde',
    'Zugehöriges Unternehmen',
    'Société apparentée',
    'Azienda collegata',
    'Moederbedrijf',
    'Firma nadrzędna',
  ])
    it(`asks about the rows that "${name}" names a parent of`, async () => {
      const [head = '', company = ''] = contacts;
      const text = [head.replace('parent_id', name), company, child].join('\n');

      expect(await table.refusal('customers', text)).to.equal(
        `"${name}" names another row in 1 of 2 rows (line 3): these may be contacts or addresses of a customer. Import the others with --only "${name}=" --idents idents.csv, and then these as delivery addresses (import addresses FILE --customers idents.csv); or import all as customers with --only "${name}=*"`,
      );
      expect(inputs(await table.rows('customers', text, { only: { [name]: ['*'] } }))).to.have.length(2);
    });

  it('takes such rows for delivery addresses of their parent, and skips the others', () => {
    const [company, contact] = [
      { parent_id: '', Name: 'Tee AG' },
      { parent_id: 'c9', Name: 'Anna Tee' },
    ].map((row) => mapValues('addresses', { ...row, Street: 'Hof 1', Zip: '53111', City: 'Bonn' }));

    expect(company).to.deep.equal({ skip: 'the row belongs to no other row: it is a customer' });
    expect(contact).to.have.property('input').that.includes({
      customer_external_ident: 'c9',
      delivery_firstname: 'Anna',
      delivery_lastname: 'Tee',
      delivery_city: 'Bonn',
    });
  });
});
