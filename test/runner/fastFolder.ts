import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux has a file system in memory here; in containers it is often too small. */
const inMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Returns the folder in which tests write: in memory, if there is room. Servers that sync their files to a disk made up a third
 * of a run's time, and tests kill processes, not machines, so a sync changes nothing that they see. COUNTERFOIL_TEST_ROOT names
 * another folder.
 */
export function fastFolder(): string {
  if (process.env.COUNTERFOIL_TEST_ROOT) return process.env.COUNTERFOIL_TEST_ROOT;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= neededBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
