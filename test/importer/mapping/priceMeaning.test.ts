import { expect } from 'chai';
import { factorIn, taxMeaning } from '../../../importer/mapping/guess/priceNames.ts';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { high, listOf, low, priceLists } from './priceLists.ts';

describe('importer: what a price is for', () => {
  const { table, refusal, first } = priceLists();

  for (const name of [
    'Preis netto (T€)',
    'Net price (k€)',
    'Preis TEUR',
    'Preis netto in Tsd. EUR',
    'Price in thousands',
  ])
    it(`asks to multiply prices in thousands: ${name}`, async () => {
      expect(factorIn(name)).to.deep.equal({ number: 0.001, what: 'prices in thousands' });
      expect(
        await first({ [name]: low }, { columns: { article_price: name }, divide: { article_price: 0.001 } }),
      ).to.include({ article_price: '10000' });
    });

  it('takes no letter before a currency for thousands', () => {
    for (const name of ['Preis Stk €', 'Netto €', 'Preis/Stk EUR', 'Brutto EUR', 'VK EUR'])
      expect(factorIn(name), name).to.equal(undefined);
  });

  it('says that temporary prices are not stored', async () => {
    expect(await table.notices('articles', listOf({ regular_price: high, sale_price: low }))).to.include(
      '"sale_price" has temporary prices in 2 of 2 rows, and "regular_price" is stored (--column article_price="sale_price" to store the temporary ones)',
    );
  });

  it('asks which rows have the price of a single piece, and takes both answers', async () => {
    const text = 'Artikelnummer;Titel;ab Menge;Preis netto;MwSt\nA;Tee;1;5,00;7\nB;Saft;10;4,00;7\n';

    expect(await table.refusal('articles', text)).to.equal(
      'column "ab Menge" says from which quantity a price applies ("10"): import the rows with the price of a single piece with --only "ab Menge=1", or all with --only "ab Menge=*"',
    );
    for (const [value, count] of [
      ['1', 1],
      ['*', 2],
    ] as const) {
      const rows = await table.rows('articles', text, { only: { 'ab Menge': [value] } });
      expect(rows.filter((row) => 'input' in row)).to.have.length(count);
    }
  });

  it('explains a price for several pieces in a cell, and no unit as a currency', async () => {
    for (const price of ['12,50 / 100 Stk', '12,50 € je 100 St.', '4.90 per 100']) {
      const [row] = await table.rows('articles', listOf({ 'Preis netto': [price, '1,00'] }));
      expect(row)
        .to.have.nested.property('fault.message')
        .match(/is the price of 100 pieces: write the price of one/);
    }
    const [row] = await table.rows('articles', listOf({ 'Preis netto': ['12,50 Stk', '1,00'] }));
    expect(row)
      .to.have.nested.property('fault.message')
      .match(/"12,50 Stk" is not a number/);
  });

  it('asks about a column that says in each row whether the price includes the tax', async () => {
    for (const name of ['VAT included', 'inkl. MwSt', 'IVA inclusa'])
      expect(await refusal({ Price: low, [name]: ['yes', 'no'] }), name).to.match(
        /says whether prices include the tax/,
      );
  });

  for (const [name, values] of [
    ['tax_behavior', ['inclusive', 'unspecified']],
    ['type de prix', ['TTC', 'HT']],
    ['incl/excl', ['incl', 'excl']],
    ['Basis', ['inkl. 19 % MwSt', 'zzgl. MwSt']],
    ['Nettopreis', ['J', 'N']],
  ] as const)
    it(`asks what the values of "${name}" say of prices`, async () => {
      expect(await refusal({ VK: low, [name]: values }, { columns: { article_price: 'VK' } })).to.match(
        /says whether prices include the tax .* add --price-is-gross; if none does, add --no-price-is-gross/,
      );
    });

  it('asks about no other words beside a price', async () => {
    const columns = {
      VK: low,
      tax_behavior: ['unspecified', 'unspecified'],
      Marke: ['Netto', 'Tee'],
    } as const;

    expect(await first(columns)).to.include({ article_price: '10.00' });
    const titles = 'Nr;Titel;VK;MwSt\n1;Netz netto 5;10,00;19\n';
    expect(await table.first('articles', titles)).to.include({ article_title: 'Netz netto 5' });
  });

  it('proposes no measure for a price, and titles in several languages for the title', async () => {
    expect(await refusal({ Breite: low })).to.match(
      /no column gives a price: .* Choose a column with --column article_price=COLUMN/,
    );
    expect(
      await table.refusal('articles', 'SKU;Titel (DE);Titel (EN);VK netto;MwSt\na;Tee;Tea;1,00;7\n'),
    ).to.match(
      /Is it "Titel \(DE\)" or "Titel \(EN\)"\? Choose one with --column article_title="Titel \(DE\)" or/,
    );
  });

  const meanings: readonly (readonly [meaning: 'gross' | 'net' | undefined, ...names: readonly string[]])[] =
    [
      ['gross', 'VK brutto (Cent)', 'Bruttopreis in Cent', 'Preis brutto (ct)', 'gross_price_cents'],
      ['gross', 'Preis inkl. 19 % MwSt. (Cent)', 'Price incl. VAT (cents)', 'Prix TTC (centimes)'],
      [
        'gross',
        'Prezzo con IVA (ct)',
        'Prezzo IVA inclusa (ct)',
        'Precio IVA incluido',
        'Prijs incl. btw (cent)',
      ],
      ['gross', 'Cena z VAT (grosze)'],
      [
        'net',
        'VK netto (Cent)',
        'Nettopreis in Cent',
        'Preis zzgl. MwSt. (ct)',
        'net_price_cents',
        'Prix HT (cent)',
      ],
      [
        'net',
        'Price excl. VAT (cents)',
        'Prezzo IVA esclusa',
        'Cena bez VAT',
        'Prijs excl. btw',
        'Precio s/ IVA',
      ],
      [
        undefined,
        'Preis',
        'Preis groß',
        'Großhandelspreis',
        'Preis inkl. Versand',
        'Brutto/Netto',
        'Internet price',
      ],
    ];
  for (const [meaning, ...names] of meanings)
    it(`reads ${meaning ?? 'neither gross nor net'} in names such as ${names[0]}`, () => {
      for (const name of names) expect(taxMeaning(name), name).to.equal(meaning);
    });

  const cents = ['1190', '2380'] as const;

  it('proposes a column of gross cents for the price with tax', async () => {
    expect(await refusal({ 'VK brutto (Cent)': cents })).to.include(
      '--column article_price_total="VK brutto (Cent)" --divide article_price_total=100',
    );
    expect(await refusal({ 'VK netto (Cent)': cents })).to.include(
      '--column article_price="VK netto (Cent)" --divide article_price=100',
    );
  });

  it('refuses a chosen column whose name says the opposite, and takes both answers', async () => {
    const gross = { 'VK brutto (EUR)': low };
    const chosen = { article_price: 'VK brutto (EUR)' };

    expect(await refusal(gross, { columns: chosen })).to.match(
      /column "VK brutto \(EUR\)" has prices with tax, by its name, .*use --column article_price_total="VK brutto \(EUR\)" instead, or add --no-price-is-gross/,
    );
    expect(await first(gross, { columns: chosen, priceIsGross: false })).to.include({
      article_price: '10.00',
    });
    expect(await first(gross, { columns: { article_price_total: 'VK brutto (EUR)' } })).to.include({
      article_price: '8.4034',
    });
    expect(await first(gross, { columns: chosen, priceIsGross: true })).to.include({
      article_price: '8.4034',
    });
    expect(
      await refusal({ 'VK netto (ct)': cents }, { columns: { article_price_total: 'VK netto (ct)' } }),
    ).to.match(
      /use --column article_price="VK netto \(ct\)" --divide article_price=100 instead, or add --price-is-gross/,
    );
  });

  it('takes a column whose name says net for net prices, also with a preset for gross ones', async () => {
    const billbee = (price: string, options: MappingOptions = {}) =>
      table.first('articles', `Id;SKU;Titel;${price};MwSt\n1;a;Tee;11,90;19\n`, {
        preset: 'billbee',
        ...options,
      });
    const plenty = 'VariationID;VariationNumber;Name;Nettopreis;VAT\n1;a;Tee;11,90;19\n';

    expect(await billbee('Preis netto')).to.include({ article_price: '11.90' });
    expect(await table.first('articles', plenty, { preset: 'plenty' })).to.include({
      article_price: '11.90',
    });
    expect(await billbee('Preis')).to.include({ article_price: '10' });
    expect(await billbee('Preis netto', { priceIsGross: true })).to.include({ article_price: '10' });
  });

  it('takes a chosen column for what its name says, also in a file that a preset reads', async () => {
    const chosen = (price: string, column = 'article_price') =>
      [
        'articles',
        `ordernumber;mainnumber;name;supplier;tax;price_EK;${price}\n1;1;Tee;A;19;23,80;11,90\n`,
        { columns: { [column]: price } },
      ] as const;

    const net = await table.first(...chosen('VK netto'));
    expect(net).to.include({ article_price: '11.90' });
    expect(net).not.to.have.property('article_purchase_price');
    expect(await table.first(...chosen('VK brutto'))).to.include({ article_price: '10' });
    expect(await table.refusal(...chosen('VK netto', 'article_price_total'))).to.include(
      'use --column article_price="VK netto" instead, or add --price-is-gross',
    );
  });
});
