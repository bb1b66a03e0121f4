import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseMapping } from '../importer/mapping/index.ts';
import { openSource } from '../importer/source/source.ts';
import { eanOf } from './data/bodies.ts';

/**
 * Measures the CPU of reading and mapping a file of articles with twelve columns, four of them in quotes. Run:
 * `node --import tsx bench/importReading.ts [rows]`
 */
const rows = Number(process.argv[2] ?? 200_000);
const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-reading-'));
const header =
  'article_nr,article_sku,article_ean,article_title,article_subtitle,article_description,article_unit,article_price,article_tax_rate,article_purchase_price,external_ident,date_created';

try {
  for (const hasIdents of [true, false]) {
    const file = path.join(folder, `${hasIdents}.csv`);
    await write(file, hasIdents);
    // Node compiles the code during the first turns.
    for (let turn = 0; turn < 4; turn += 1) await measure(file, hasIdents);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function write(file: string, hasIdents: boolean): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(hasIdents ? header : header.replace('external_ident', 'Lager'));
  for (let row = 0; row < rows; row += 1) if (!stream.write(lineOf(row))) await once(stream, 'drain');
  stream.end('\n');
  await once(stream, 'close');
}

function lineOf(row: number): string {
  return `\nA-${row},SKU-${row},${eanOf(row)},"Coffee beans, kind ${row}",whole,"Roast ${row % 7}; ""100 %"" Arabica",Stück,"${row % 1000},99",19,"${row % 500},50",ext-${row},2026-11-21 10:00:00`;
}

async function measure(file: string, hasIdents: boolean): Promise<void> {
  const before = process.cpuUsage();
  const source = await openSource(file);
  const mapping = chooseMapping('articles', source.columns);
  let mapped = 0;
  for await (const chunk of source.rows())
    for (const row of chunk) mapped += 'input' in mapping.map(row) ? 1 : 0;
  const { user, system } = process.cpuUsage(before);
  const bytes = Math.round(statSync(file).size / rows);
  const idents = hasIdents ? 'with idents' : 'idents made';
  const memory = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  process.stdout.write(
    `${mapped} rows of ${bytes} bytes, ${idents}: ${((user + system) / mapped).toFixed(1)} µs of CPU a row, ${memory} MiB\n`,
  );
}
