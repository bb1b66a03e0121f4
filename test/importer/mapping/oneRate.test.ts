import { expect } from 'chai';
import { tables } from '../records.ts';

describe('importer: two columns of tax rates', () => {
  const table = tables();
  const list = (first: string, second: string, rates = '5,7') =>
    `SKU,Name,Net price,${first},${second}\na,Tea,2.50,${rates}\nb,Mug,4.00,${rates}\n`;

  for (const [first, second, rates] of [
    ['GST', 'PST', '5,7'],
    ['GST %', 'PST %', '5%,7%'],
    ['Tax %', 'Second tax %', '5,7'],
    ['Tax 1', 'Tax 2', '5,9.975'],
    ['CGST', 'SGST', '14,14'],
    ['IVA', 'Recargo', '21,5.2'],
  ] as const)
    it(`asks which of "${first}" and "${second}" is the rate, and takes the answer`, async () => {
      const text = list(first, second, rates);

      expect(await table.refusal('articles', text)).to.match(
        /^".+" and ".+" both have tax rates \(".+" and ".+"\), and an article has one: choose it with --column article_tax_rate=".+" or --column article_tax_rate=".+"; if they add up, choose a column with the sums$/,
      );
      expect(await table.first('articles', text, { columns: { article_tax_rate: first } })).to.have.property(
        'article_tax_rate',
        rates.split(/%?,/)[0],
      );
    });

  for (const [first, second, rates] of [
    ['MwSt', 'MwSt AT', '19,20'],
    ['MwSt', 'MwSt Einkauf', '19,7'],
    ['MwSt', 'MwSt ermäßigt', '19,7'],
    ['Tax', 'Tax code', '19,2'],
    ['MwSt', 'MwSt-Betrag', '19,3'],
    ['MwSt', 'USt', '19,19'],
    ['Tax 1', 'Tax 2', '19,0'],
    ['MwSt', 'Steuer 2', '19,'],
    ['MwSt', 'Gast', '19,7'],
  ] as const)
    it(`takes "${first}" beside "${second}" with ${rates}`, async () => {
      expect(await table.first('articles', list(first, second, rates))).to.include({
        article_tax_rate: '19',
      });
    });
});
