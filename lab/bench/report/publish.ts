import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printLine } from '../../../shared/runtime/process/commandOutput.ts';
import type { Circumstances } from '../measure/circumstances.ts';
import type { Results } from '../measure/measurement.ts';
import { benchmarkChart } from './benchmarkChart.ts';
import { type Report, report } from './report.ts';

const defaultFolder = path.resolve('lab/bench/results');
const pages = { summary: 'docs/benchmarks.md', details: 'lab/bench/results/tables.md' } as const;
type Part = 'base' | 'comparison' | 'databases' | 'scaling' | 'rows' | 'memory' | 'imports';

export function publish(results: Results, out: string): Promise<void> {
  return publishAs(partOf(results), results, report(results), out);
}

/** Prints results and stores them as JSON in `out`. Results in the default folder also go to the pages. */
export async function publishAs(
  part: Part,
  results: { readonly circumstances: Circumstances },
  text: Report,
  out: string,
): Promise<void> {
  process.stdout.write(`${[text.summary, text.details].filter(Boolean).join('\n\n')}\n`);
  const folder = path.resolve(out);
  const name = results.circumstances.date.slice(0, 19).replace('T', '-').replaceAll(':', '');
  const file = path.join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  printLine(`Written to ${path.relative('.', file)}`);
  // The pages show MariaDB, or both databases: figures of MySQL alone would stand beside those of another database.
  if (folder !== defaultFolder || !results.circumstances.versions.MariaDB) return;
  for (const kind of ['summary', 'details'] as const) await writeIntoPage(pages[kind], part, text[kind]);
  await writeFile('docs/benchmark.svg', benchmarkChart(await readFile(pages.summary, 'utf8')));
}

export function partOf({ measurements, memory }: Results): Part {
  if (memory.length > 0) return 'memory';
  if (new Set(measurements.map(({ rows }) => rows)).size > 1) return 'rows';
  if (measurements.some(({ system }) => system.includes(' on '))) return 'databases';
  return measurements.some(({ system }) => system.startsWith('counterfoil-')) ? 'scaling' : 'comparison';
}

async function writeIntoPage(page: string, part: Part, text: string): Promise<void> {
  const before = await readFile(page, 'utf8');
  await writeFile(page, withPart(before, part, text));
}

/** Replaces the text between the markers of a part; returns a page without this part unchanged. */
function withPart(page: string, part: Part, text: string): string {
  const markers = new RegExp(`(<!-- ${part} -->)[^]*(<!-- end of ${part} -->)`);
  return page.replace(markers, (_, begin, end) => `${begin}\n\n${text}\n\n${end}`);
}
