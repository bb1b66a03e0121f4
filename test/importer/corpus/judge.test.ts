import { expect } from 'chai';
import { variantsOf } from '../../../lab/corpus/variants.ts';
import { readExpected } from './expected.ts';
import { judge } from './judge.ts';
import type { Case } from './readCases.ts';

const text = 'SKU;Name;Netto;MwSt\na;Tea;2,50;7\nb;Mug;4,00;19\n';
const teas =
  'article_sku | article_nr? | article_title | article_price | article_tax_rate\na | a | Tea | 2.5 | 7\n';
const mug = 'b | b | Mug | 4 | 19\n';

function caseOf(expected: string | undefined, ask?: readonly string[], others: Partial<Case> = {}): Case {
  const rows = expected === undefined ? undefined : readExpected(expected);
  const file = { text, encoding: 'utf-8', extension: 'csv', keep: [] };
  return { family: 'teas', name: 'teas', words: ['articles'], ...file, expected: { ask, rows }, ...others };
}

async function verdictOf(...given: Parameters<typeof caseOf>): Promise<string> {
  const { verdict } = await judge(caseOf(...given));
  return verdict;
}

describe('importer: the judge of the corpus', () => {
  it('finds records right that have the expected values, and no other', async () => {
    expect(await verdictOf(teas + mug)).to.equal('right');
    expect(
      await verdictOf((teas + mug).replaceAll(' | article_price', ' | article_purchase_price')),
    ).to.equal('wrong');
  });

  it('finds a wrong value, a lost row and a record too many wrong', async () => {
    expect(await verdictOf(teas.replace('2.5', '250') + mug)).to.equal('wrong');
    expect(await verdictOf(`${teas}${mug}c | c | Pot | 9 | 19\n`)).to.equal('wrong');
    expect(await verdictOf(teas)).to.equal('wrong');
    expect(await verdictOf(undefined, ['Netto'])).to.equal('wrong');
  });

  it('tells refused rows from lost ones, and expects their reason', async () => {
    const broken = { text: text.replace('4,00', '#REF!') };

    expect(await verdictOf(teas + mug, undefined, broken)).to.equal('refused');
    expect(await verdictOf(`${teas}refused article_price\n`, undefined, broken)).to.equal('right');
  });

  it('counts a question as asked if the case allows it, and says which column it does not name', async () => {
    const unknown = { text: text.replace('Netto', 'Wert') };

    expect(await verdictOf(teas + mug, undefined, unknown)).to.equal('asked instead');
    const { verdict, details } = await judge(caseOf(undefined, ['no such column'], unknown));
    expect(verdict).to.equal('asked');
    expect(details[0]).to.equal('the question does not name no such column');
  });

  it('draws the same variants by the same seed, of which none is wrong', async () => {
    const draw = () => variantsOf([caseOf(teas + mug, [])], 12, 7);

    expect(draw()).to.deep.equal(draw());
    expect(new Set(draw().map((one) => one.text)).size).to.be.above(6);
    for (const one of draw()) expect((await judge(one)).verdict, one.text).to.be.oneOf(['right', 'asked']);
  });
});
