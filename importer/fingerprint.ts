import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes at the beginning and at the end of a file that are looked at. */
const lookedAt = 1024 * 1024;

/** Tells a file from another version of it: by its size, when it was written, its beginning and its end. */
export async function fingerprintOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256').update(`${size} ${mtimeMs}`);
    for (const from of [0, Math.max(size - lookedAt, 0)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(lookedAt), 0, lookedAt, from);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
