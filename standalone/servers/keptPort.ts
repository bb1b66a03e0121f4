import { readFile, writeFile } from 'node:fs/promises';
import { freePort, isFree } from './freePort.ts';

/** The port of the last start, if nobody has taken it since: what connects from outside need not be told a new one. */
export async function keptPort(file: string): Promise<number> {
  const last = Number(await readFile(file, 'utf8').catch(() => ''));
  if (last > 0 && (await isFree(last))) return last;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}
