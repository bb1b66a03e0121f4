import { open, stat } from 'node:fs/promises';
import { sum } from '../../../shared/contract/values/arithmetic.ts';

/** Returns the sizes of the logs in bytes: later text belongs to the measurement. */
export async function ends(logs: readonly string[]): Promise<readonly number[]> {
  return Promise.all(logs.map(async (log) => (await stat(log)).size));
}

/** Returns the mean calls of a set, from the workers' `set` events after `since`; 0 without any. */
export async function meanSetSize(logs: readonly string[], since: readonly number[]): Promise<number> {
  const texts = await Promise.all(logs.map((log, index) => textSince(log, since[index] ?? 0)));
  const sizes = texts.flatMap((text) => text.split('\n').flatMap(sizeIn));
  return sizes.length === 0 ? 0 : sum(sizes) / sizes.length;
}

async function textSince(log: string, offset: number): Promise<string> {
  const file = await open(log);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read({ buffer: Buffer.alloc(size - offset), position: offset });
    return buffer.toString();
  } finally {
    await file.close();
  }
}

/** Ignores sets that look up apps: they are not part of the load. */
function sizeIn(line: string): number[] {
  if (!line.endsWith('"event":"set"}')) return [];
  const { method, calls } = JSON.parse(line) as { readonly method: string; readonly calls: number };
  return method === 'account.app' ? [] : [calls];
}
