import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { printLine } from '../run/printLine.ts';
import type { Results } from '../run/run.ts';
import type { Circumstances } from './machine.ts';
import { report } from './report.ts';

const defaultFolder = path.resolve('bench/results');
const page = path.resolve('bench/README.md');
/** The parts of the page, by what a run was for. */
type Part = 'comparison' | 'databases' | 'scaling' | 'rows' | 'memory' | 'imports';

/** Prints the results and writes them down, in the part of README.md that they are for. */
export function publish(results: Results, out: string): Promise<void> {
  return publishAs(partOf(results), results, report(results), out);
}

/** Prints results and writes them down; those in the usual folder are also what README.md shows. */
export async function publishAs(
  part: Part,
  results: { readonly circumstances: Circumstances },
  text: string,
  out: string,
): Promise<void> {
  process.stdout.write(`${text}\n`);
  const folder = path.resolve(out);
  const name = results.circumstances.date.slice(0, 19).replace('T', '-').replaceAll(':', '');
  const file = path.join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  printLine(`Written to ${path.relative('.', file)}`);
  // The page shows MariaDB, or both: figures of MySQL alone would be compared with those of another database.
  if (folder === defaultFolder && results.circumstances.versions.MariaDB) await writeIntoPage(part, text);
}

function partOf({ measurements, memory }: Results): Part {
  if (memory.length > 0) return 'memory';
  if (new Set(measurements.map(({ rows }) => rows)).size > 1) return 'rows';
  if (measurements.some(({ system }) => system.includes(' on '))) return 'databases';
  return measurements.some(({ system }) => system.startsWith('counterfoil-')) ? 'scaling' : 'comparison';
}

async function writeIntoPage(part: Part, text: string): Promise<void> {
  const markers = new RegExp(`(<!-- ${part} -->)[^]*(<!-- end of ${part} -->)`);
  const before = await readFile(page, 'utf8');
  await writeFile(
    page,
    before.replace(markers, (_, begin, end) => `${begin}\n\n${text}\n\n${end}`),
  );
}
