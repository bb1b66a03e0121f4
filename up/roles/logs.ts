import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { repeat } from '../../shared/runtime/process/repeat.ts';

interface Limits {
  readonly maxBytes: number;
  /** Rotated files that are kept; `gateway.log.1` is the newest. */
  readonly olderFiles: number;
  readonly pollMs: number;
}

/** Allows each process 80 MiB, plus its output of two seconds. */
const defaultLimits: Limits = { maxBytes: 16 * 1024 * 1024, olderFiles: 4, pollMs: 2_000 };

export interface Logging {
  readonly file: string;
  readonly reopen: () => void;
}

/**
 * Rotates the logs of `up` by size, so that they never fill the disk. Roles are told to write to a new file, so no line is
 * lost. A role keeps the file of its start open: the disk space of that file is freed when the role ends.
 */
export class Logs {
  readonly #folders: readonly string[];
  readonly #limits: Limits;
  readonly stop: () => void;
  #roles: () => readonly Logging[] = () => [];
  #rotation: Promise<void> | undefined;

  private constructor(folders: readonly string[], limits: Limits) {
    this.#folders = folders;
    this.#limits = limits;
    this.stop = repeat(limits.pollMs, () => this.rotate());
  }

  static async start(folders: readonly string[], limits: Partial<Limits> = {}): Promise<Logs> {
    for (const folder of folders) await mkdir(folder, { recursive: true });
    return new Logs(folders, { ...defaultLimits, ...limits });
  }

  /** Sets the processes that reopen their logs. Other logs are copied and emptied, since private servers keep theirs open. */
  belongTo(roles: () => readonly Logging[]): void {
    this.#roles = roles;
  }

  /** Makes every role open its log again, as SIGHUP does after logrotate has moved it. */
  reopen(): void {
    for (const role of this.#roles()) role.reopen();
  }

  /** Rotates the logs that are too large. Never rejects: a log that can't be rotated now is rotated the next time. */
  rotate(): Promise<void> {
    this.#rotation ??= this.#rotateAll().finally(() => {
      this.#rotation = undefined;
    });
    return this.#rotation;
  }

  async #rotateAll(): Promise<void> {
    // A role may have failed to open its new file on a full disk. It would write to the former one for ever.
    for (const role of this.#roles()) if (!existsSync(role.file)) role.reopen();
    for (const folder of this.#folders) {
      const names = await readdir(folder).catch(() => []);
      const files = names.filter((name) => name.endsWith('.log')).map((name) => path.join(folder, name));
      for (const file of files) await this.#rotate(file).catch(() => {});
    }
  }

  async #rotate(file: string): Promise<void> {
    const { size } = await stat(file);
    if (size < this.#limits.maxBytes) return;
    for (let age = this.#limits.olderFiles; age > 1; age -= 1)
      await rename(`${file}.${age - 1}`, `${file}.${age}`).catch(() => {}); // not all older files exist
    const role = this.#roles().find((one) => one.file === file);
    if (!role) return copyAndEmpty(file, `${file}.1`);
    await rename(file, `${file}.1`);
    role.reopen();
  }
}

/** A full disk has no room for the copy. The lines are then lost, so that the database still has room to write. */
async function copyAndEmpty(file: string, copy: string): Promise<void> {
  await copyFile(file, copy).catch(() => rm(copy, { force: true }).catch(() => {}));
  await truncate(file);
}
