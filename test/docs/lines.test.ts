import { expect } from 'chai';
import { documents, proseOf } from './documents.ts';

const maxCharacters = 130;

const isGenerated = (document: string) =>
  document === 'docs/api.md' || document.startsWith('lab/bench/results/');

/** Blocks that a program writes. */
const generatedBlocks = /^<!-- \w.*-->$[^]*?^<!-- (?:end of |\/).*-->$/gm;

describe('lines of documents', () => {
  it(`have at most ${maxCharacters} characters, outside of tables, code and generated blocks`, () => {
    const long = documents
      .filter((document) => !isGenerated(document))
      .flatMap((document) =>
        longLines(proseOf(document).replaceAll(generatedBlocks, '')).map((line) => `${document}: ${line}`),
      );

    expect(long, 'fold these lines').to.deep.equal([]);
  });

  it('never begin with ">", which folding can bring there: Markdown would cut what stands in code before it', () => {
    const quotes = documents.flatMap((document) =>
      linesOf(document).flatMap((line) => (/^\s*>/.test(line) ? [`${document}: ${line}`] : [])),
    );

    expect(quotes).to.deep.equal([]);
  });
});

function linesOf(document: string): readonly string[] {
  return proseOf(document).split('\n');
}

function longLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.length > maxCharacters && !line.trimStart().startsWith('|'));
}
