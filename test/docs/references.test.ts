import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

/** Folders that are installed, generated or written when something runs. */
const foreign = new Set(['.git', '.counterfoil', 'node_modules', 'dist']);
const text = /\.(?:ts|js|md|json|ya?ml|sh|conf|service)$|(?:^|\/)[A-Z]\w*file$/;

/** The template's links are those of docs/api.md, which is checked. This test names references as examples. */
const unchecked = new Set(['docs/generate/template.md', 'test/docs/references.test.ts', 'package-lock.json']);

const named = /(?<![\w/.:-])((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+))?/g;
const withinDocument = /\]\(#([\w-]+)\)/g;

interface Reference {
  readonly file: string;
  readonly document: string;
  /** Anchor; empty when the reference is to the document as a whole. */
  readonly anchor: string;
}

const known = new Map<string, ReadonlySet<string>>();

describe('references to documents', () => {
  const files = textFiles();
  const references = files.flatMap(referencesIn);

  it('name documents that are in the repository', () => {
    const missing = references.filter((reference) => pathOf(reference) === undefined);

    expect(distinct(missing)).to.deep.equal([]);
  });

  it('link anchors that the document has', () => {
    const broken = references.filter((reference) => {
      const document = pathOf(reference);
      return document !== undefined && reference.anchor !== '' && !anchorsOf(document).has(reference.anchor);
    });

    expect(distinct(broken)).to.deep.equal([]);
  });

  it('name no section of a specification that readers do not have', () => {
    const naming = files.filter((file) =>
      /\bspec(?:ification)? sections? \d/i.test(readFileSync(file, 'utf8')),
    );

    expect(naming).to.deep.equal([]);
  });

  it('are found, with and without an anchor', () => {
    expect(references.map(described)).to.include.members([
      'shared/contract/httpRejections.ts: docs/api.md#http',
      'docs/signatures.md: api.md#signatures',
      'docs/api.md: #statuses',
      'test/docs/api.test.ts: docs/api.md',
    ]);
  });

  it('docs/api.md has an anchor for each operation and each part that others link', () => {
    const parts = ['http', 'signatures', 'idempotency', 'batch', 'fields', 'codes', 'limits'];

    expect([...anchorsOf('docs/api.md')]).to.include.members([...parts, 'article-create', 'customer-read']);
  });
});

function textFiles(): readonly string[] {
  const entries = readdirSync('.', { withFileTypes: true }).filter(({ name }) => !foreign.has(name));
  const files = entries.flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const below = readdirSync(entry.name, { recursive: true, encoding: 'utf8' });
    return below.map((file) => path.posix.join(entry.name, file));
  });
  return files.filter((file) => text.test(file) && !unchecked.has(file));
}

function referencesIn(file: string): readonly Reference[] {
  const content = readFileSync(file, 'utf8');
  const others = [...content.matchAll(named)].map(([, document = '', anchor = '']) => ({
    file,
    document,
    anchor,
  }));
  if (!file.endsWith('.md')) return others;
  const own = [...content.matchAll(withinDocument)].map(([, anchor = '']) => ({
    file,
    document: '',
    anchor,
  }));
  return [...others, ...own];
}

/** Documents are named by their path from the top, or from where the name stands. */
function pathOf({ file, document }: Reference): string | undefined {
  if (document === '') return file;
  const candidates = [document, path.posix.join(path.posix.dirname(file), document)];
  return candidates.find((candidate) => existsSync(candidate));
}

/** The anchors of a document: those that are set, and those that GitHub makes of headings. */
function anchorsOf(document: string): ReadonlySet<string> {
  const anchors = known.get(document) ?? anchorsIn(readFileSync(document, 'utf8'));
  known.set(document, anchors);
  return anchors;
}

function anchorsIn(content: string): ReadonlySet<string> {
  const prose = content.replaceAll(/^```[^]*?^```$/gm, '');
  const set = [...prose.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id);
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  return new Set([...set, ...headings]);
}

function slugOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '');
  return words.replaceAll(' ', '-');
}

function distinct(references: readonly Reference[]): readonly string[] {
  return [...new Set(references.map(described))];
}

function described({ file, document, anchor }: Reference): string {
  return `${file}: ${document}${anchor && `#${anchor}`}`;
}
