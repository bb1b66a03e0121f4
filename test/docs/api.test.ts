import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { apiPage } from '../../docs/generate/page.ts';

describe('docs/api.md', () => {
  it('is what the contract says', () => {
    expect(
      readFileSync('docs/api.md', 'utf8') === apiPage(),
      'docs/api.md is out of date: run npm run docs',
    ).to.equal(true);
  });
});
