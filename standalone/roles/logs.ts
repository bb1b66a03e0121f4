import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';

/** What is kept of each log: the file that is written to, and older ones. */
interface Limits {
  readonly maxBytes: number;
  /** `gateway.log.1` is the newest of them. */
  readonly olderFiles: number;
  readonly pollMs: number;
}

/** 80 MiB for each process, and what it writes in two seconds. */
const defaultLimits: Limits = { maxBytes: 16 * 1024 * 1024, olderFiles: 4, pollMs: 2_000 };

/** A process whose log this is; it begins a new file if it is told to. */
export interface Logging {
  readonly file: string;
  readonly reopen: () => void;
}

/**
 * Rotates the logs of `up` by size, so that they never fill the disk. Roles are told to write to a new file, which loses no
 * line; they keep the file open that they were started with, so that its place on the disk becomes free when they end.
 */
export class Logs {
  readonly #folders: readonly string[];
  readonly #limits: Limits;
  readonly #rotating: NodeJS.Timeout;
  #roles: () => readonly Logging[] = () => [];
  #rotation: Promise<void> | undefined;

  private constructor(folders: readonly string[], limits: Limits) {
    this.#folders = folders;
    this.#limits = limits;
    this.#rotating = setInterval(() => void this.rotate(), limits.pollMs);
  }

  /** Rotates all logs in these folders, and makes those that do not exist. */
  static async start(folders: readonly string[], limits: Partial<Limits> = {}): Promise<Logs> {
    for (const folder of folders) await mkdir(folder, { recursive: true });
    return new Logs(folders, { ...defaultLimits, ...limits });
  }

  /** The processes that reopen their logs. Other logs are copied and emptied: private servers keep theirs open. */
  belongTo(roles: () => readonly Logging[]): void {
    this.#roles = roles;
  }

  /** Every role writes to a new file if its own was moved, as logrotate does before it sends SIGHUP. */
  reopen(): void {
    for (const role of this.#roles()) role.reopen();
  }

  stop(): void {
    clearInterval(this.#rotating);
  }

  /** Rotates the logs that are too large. Never rejects: the next time makes up for a log that can't be rotated now. */
  rotate(): Promise<void> {
    this.#rotation ??= this.#rotateAll().finally(() => {
      this.#rotation = undefined;
    });
    return this.#rotation;
  }

  async #rotateAll(): Promise<void> {
    // One whose new file could not be opened, on a full disk, would write to its former file for ever.
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
      await rename(`${file}.${age - 1}`, `${file}.${age}`).catch(() => {}); // there are fewer
    const role = this.#roles().find((one) => one.file === file);
    if (!role) return copyAndEmpty(file, `${file}.1`);
    await rename(file, `${file}.1`);
    role.reopen();
  }
}

/** A disk that is full has no room for the copy: then its lines are lost, rather than those of the database. */
async function copyAndEmpty(file: string, copy: string): Promise<void> {
  await copyFile(file, copy).catch(() => rm(copy, { force: true }).catch(() => {}));
  await truncate(file);
}
