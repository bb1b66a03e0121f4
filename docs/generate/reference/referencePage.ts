import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import {
  type ExampleLanguage,
  exampleFiles,
  exampleLanguages,
  exampleUrl,
} from '../../../gateway/http/exampleFiles.ts';
import { exampleExternalIdent } from '../../../shared/contract/resources/records.ts';
import { apiPage } from '../page.ts';
import { escaped, navigation, withLinks } from './links.ts';
import { type ExampleCall, exampleCalls, type Language, languages, snippet } from './snippets.ts';
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
  ...Object.fromEntries(exampleLanguages.map((name) => [`../${exampleFiles[name]}`, exampleUrl(name)])),
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

/**
 * Wide tables scroll by themselves, and can be reached without a mouse: as regions that have the name of their heading. Narrow
 * screens show each cell with its title.
 */
function withTables(html: string): string {
  let heading = '';
  let count = 0;
  return html.replaceAll(/<h\d[^>]*>(.*?)<\/h\d>|<table>[^]*?<\/table>/g, (part, title?: string) => {
    if (title !== undefined) {
      heading = textOf(title);
      count = 0;
      return part;
    }
    count += 1;
    const name = count === 1 ? heading : `${heading}, table ${count}`;
    const titles = [...part.matchAll(/<th>(.*?)<\/th>/g)].map(([, inside = '']) => textOf(inside));
    return `<div class="scroll" tabindex="0" role="region" aria-label="${name}">${withTitles(part, titles)}</div>`;
  });
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

/** The first cell says what the row is about, so it needs no title. */
function withTitles(table: string, titles: readonly string[]): string {
  return table.replaceAll(/<tr>[^]*?<\/tr>/g, (row) => {
    let index = -1;
    return row.replaceAll('<td>', () => {
      index += 1;
      const title = index === 0 ? '' : (titles[index] ?? '');
      return title === '' ? '<td>' : `<td data-title="${title}">`;
    });
  });
}

/** Requirements of a program in each language, in HTML. */
const needs: Readonly<Record<Language, string>> = {
  curl: `With ${download('Bash')} in the same folder, which signs with Bash and OpenSSL.`,
  Python: `With ${download('Python')} in the same folder.`,
  PHP: `With ${download('PHP')} in the same folder.`,
  TypeScript: 'With the package <code>counterfoil-client</code>, which has types for every operation.',
};

function download(language: ExampleLanguage): string {
  const url = exampleUrl(language);
  return `<a href="${url}" download>${path.basename(url)}</a>`;
}

/** Puts code beside the request of each operation. Without JavaScript, each language opens on demand. */
function withCode(body: string): string {
  return exampleCalls.reduce(withCodeOf, body);
}

function withCodeOf(page: string, call: ExampleCall): string {
  const request = new RegExp(
    `(<p>Request to <code>/api/v1/${call.name}</code>[^]*?</p>\\s*)(<pre [^]*?</pre>\n)`,
  );
  if (!request.test(page)) throw new Error(`docs/api.md has no request of ${call.name}`);
  return page.replace(request, (_, sentence: string, block: string) => {
    const code = languages.map((language) => {
      const text = escaped(snippet(language, call));
      return partOf(
        language,
        `<p class="quiet">${needs[language]}</p>\n<pre tabindex="0"><code>${text}</code></pre>\n`,
      );
    });
    return `${sentence}<div class="code">\n${partOf('JSON', block, ' open')}${code.join('')}</div>\n`;
  });
}

function partOf(title: string, inside: string, state = ''): string {
  return `<details${state} data-language="${title}"><summary>${title}</summary>\n${inside}</details>\n`;
}
