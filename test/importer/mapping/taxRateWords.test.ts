import { expect } from 'chai';
import { percentageIn } from '../../../importer/mapping/values/taxRates.ts';
import { tables } from '../records.ts';

describe('importer: words beside tax rates', () => {
  const table = tables();
  const listOf = (values: readonly string[]) =>
    `Titel;Preis netto;VAT\n${values.map((value, at) => `T${at};1;${value}\n`).join('')}`;

  for (const [text, rate] of [
    ['25 % varor', '25'],
    ['IVA 21%', '21'],
    ['TVA 20 %', '20'],
    ['Moms 25 %', '25'],
    ['VAT 23%', '23'],
    ['DPH 21 %', '21'],
    ['BTW hoog 21%', '21'],
    ['TVA à 5,5 %', '5.5'],
    ['T1 20%', '20'],
    ['IVA 22% (aliquota ordinaria)', '22'],
    ['Vente - 20 %', '20'],
    ['IVA 0%', '0'],
    ['Esente 0 %', '0'],
  ] as const)
    it(`reads "${text}" as ${rate} %`, async () => {
      expect(percentageIn(text)).to.equal(rate);
      expect(await table.first('articles', listOf([text, text]))).to.include({ article_tax_rate: rate });
    });

  for (const text of [
    'S20',
    'IVA 21% o 10%',
    '7% / 19%',
    '-19 % MwSt',
    'TVA 20% déductible',
    'Reverse charge 20%',
    'ermäßigt 19% varor',
    'exempt 20%',
    'moms 19-25 %',
    'Rabatt 10 %',
    'VAT 0,2 %',
  ])
    it(`does not read "${text}"`, async () => {
      expect(percentageIn(text)).to.equal(undefined);
    });

  for (const [values, option] of [
    [['Hoog', 'Laag'], 'Hoog=RATE,Laag=RATE'],
    [['V', 'H'], 'V=RATE,H=RATE'],
    [['Yes', 'No'], 'Yes=RATE,No=RATE'],
    [['S20', 'S5'], 'S20=RATE,S5=RATE'],
    [['A', 'B'], 'A=19,B=7'],
    [['1', '2'], '1=19,2=7'],
  ] as const)
    it(`proposes ${option}`, async () => {
      expect(await table.refusal('articles', listOf(values))).to.match(
        new RegExp(`such as --tax-rate ${option}$`),
      );
    });

  it('proposes the rate that the name of the column has for yes', async () => {
    const text = 'Titel;Preis netto;Tax - VAT (19%)\nTee;1;Y\nSaft;1;Y\n';

    expect(await table.refusal('articles', text)).to.match(/such as --tax-rate Y=19$/);
  });
});
