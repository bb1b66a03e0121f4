import { expect } from 'chai';
import { allAttacks } from '../attacks/allAttacks.ts';
import { attacksPage, publishedNames } from '../attacks/attacksPage.ts';

describe(attacksPage, () => {
  it('has a row for every attack, in their order', () => {
    expect(publishedNames()).to.deep.equal(allAttacks.map(({ name }) => name));
  });
});
