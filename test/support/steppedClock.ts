import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { debianPrograms } from './debianPrograms.ts';

/** The clock of a process that a test steps while it runs: a file says by how many seconds it is ahead. */
export class SteppedClock {
  readonly file: string;

  private constructor(file: string) {
    this.file = file;
  }

  static async start(): Promise<SteppedClock> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-clock-'));
    await chmod(folder, 0o755); // root's servers run as nobody
    const clock = new SteppedClock(path.join(folder, 'ahead'));
    await clock.set(0);
    return clock;
  }

  /** Puts the clock so many seconds ahead of the machine's from now on. */
  async set(seconds: number): Promise<void> {
    const draft = `${this.file}.draft`;
    await writeFile(draft, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await rename(draft, this.file);
  }

  remove(): Promise<void> {
    return rm(path.dirname(this.file), { recursive: true, force: true });
  }
}

/** Prepares a server whose clock is that one, by libfaketime, or the machine's if there is none. Its monotonic clock stays as it is. */
export async function onSteppedClock<T>(
  clock: SteppedClock | undefined,
  prepare: () => Promise<T>,
): Promise<T> {
  if (!clock) return prepare();
  const environment = {
    // Redis's allocator asks for the time before libfaketime is ready: the one of the C library does not.
    LD_PRELOAD: `${await clockLibrary()}:libc.so.6`,
    FAKETIME_TIMESTAMP_FILE: clock.file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Otherwise, waits by the monotonic clock are over at once, and MySQL does nothing else than wait.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
  const before = { ...process.env };
  Object.assign(process.env, environment);
  try {
    return await prepare();
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Finds Debian's libfaketime: that of the machine, or one that is downloaded and unpacked. */
async function clockLibrary(): Promise<string> {
  const found =
    (await libraryIn('/')) ??
    (await debianPrograms({
      label: 'libfaketime',
      folder: 'faketime',
      choose: ['libfaketime'],
      unpack: 'libfaketime',
      find: libraryIn,
    }));
  if (!found) throw new Error('no libfaketime: install it with "apt install libfaketime"');
  return found;
}

async function libraryIn(folder: string): Promise<string | undefined> {
  const libraries = path.join(folder, 'usr/lib');
  const names = await readdir(libraries).catch(() => []);
  const files = names.map((name) => path.join(libraries, name, 'faketime/libfaketime.so.1'));
  return files.find((file) => existsSync(file));
}
