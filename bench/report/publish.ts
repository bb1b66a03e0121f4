import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../run.ts';
import { say } from '../say.ts';
import { report } from './report.ts';

const usualFolder = path.resolve('bench/results');
const page = path.resolve('bench/README.md');
/** The parts of the page, by what a run was for. */
type Part = 'comparison' | 'scaling' | 'rows' | 'memory';

/** Prints the results and writes them down; those in the usual folder are also what README.md shows, in the part that they are for. */
export async function publish(results: Results, out: string): Promise<void> {
  const text = report(results);
  process.stdout.write(`${text}\n`);
  const folder = path.resolve(out);
  const name = results.circumstances.date.slice(0, 19).replace('T', '-').replaceAll(':', '');
  const file = path.join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  say(`Written to ${path.relative('.', file)}`);
  if (folder === usualFolder) await writeIntoPage(partOf(results), text);
}

function partOf({ measurements, memory }: Results): Part {
  if (memory.length > 0) return 'memory';
  if (new Set(measurements.map(({ rows }) => rows)).size > 1) return 'rows';
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
