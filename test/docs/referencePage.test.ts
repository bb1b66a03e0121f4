import { expect } from 'chai';
import { anchorOf } from '../../docs/generate/markdown.ts';
import { referencePage } from '../../docs/generate/reference/referencePage.ts';
import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchCodes, fieldErrorCodes, refusalCodes } from '../../shared/contract/refusals.ts';

const page = referencePage();
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe('page of /docs', () => {
  it('has each id once, and no link to one that it does not have', () => {
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id = '']) => id);

    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).to.deep.equal([]);
    expect(links.filter((id) => !ids.includes(id))).to.deep.equal([]);
  });

  it('has a link for each heading, each field of an operation, and each code', () => {
    const headings = page.match(/<h[23]\b/g) ?? [];
    const linked = page.match(/<h[23] id="[^"]+"><a class="anchor"/g) ?? [];
    const fields = Object.values(publicOperations).flatMap(({ name, input }) =>
      Object.keys(input).map((field) => `${anchorOf(name)}-${field}`),
    );
    const codes = Object.keys({ ...refusalCodes, ...fieldErrorCodes, ...batchCodes, ...httpRejections });

    // "Your first call" and "Sign with" are of the template.
    expect(linked).to.have.length(headings.length - 2);
    for (const id of [...fields, ...codes.map((code) => `code-${code}`)])
      expect(page).to.include(`<tr id="${id}">\n<td><a class="anchor" href="#${id}">`);
  });

  it('has the code of each operation, with no part of the page in it', () => {
    for (const name of [...Object.keys(publicOperations), 'batch.run'])
      expect(page, name).to.match(new RegExp(`<code>&lt;\\?php[^<]*call\\('${name}'`));
  });
});

interface Entry {
  readonly name: string;
  readonly section: string;
  readonly text: string;
  readonly isHeading?: boolean;
  readonly isDefinition?: boolean;
}

/** Modules that the browser loads: they have no types. */
const { excerpt, findEntries, synonyms } = (await import(
  new URL('../../gateway/docs/assets/searchIndex.js', import.meta.url).href
)) as {
  excerpt: (text: string, words: readonly string[]) => readonly string[];
  findEntries: (entries: readonly Entry[], query: string) => { found: readonly Entry[] };
  synonyms: Readonly<Record<string, readonly string[]>>;
};

describe('search of the page of /docs', () => {
  const entries: readonly Entry[] = [
    { name: '', section: 'HTTP', text: 'A price is net. Send 1.5 as "1.5".' },
    { name: 'article_price_total', section: 'article.read', text: 'Gross.' },
    { name: 'price', section: 'article.find', text: 'Net.' },
    { name: 'article_price', section: 'article.create', text: 'Net. See cursor (50 %).' },
    { name: 'Price', section: '', text: '', isHeading: true },
    { name: 'currency', section: 'account.read', text: 'ISO 4217.' },
  ];
  const found = (query: string) => findEntries(entries, query).found.map((entry) => entries.indexOf(entry));

  for (const [query, expected] of [
    ['price', [4, 2, 1, 3, 0]],
    ['PRICE  net', [2, 3, 0]],
    ['article price', [3, 1, 2]],
    ['article.find', [2]],
    ['pagination', [3]],
    ['currency', [5, 4, 1, 2, 3, 0]],
    ['money gross', [1]],
    ['(50 %)', [3]],
    ['1.5', [0]],
    ['.*', []],
    ['  ', []],
    ['prize', []],
  ] as const)
    it(`finds ${expected.length} entries for ${JSON.stringify(query)}, the best first`, () => {
      expect(found(query)).to.deep.equal(expected);
    });

  it('shows the part of a text with the first match, and marks each match', () => {
    const text = `${'a '.repeat(100)}Cursor (50 %) cursor${' b'.repeat(200)}`;

    const pieces = excerpt(text, ['cursor', '(50 %)']);

    expect(pieces.filter((_, index) => index % 2 === 1)).to.deep.equal(['Cursor', '(50 %)', 'cursor']);
    expect(pieces[0]).to.match(/^…(a ){30}$/);
    expect(pieces.at(-1)).to.match(/b…$/);
    expect(excerpt('none', ['other'])).to.deep.equal(['none']);
  });

  it('has words of the page alone for words that others use', () => {
    const text = page.replaceAll(/<[^>]*>/g, '').toLowerCase();

    for (const [word, own] of Object.entries(synonyms))
      for (const each of own) expect(text, word).to.include(each);
  });
});
