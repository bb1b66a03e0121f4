import { expect } from 'chai';
import { tables } from '../records.ts';

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
        /"10.00" without tax and 12.90 with tax do not fit the tax rate of 19 %/.test(first) &&
        second.input.article_price === '10.00',
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
