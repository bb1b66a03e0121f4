import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Results } from '../run.ts';
import { say } from '../say.ts';
import { report } from './report.ts';

const usualFolder = path.resolve('bench/results');
const page = path.resolve('bench/README.md');
const markers = /(<!-- results -->)[^]*(<!-- end of results -->)/;

/** Prints the results and writes them down; those in the usual folder are also what README.md shows. */
export async function publish(results: Results, out: string): Promise<void> {
  const text = report(results);
  process.stdout.write(`${text}\n`);
  const folder = path.resolve(out);
  const name = results.circumstances.date.slice(0, 19).replace('T', '-').replaceAll(':', '');
  const file = path.join(folder, `${name}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify(results, null, 1)}\n`);
  say(`Written to ${path.relative('.', file)}`);
  if (folder === usualFolder) await writeIntoPage(text);
}

async function writeIntoPage(text: string): Promise<void> {
  const before = await readFile(page, 'utf8');
  await writeFile(
    page,
    before.replace(markers, (_, begin, end) => `${begin}\n\n${text}\n\n${end}`),
  );
}
