import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { exampleExternalIdent } from '../../../shared/contract/resources/records.ts';
import { apiPage } from '../page.ts';
import { withCode } from './codeTabs.ts';
import { withLinks } from './links.ts';
import { escaped, navigation } from './navigation.ts';
import { withTables } from './tables.ts';
import { withTryIt } from './tryIt.ts';

const template = new URL('page.html', import.meta.url);
const signatures = 'docs/signatures.md';

/** The text of gateway/docs/assets/page.html: docs/api.md as a page that stands alone, with forms to try operations. */
export function referencePage(): string {
  const markdown = withAnchors(`${withoutHead(apiPage())}\n\n${signingExample()}`);
  const body = withTryIt(withCode(withTables(renderer.parse(markdown, { async: false }))));
  const parts: Readonly<Record<string, string>> = {
    navigation: navigation(body),
    body: withLinks(body),
    exampleRecords: exampleExternalIdent,
  };
  return readFileSync(template, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '');
}

/** Cuts off the title and the list of sections, which the page has beside the text. */
function withoutHead(page: string): string {
  return page.slice(page.indexOf('<a id="http"></a>'));
}

/** The part of docs/signatures.md that docs/api.md does not have. */
function signingExample(): string {
  const page = readFileSync(new URL(`../../../${signatures}`, import.meta.url), 'utf8');
  const example = page.slice(page.indexOf('## Example')).replace('## Example', '## Signing in a shell');
  return `<a id="signing-example"></a>\n${example.replace(/^## When/m, '<a id="refused-signatures"></a>\n## When')}`;
}

/** Anchors of docs/api.md become those of its headings. */
function withAnchors(page: string): string {
  return page.replaceAll(
    /<a id="([^"]+)"><\/a>\n(#+) (.*)\n/g,
    (_, id: string, { length }: string, title: string) =>
      `<h${length} id="${id}">${escaped(title)}</h${length}>\n\n`,
  );
}

/** Targets on `/docs` of links to other documents. */
const places: Readonly<Record<string, string>> = {
  [path.basename(signatures)]: '#signing-example',
  'openapi.json': 'openapi.json',
  'openapi-3.0.json': 'openapi-3.0.json',
  '../examples/signature-vectors.json': 'docs/signature-vectors.json',
  '../examples/python/counterfoil.py': 'docs/counterfoil.py',
  '../examples/php/counterfoil.php': 'docs/counterfoil.php',
  '../examples/bash/counterfoil.sh': 'docs/counterfoil.sh',
};

const renderer = new Marked({
  renderer: {
    link({ href, tokens }) {
      const isExample = href === path.basename(signatures);
      const text = isExample ? 'Signing in a shell' : this.parser.parseInline(tokens);
      const place = href.startsWith('#') ? href : places[href];
      return place === undefined ? text : `<a href="${escaped(place)}">${text}</a>`;
    },
    heading({ tokens, depth }) {
      const title = this.parser.parseInline(tokens);
      return `<h${depth} id="${title.toLowerCase().replaceAll(/\W+/g, '-')}">${title}</h${depth}>\n`;
    },
    code({ text, lang = '' }) {
      return `<pre tabindex="0" class="${escaped(lang)}"><code>${escaped(text)}</code></pre>\n`;
    },
  },
});
