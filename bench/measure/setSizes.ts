import { open, stat } from 'node:fs/promises';

/** Where the logs end now: what comes later belongs to what is measured. */
export async function ends(logs: readonly string[]): Promise<readonly number[]> {
  return Promise.all(logs.map(async (log) => (await stat(log)).size));
}

/** The calls that a set held on average, from the workers' own events since then; 0 when there were none. */
export async function meanSetSize(logs: readonly string[], since: readonly number[]): Promise<number> {
  const texts = await Promise.all(logs.map((log, at) => textSince(log, since[at] ?? 0)));
  const sizes = texts.flatMap((text) => text.split('\n').flatMap(sizeIn));
  return sizes.length === 0 ? 0 : sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
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

/** Looking up apps is not what is measured. */
function sizeIn(line: string): number[] {
  const [, method, calls] = /"method":"([^"]+)","calls":(\d+),.*"event":"set"/.exec(line) ?? [];
  return calls === undefined || method === 'account.app' ? [] : [Number(calls)];
}
