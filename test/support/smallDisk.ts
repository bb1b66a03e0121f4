import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sizes in bytes of what is written until nothing more fits. */
const steps = [1_048_576, 4_096, 1];

/** A disk of a few hundred megabytes that a test can fill. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Mounts a disk in memory; `undefined` where this user may not mount. */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
      await chmod(folder, 0o755);
      return new SmallDisk(folder);
    } catch {
      await rm(folder, { recursive: true });
      return undefined;
    }
  }

  /** Writes until the disk is full. */
  async fill(): Promise<void> {
    for (const bytes of steps) {
      const piece = Buffer.alloc(bytes);
      while (await fits(appendFile(this.#ballast, piece)));
    }
  }

  /** Removes what filled it. */
  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', [this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  get #ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

async function fits(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}
