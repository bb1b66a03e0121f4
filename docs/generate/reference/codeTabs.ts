import { escaped } from './navigation.ts';
import { type ExampleCall, exampleCalls, type Language, languages, snippet } from './snippets.ts';

/** Requirements of a program in each language, in HTML. */
const needs: Readonly<Record<Language, string>> = {
  curl: 'With <a href="docs/counterfoil.sh" download>counterfoil.sh</a> in the same folder, which signs with Bash and OpenSSL.',
  Python: 'With <a href="docs/counterfoil.py" download>counterfoil.py</a> in the same folder.',
  PHP: 'With <a href="docs/counterfoil.php" download>counterfoil.php</a> in the same folder.',
  TypeScript: 'With the package <code>counterfoil-client</code>, which has types for every operation.',
};

/** Puts code beside the request of each operation. Without JavaScript, each language opens on demand. */
export function withCode(body: string): string {
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
