import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { anchorsOf, documents, filesEnding, proseOf } from './documents.ts';

/** README is for finding the right page in ten seconds. */
const maxReadmeLines = 119;

describe('documents', () => {
  for (const document of documents)
    it(`${document} links to files and headings that exist`, () => {
      const broken = linksIn(document).filter(({ file, anchor }) => !exists(file, anchor));

      expect(broken.map(({ link }) => link)).to.deep.equal([]);
    });

  it('that comments and texts name exist, with their anchors', () => {
    const files = [...documents, ...filesEnding('.ts', '.js', '.cjs', '.yml', '.conf', '.sql', '.service')];
    const broken = files.flatMap((file) =>
      namesIn(file)
        .filter(({ file: named, anchor }) => !exists(named, anchor))
        .map(({ link }) => `${file}: ${link}`),
    );

    expect(broken).to.deep.equal([]);
  });

  it(`README.md has at most ${maxReadmeLines} lines`, () => {
    expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).to.be.at.most(maxReadmeLines);
  });
});

interface Link {
  readonly link: string;
  /** Path from the top. */
  readonly file: string;
  readonly anchor: string;
}

/** The links of a document that lead to other files, or within it. */
function linksIn(document: string): readonly Link[] {
  // A link in backquotes is an example; backquotes within the text of a link stay.
  const prose = proseOf(document).replaceAll(/`[^`\n]*\]\([^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(<?([^)\s>]+)>?\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => linkTo(target, document));
}

function linkTo(target: string, document: string): Link {
  const [file = '', anchor = ''] = target.split('#');
  const folder = path.posix.dirname(document);
  return { link: target, file: file === '' ? document : path.posix.join(folder, file), anchor };
}

/** Documents in docs/ that a text names, wherever it does. */
function namesIn(file: string): readonly Link[] {
  const names = readFileSync(file, 'utf8').matchAll(/(?<![\w./-])docs\/[\w-]+\.md(?:#([\w-]+))?/g);
  return [...names].map(([link, anchor = '']) => ({ link, file: link.split('#')[0] as string, anchor }));
}

function exists(file: string, anchor: string): boolean {
  if (!existsSync(file)) return false;
  return anchor === '' || anchorsOf(file).has(anchor);
}
