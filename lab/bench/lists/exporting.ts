import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Listed } from '../../../cli/list/recordPages.ts';
import type { Credentials } from '../../../importer/service/target.ts';
import { cpuSecondsOf, residentBytesOf } from '../../../test/support/processResources.ts';

const megabyte = 1_000_000;

export async function measureExport(
  resource: Listed,
  { url, appId, apiSecret }: Credentials,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-bench-'));
  const file = path.join(folder, 'export.csv');
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['dist/cli/main.js', 'list', resource, '--csv', file], {
    env: {
      ...process.env,
      COUNTERFOIL_URL: url,
      COUNTERFOIL_APP_ID: appId,
      COUNTERFOIL_API_SECRET: apiSecret,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  let maxBytes = 0;
  let cpuSeconds = 0;
  const watching = setInterval(() => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      maxBytes = Math.max(maxBytes, residentBytesOf(child.pid));
      cpuSeconds = cpuSecondsOf(child.pid);
    } catch {
      // The process has ended since.
    }
  }, 100);
  const [code] = await once(child, 'close');
  clearInterval(watching);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (code !== 0) throw new Error(printed);
  const { size } = await stat(file);
  await rm(folder, { recursive: true });
  const rows = Number(/^([\d,]+)/.exec(printed)?.[1]?.replaceAll(',', ''));
  return [
    `export of ${rows.toLocaleString('en')} ${resource}: ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
    `${(size / megabyte).toFixed(0)} MB in ${seconds.toFixed(0)} s`,
    `${(maxBytes / megabyte).toFixed(0)} MB of memory at most`,
    `${((cpuSeconds * megabyte) / rows).toFixed(0)} µs of CPU a row`,
  ].join(', ');
}
