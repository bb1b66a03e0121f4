import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contractFile, operationsFile } from '../../docs/generate/clientFiles.ts';
import { apiPage } from '../../docs/generate/page.ts';

describe('client/', () => {
  for (const [file, text] of [
    ['client/contract.ts', contractFile()],
    ['client/operations.ts', operationsFile()],
  ] as const)
    it(`${file} is what the contract says`, () => {
      const isSame = readFileSync(file, 'utf8') === text;
      expect(isSame, `${file} is out of date: run npm run docs`).to.equal(true);
    });
});

describe('docs/api.md', () => {
  it('is what the contract says', () => {
    expect(
      readFileSync('docs/api.md', 'utf8') === apiPage(),
      'docs/api.md is out of date: run npm run docs',
    ).to.equal(true);
  });
});
