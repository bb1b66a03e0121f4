import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contractFile, operationsFile, signingScript } from '../../docs/generate/clientFiles.ts';
import { apiPage } from '../../docs/generate/page.ts';

describe('files written from the contract and the client', () => {
  for (const [file, text] of [
    ['client/contract.ts', contractFile()],
    ['client/operations.ts', operationsFile()],
    ['gateway/docs/assets/signing.js', signingScript()],
  ] as const)
    it(`${file} is up to date`, () => {
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

  /** Sections about operations, by their names. */
  const sections = new Map(
    readFileSync('docs/api.md', 'utf8')
      .split(/^### (?=[a-z]+\.[a-z]+$)/m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text.split(/^## /m)[0] as string]),
  );

  it('speaks of a create or an update only where an operation makes or changes a record', () => {
    const others = [...sections].filter(([name]) => !/\.(?:create|update)$/.test(name));

    expect(others).to.have.length.above(10);
    for (const [name, text] of others) expect(text, name).not.to.match(/\bon (?:create|update)\b/);
  });

  it('promises an end of the list of no operation that has none', () => {
    expect(sections.get('article.list')).to.include('"cursor": null');
    expect(sections.get('changes.list')).not.to.match(/"cursor": null|null after the last/);
  });
});
