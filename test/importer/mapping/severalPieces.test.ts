import { expect } from 'chai';
import { factorIn } from '../../../importer/mapping/guess/priceNames.ts';
import { piecesOf } from '../../../importer/mapping/values/divisors.ts';
import { high, low, priceLists } from './priceLists.ts';

describe('importer: columns that say for how many pieces a price is', () => {
  const { refusal, first } = priceLists();
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

  it('asks for an unknown text in a column that is named like a price unit, but not for a unit', async () => {
    expect(await refusal(beside('Preiseinheit', 'Bündel', 'Stück'))).to.match(
      /^column "Preiseinheit" may say that prices are for several pieces \("Bündel"\)/,
    );
    expect(await first(beside('Preiseinheit', 'Stück', '1'))).to.include({ article_price: '10.00' });
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
