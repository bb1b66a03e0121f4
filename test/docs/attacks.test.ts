import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { allAttacks } from '../../lab/attacks/allAttacks.ts';
import { attacksPage, notRun, publishedNames } from '../../lab/attacks/attacksPage.ts';

describe(attacksPage, () => {
  const page = readFileSync(attacksPage, 'utf8');

  it('has a row for every attack, in their order', () => {
    expect(publishedNames()).to.deep.equal(allAttacks.map(({ name }) => name));
  });

  it('has a result in every row', () => {
    expect(page).not.to.include(notRun);
  });
});
