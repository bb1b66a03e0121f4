import { expect } from 'chai';
import { inTurn } from '../../../workers/sets/accountTurns.ts';

const accountOf = (item: string) => Number(item[1]);

describe('turns of accounts', () => {
  it('puts one item of each account in turn, those of one account in their order', () => {
    const items = ['a1', 'b1', 'c1', 'd1', 'a2', 'a3', 'b3'];

    expect(inTurn(items, accountOf)).to.deep.equal(['a1', 'a2', 'a3', 'b1', 'b3', 'c1', 'd1']);
  });

  it('leaves the items of a single account as they are', () => {
    expect(inTurn(['b1', 'a1', 'c1'], accountOf)).to.deep.equal(['b1', 'a1', 'c1']);
    expect(inTurn([], accountOf)).to.deep.equal([]);
  });
});
