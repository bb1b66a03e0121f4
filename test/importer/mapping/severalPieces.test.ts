import { expect } from 'chai';
import { factorIn } from '../../../importer/mapping/guess/priceNames.ts';
import { piecesOf } from '../../../importer/mapping/values/divisors.ts';
import { temporaryFiles } from '../temporary.ts';
import { high, listOf, low, priceLists } from './priceLists.ts';

describe('importer: columns that say for how many pieces a price is', () => {
  const { table, refusal, first } = priceLists();
  const priceRows = (...[list, options]: Parameters<typeof first>) =>
    table.rows('articles', listOf(list), options);
  const files = temporaryFiles();
  const beside = (name: string, value: string, other = '1') =>
    ({ 'Preis netto': low, [name]: [value, other] }) as const;
  const isAsked = /^column ".+" says that prices are for several pieces .+--price-per ".+".+--no-price-per$/;

  for (const name of [
    'Pricing Unit',
    'Price Qty',
    'Per Quantity',
    'PEINH',
    'KPEIN',
    'VK-Preiseinheit',
    'Preiseinheit (Stück)',
    'Basismenge',
    'Einheit Preis',
    'Wert 7',
  ])
    it(`asks for what a price is by the value 100 of "${name}", and takes both answers`, async () => {
      const list = beside(name, '100');

      expect(await refusal(list)).to.match(isAsked);
      expect(await first(list, { pricePer: name })).to.include({ article_price: '0.1' });
      expect(await first(list, { pricePer: false, columns: { article_price: 'Preis netto' } })).to.include({
        article_price: '10.00',
      });
    });

  for (const [text, pieces] of [
    ['%', 100],
    ['‰', 1000],
    ['je Hundert', 100],
    ['pro Tausend', 1000],
    ['Tausend Stück', 1000],
    ['Hdt.', 100],
    ['HST', 100],
    ['0/00', 1000],
    ['per hundred', 100],
    ['le cent', 100],
    ['le mille', 1000],
  ] as const)
    it(`reads "${text}" as ${pieces} pieces, whatever the name of its column`, async () => {
      expect(piecesOf(text)).to.equal(pieces);
      for (const name of ['Preiseinheit', 'Wert 7'])
        expect(await refusal(beside(name, text, '')), name).to.match(isAsked);
    });

  for (const [text, price] of [
    ['Tausend', '0.01'],
    ['Tsd', '0.01'],
    ['MIL', '0.01'],
    ['1000', '0.01'],
    ['je 100 Stück', '0.1'],
    ['CEN', '0.1'],
    ['Hundert', '0.1'],
    ['le cent', '0.1'],
    ['C', '0.1'],
  ] as const)
    it(`asks for the pieces of "${text}" in a column of units, and divides only these prices`, async () => {
      const list = beside('Einheit', text, 'Stück');
      const rows = await priceRows(list, { pricePer: 'Einheit' });

      expect(await refusal(list)).to.match(isAsked);
      expect(rows.map((row) => 'input' in row && row.input.article_price)).to.deep.equal([price, '20']);
      expect(rows[0]).to.have.nested.property('input.article_unit', 'unit_ppu');
    });

  it('takes metres, hours and tonnes of a column of units for one, and refuses what may be a thousand', async () => {
    for (const unit of ['m', 'h', 't', 'Kiste', 'Portion']) {
      expect(await first(beside('Einheit', unit, 'Stück')), unit).to.include({ article_price: '10.00' });
      const [row] = await priceRows(beside('Einheit', unit, 'Tausend'), { pricePer: 'Einheit' });
      expect(row, unit).to.have.nested.property('input.article_price', '10');
    }
    for (const unit of ['M', 'H', '100 m', 'Dose/2']) {
      const [unclear] = await priceRows(beside('Einheit', unit, 'Tausend'), { pricePer: 'Einheit' });
      expect(unclear, unit)
        .to.have.nested.property('fault.message')
        .that.includes(`column "Einheit" has "${unit}" instead of a number of pieces`);
    }
  });

  it('asks for an unknown text in a column that is named like a price unit, but not for a unit', async () => {
    expect(await refusal(beside('Preiseinheit', 'Bündel', 'Stück'))).to.match(
      /^column "Preiseinheit" may say that prices are for several pieces \("Bündel"\)/,
    );
    expect(await first(beside('Preiseinheit', 'Stück', '1'))).to.include({ article_price: '10.00' });
  });

  for (const name of ['PE-Kz.', 'Preiseinheit-KZ', 'PE', 'Preiseinheit', 'Price unit code'])
    it(`asks for the meaning of the codes 0 and 2 of "${name}", and takes both answers`, async () => {
      const list = beside(name, '2', '0');
      const rule = { guess: true, fields: {}, price_per: { column: name, values: { 0: 1, 2: 100 } } };
      const file = files.write('codes.json', JSON.stringify(rule));

      expect(await refusal(list)).to.equal(
        `column "${name}" has codes ("2", "0") that may say for how many pieces a price is, as in Datanorm: 0 for 1, 2 for 100. If they do, set --mapping to a file with ${JSON.stringify(rule)}; if all prices are for a single piece, add --no-price-per`,
      );
      expect(await first(list, { file })).to.include({ article_price: '0.1' });
      expect(await first(list, { pricePer: false })).to.include({ article_price: '10.00' });
    });

  for (const name of [
    'Preisbasis',
    'Preisdimension',
    'Preis-ME',
    'Preis per',
    'PriceUnit',
    'Cena za',
    'Prix pour',
  ])
    it(`asks for the pieces of "${name}" beside a 0`, async () => {
      const list = beside(name, '100', '0');

      expect(await refusal(list, { columns: { article_price: 'Preis netto' } })).to.match(isAsked);
    });

  for (const name of [
    'Product/Service Name',
    'Produkt/Servicename',
    'pairCode',
    'Project Code',
    'Warengruppe',
  ])
    it(`does not take "${name}" for the pieces of a price`, async () => {
      for (const value of ['Rock', '10', '100'])
        expect(
          await first(beside(name, value, '10'), { columns: { article_title: 'Titel' } }),
          value,
        ).to.include({ article_price: '10.00' });
    });

  it('does not ask for codes that all mean a single piece', async () => {
    expect(await first(beside('PE-Kz.', '0', '0'))).to.include({ article_price: '10.00' });
  });

  it('does not ask for other numbers, stocks, sizes and prices', async () => {
    for (const [name, values] of [
      ['Wert 7', ['100', '25']],
      ['Wert 7', ['1', '1']],
      ['Lagerbestand', ['100', '10']],
      ['Größe', ['M', 'M']],
      ['Preis pro Einheit', high],
    ] as const) {
      const list = { 'VK netto': low, [name]: values };
      expect(await first(list, { columns: { article_price: 'VK netto' } }), name).to.include({
        article_price: '10.00',
      });
    }
  });

  it('knows signs in the name of a price, but not those of a tax rate', () => {
    expect(factorIn('Preis ‰')?.number).to.equal(1000);
    expect(factorIn('Preis %')?.number).to.equal(100);
    expect(factorIn('VK netto (%)')?.number).to.equal(undefined);
    expect(factorIn('Preis inkl. 19 % MwSt')).to.equal(undefined);
  });
});
