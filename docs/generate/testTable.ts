import { readFileSync } from 'node:fs';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { titledTests } from '../../test/docs/testTitles.ts';
import { code, replaceBetween, table } from './markdown.ts';

/** First column of the tables of docs/guarantees.md. */
const guaranteeRow = /^\| `([^`]+)` \|/gm;

/** Returns the ids of the guarantees, in the order of their page. */
export function guaranteeIds(): readonly string[] {
  const page = readFileSync('docs/guarantees.md', 'utf8');
  return [...page.matchAll(guaranteeRow)].map(([, id = '']) => id);
}

/**
 * docs/testing.md with a row for each guarantee: its mechanism, which is written by hand in the page, and the titles of the tests
 * that carry its id.
 */
export function withTestTable(page: string): string {
  const mechanisms = new Map(
    [...page.matchAll(/^\| `([^`]+)` \| (.*?) \| .* \|$/gm)].map(([, id = '', mechanism = '']) => [
      id,
      mechanism,
    ]),
  );
  const tests = titledTests();
  const rows = guaranteeIds().map((id) => [
    code(id),
    mechanisms.get(id) ?? '',
    testsOf(tests.filter(({ title }) => title.includes(`[${id}]`))),
  ]);
  return replaceBetween(page, 'tests', table(['guarantee', 'mechanism', 'tests, by title'], rows));
}

function testsOf(tests: ReturnType<typeof titledTests>): string {
  const byFile = groupBy(tests, ({ file }) => file);
  return [...byFile]
    .map(
      ([file, its]) => `${code(file)}: ${[...new Set(its.map(({ title }) => readable(title)))].join(', ')}`,
    )
    .join('; ');
}

/** A title without ids, and with `…` in place of its expressions. */
function readable(title: string): string {
  return title
    .replaceAll(/ *\[[a-z0-9]+(?:-[a-z0-9]+)+\]/g, '')
    .replaceAll(/\$\{[^}]*\}/g, '…')
    .replaceAll(/\\(.)/g, '$1');
}
