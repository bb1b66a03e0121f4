import { open, readFile, rm } from 'node:fs/promises';
import { ImportError } from '../importError.ts';

/** Keeps a second run from what a first one writes, until it is released or its process has ended. */
export class Lock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws an ImportError when another process that still runs has it. */
  static async take(path: string): Promise<Lock> {
    const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined;
      throw new ImportError(`${path} can't be written (${error.code})`);
    });
    if (!file) return Lock.#takeOver(path);
    await file.writeFile(`${process.pid}\n`);
    await file.close();
    return new Lock(path);
  }

  static async #takeOver(path: string): Promise<Lock> {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner > 0 && isRunning(owner))
      throw new ImportError(
        `the same file is being imported by process ${owner}; if that is none of yours, remove ${path}`,
      );
    await rm(path, { force: true });
    return Lock.take(path);
  }

  /** Safe to call twice. */
  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
