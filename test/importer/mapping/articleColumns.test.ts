import { expect } from 'chai';
import type { MappingOptions } from '../../../importer/mapping/mappingOptions.ts';
import { importError, tables } from '../records.ts';

describe('importer: columns of articles', () => {
  const table = tables();
  const first = (text: string, options: MappingOptions = {}) => table.first('articles', text, options);
  const refusal = (text: string, options: MappingOptions = {}) => table.refusal('articles', text, options);

  it('JTL: takes the net price beside the gross one, and the rate of the tax class', async () => {
    const text =
      'Artikelnummer;Artikelname;Std. VK Brutto;Std. VK Netto;Steuerklasse;EK Netto (GLD)\nA;Buch;10,70;10,00;ermäßigt;4\n';

    expect(await first(text)).to.include({
      article_nr: 'A',
      article_title: 'Buch',
      article_price: '10.00',
      article_tax_rate: '7',
      article_purchase_price: '4',
    });
  });

  const languages: [string, string][] = [
    ['Italian', 'Codice EAN;Nome prodotto;Descrizione;Prezzo;IVA'],
    ['French', 'Code EAN;Libellé;Description;Prix;TVA'],
    ['Polish', 'Kod EAN;Nazwa produktu;Opis;Cena;VAT'],
    ['Dutch', 'Eancodering;Omschrijving;Beschrijving;Prijs;BTW'],
    ['Spanish', 'Código EAN;Nombre del producto;Descripción;Precio;IVA'],
  ];
  for (const [language, header] of languages)
    it(`knows ${language} names of titles, descriptions and EANs`, async () => {
      const [, , , price = ''] = header.split(';');
      const text = `${header}\n4006381333931;Tee;lose;10,50;19\n`;

      expect(await first(text, { columns: { article_price: price } })).to.include({
        article_title: 'Tee',
        article_description: 'lose',
        article_ean: '4006381333931',
      });
    });

  it('Odoo: takes the sales price, the cost and the customer taxes', async () => {
    const text =
      'Internal Reference,Name,Sales Price,Cost,Customer Taxes,Unit of Measure\nA,Tea,10.00,4.00,19% USt,Hours\n';

    expect(await first(text)).to.include({
      article_nr: 'A',
      article_price: '10.00',
      article_purchase_price: '4.00',
      article_tax_rate: '19',
      article_unit: 'unit_hour',
    });
  });

  it('PrestaShop: refuses to start without a tax rate, and takes one that is given', async () => {
    const text =
      'ID,Reference,Name,Price (tax excl.),Price (tax incl.)\n1,A,Tea,10.00,11.90\n2,B,Book,10,10.70\n';

    expect(await refusal(text)).to.equal(
      'no column gives a tax rate: all 2 articles would have 0 %. Choose a column with --column article_tax_rate=COLUMN, or set the rate, such as --tax-rate 19',
    );
    expect(await first(text, { taxRate: 19 })).to.include({ article_price: '10.00', article_tax_rate: '19' });
  });

  const net = [
    'VK1',
    'Listenpreis',
    'Regular price',
    'Variant Price',
    'list_price',
    'Preis in EUR',
    'Std. VK Netto',
    'Price (tax excl.)',
    'Price excl. VAT',
    'Preis exkl. MwSt.',
    'Preis ohne USt',
    'netPrice',
    'VK-Preis (netto)',
    'Verkaufspreis zzgl. MwSt.',
    'price_without_tax',
    'Netto',
    'price.DEFAULT.net',
  ];
  const gross = [
    'Preis inkl. MwSt.',
    'Price incl. VAT',
    'Std. VK Brutto',
    'Price (tax incl.)',
    'Bruttoverkaufspreis',
    'price_with_tax',
    'VK brutto €',
    'Preis inkl. 19% MwSt.',
    'Endpreis',
    'gross_price',
  ];
  for (const [names, price] of [
    [net, '11.9'],
    [gross, '10'],
  ] as const)
    for (const name of names)
      it(`takes "${name}" as ${price === '10' ? 'a gross' : 'a net'} price`, async () => {
        expect(await first(`Titel;${name};MwSt.-Satz\nTee;11,9;19\n`)).to.include({ article_price: price });
      });

  for (const name of [
    'UVP',
    'Händlerpreis netto',
    'Sale price',
    'Grundpreis',
    'Preiseinheit',
    'Nettogewicht',
    'Wert',
  ])
    it(`does not take "${name}" as the price`, async () => {
      expect(await refusal(`Titel;${name};MwSt\nTee;11,90;19\n`)).to.match(
        /^no column gives a price: the article /,
      );
    });

  it('names the likeliest column for a price, by its name and by its values', async () => {
    const byName = 'Titel;Lager;Händlerpreis;MwSt\nTee;5,25;1,00;19\nKaffee;6,25;2,00;7\n';
    const byValues = 'Titel;Lager;Wert;MwSt\nTee;5;1,00;19\nKaffee;6;2,00;7\n';
    const question = (column: string) =>
      `no column gives a price: all 2 articles would have 0.00. Is it "${column}"? Choose a column with --column article_price="${column}", or --no-price`;

    expect(await refusal(byName)).to.equal(question('Händlerpreis'));
    expect(await refusal(byValues)).to.equal(question('Wert'));
    expect(await first(byValues, { columns: { article_price: 'Wert' } })).to.include({
      article_price: '1.00',
    });
    expect(await first(byValues, { hasPrice: false })).to.not.have.property('article_price');
  });

  it('names the likeliest column for a tax rate', async () => {
    expect(await refusal('Titel;Preis;Lager;Prozente\nTee;1;50;19\nBuch;1;70;7\n')).to.match(
      /^no column gives a tax rate: all 2 articles would have 0 %. Is it "Prozente"\?/,
    );
  });

  it('takes no column that is empty', async () => {
    const text = 'Titel;VK netto;VK brutto;MwSt\nTee;;11,90;19\n';

    expect(await first(text)).to.include({ article_price: '10' });
    expect(await refusal('Titel;VK netto;MwSt\nTee;;19\n')).to.match(/^no column gives a price/);
  });

  it('refuses a row without a price or tax rate, in a file that has them', async () => {
    const rows = await table.rows('articles', 'Titel;VK netto;MwSt\nTee;1;19\nKaffee;;19\nBuch;1;\n');

    expect(rows.map((row) => ('fault' in row ? row.fault.message : ''))).to.deep.equal([
      '',
      'article_price: the row has no price, and 0.00 would be stored: add it, or accept this with --no-price',
      'article_tax_rate: the row has no tax rate, and 0 % would be stored: add it, or set one for such rows, such as --tax-rate 19',
    ]);
  });

  it('requires price and tax rate only where articles can be created', async () => {
    const twoColumns = 'SKU;VK netto\nA;1\n';
    const titled = 'SKU;Titel;VK netto\nA;Tee;1\n';
    const match = 'article_sku';

    expect(await first(twoColumns, { match })).to.include({ article_sku: 'A', article_price: '1' });
    expect(await refusal(titled, { match })).to.match(/^no column gives a tax rate/);
    expect(await first(titled, { match, updateOnly: true })).to.include({ article_price: '1' });
  });

  it('recognizes other names of numbers, codes and units', async () => {
    const text = 'Name,seller-sku,UPC,MPN,UoM,Preis,MwSt\nTea,S-1,036000291452,M-1,KGM,1,19\n';

    expect(await first(text)).to.include({
      article_sku: 'S-1',
      article_ean: '036000291452',
      article_nr: 'M-1',
      article_unit: 'unit_kg',
    });
  });

  it('knows the codes of UN/ECE Recommendation 20, also in columns that are named after them', async () => {
    for (const [name, code, unit] of [
      ['unitCode', 'HUR', 'unit_hour'],
      ['Unit of measure code', 'KGM', 'unit_kg'],
      ['UN/ECE Code', 'C62', 'unit_ppu'],
      ['Mengeneinheit', 'H87', 'unit_ppu'],
      ['ME', 'LS', 'unit_lump'],
    ] as const)
      expect(await first(`Titel;Preis;MwSt;${name}\nTee;1;19;${code}\n`), name).to.include({
        article_unit: unit,
      });
  });

  it('asks about units in a column with an unknown name, and takes both answers', async () => {
    const text = (name: string, ...values: readonly string[]) =>
      `Titel;Preis netto;MwSt;${name}\n${values.map((value, at) => `T${at};1;19;${value}\n`).join('')}`;

    expect(await refusal(text('EH', 'Std', 'kg'))).to.equal(
      'column "EH" seems to have units ("Std", "kg"), and no column gives them: set --column article_unit="EH", or leave it out with --column article_unit=',
    );
    for (const [column, unit] of [
      ['EH', 'unit_hour'],
      ['', undefined],
    ] as const)
      expect((await first(text('EH', 'Std'), { columns: { article_unit: column } }))?.article_unit).to.equal(
        unit,
      );
    for (const other of [text('EH', 'kg', 'Stk'), text('EH', 'h', 'h'), text('Lieferzeit', 'Stunden')])
      expect(await first(other)).to.not.have.property('article_unit');
  });

  it('refuses fields and columns that --column names wrongly', async () => {
    const text = 'Titel;Preis;MwSt\nTee;1;19\n';
    const message = async (columns: Record<string, string>) =>
      (await importError(() => first(text, { columns }))).message;

    expect(await message({ article_preis: 'Preis' })).to.match(
      /^--column article_preis=…: unknown field; fields of/,
    );
    expect(await message({ article_price: 'VK' })).to.match(
      /^--column article_price="VK": .* has no such column/,
    );
  });
});
