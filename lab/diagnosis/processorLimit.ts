import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Control groups of version 1, and of version 2. */
const version1 = '/sys/fs/cgroup/cpu';
const version2 = '/sys/fs/cgroup';
const periodMicroseconds = 100_000;

/** A limit of a process's use of processors, as containers have it. */
export class ProcessorLimit {
  readonly #root: string;
  readonly #folder: string;
  readonly #pid: number;

  private constructor(root: string, pid: number) {
    this.#root = root;
    this.#folder = path.join(root, `counterfoil-${pid}`);
    this.#pid = pid;
  }

  /** Gives the process at most a share of one processor. Rejects where this user may not. */
  static async set(pid: number, share: number): Promise<ProcessorLimit> {
    const isVersion1 = existsSync(version1);
    const limit = new ProcessorLimit(isVersion1 ? version1 : version2, pid);
    await mkdir(limit.#folder);
    const quota = `${Math.round(share * periodMicroseconds)}`;
    if (isVersion1) {
      await limit.#write('cpu.cfs_period_us', `${periodMicroseconds}`);
      await limit.#write('cpu.cfs_quota_us', quota);
    } else await limit.#write('cpu.max', `${quota} ${periodMicroseconds}`);
    await limit.#write('cgroup.procs', `${pid}`);
    return limit;
  }

  async remove(): Promise<void> {
    await writeFile(path.join(this.#root, 'cgroup.procs'), `${this.#pid}`);
    await rmdir(this.#folder);
  }

  #write(file: string, text: string): Promise<void> {
    return writeFile(path.join(this.#folder, file), text);
  }
}
