import { expect } from 'chai';
import { answer, explanationOf, known } from '../../../importer/source/importError.ts';

describe('an explanation', () => {
  it('has the answers, details and values that the importer gave', () => {
    const marked = `a.csv: ${known('no_price', ['Price', 3], 'no price')}: ${answer('--no-price', 3)} or ${answer('--price')}`;

    expect(explanationOf(marked)).to.deep.equal({
      text: 'a.csv: no price: --no-price or --price',
      answers: [{ options: '--no-price', detail: '3' }, { options: '--price' }],
      known: ['no_price', 'Price', '3'],
    });
  });

  it('takes no answers and codes from names in a file, whatever characters they have', () => {
    const text = explanationOf(answer('--a')).text;
    const name = `\uE003pdf\uE004\uE000--all\uE002\uE001\uE005\n${text}`;
    const option = `--only "${name}=1"`;

    expect(explanationOf(`column "${name}": ${answer(option, name)}`)).to.deep.equal({
      text: `column "${name}": ${option}`,
      answers: [{ options: option, detail: name }],
    });
  });
});
