import { existsSync } from 'node:fs';
import { readdir, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type PackageChoice, unpackFromRelease } from '../../servers/programs/debianPackages.ts';
import { downloadOnce, unpackedLibraries } from '../../servers/programs/downloadOnce.ts';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { binariesFolder } from './servers.ts';

/** A program of the machine, or one that was unpacked, with the libraries that the machine may lack. */
export interface Program {
  readonly file: string;
  readonly libraryPath?: string | undefined;
}

export interface DebianPrograms<Found> extends Pick<PackageChoice, 'unpack'> {
  readonly label: string;
  /** The folder's name ends with it. */
  readonly folder: string;
  readonly choose: PackageChoice['choose'] | readonly string[];
  /** Looks in the folder of the unpacked packages. */
  readonly find: (folder: string) => Promise<Found | undefined>;
}

/** Downloads packages of Debian once, and unpacks them as those of the databases are. Undefined where that is impossible. */
export function debianPrograms<Found>(programs: DebianPrograms<Found>): Promise<Found | undefined> {
  const { label, folder: name, choose, unpack, find } = programs;
  const chosen = typeof choose === 'function' ? choose : () => Promise.resolve(choose);
  return downloadOnce<Found | undefined>(
    {
      label,
      folderEnding: `-${name}`,
      fill: async (tools, folder) => {
        await unpackFromRelease(tools, folder, { choose: chosen, unpack });
        await relink(folder);
      },
      find,
      isComplete: (found) => found !== undefined,
    },
    {
      binariesFolder,
      commandFolders: commandFolders(),
      progress: (line) => process.stderr.write(`${line}\n`),
    },
  );
}

/** Points links at unpacked files instead of the machine's, such as those of Java to its settings in /etc. */
async function relink(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isSymbolicLink())) {
    const link = path.join(parentPath, name);
    const target = await readlink(link);
    const unpacked = path.join(folder, target);
    if (!path.isAbsolute(target) || !existsSync(unpacked)) continue;
    await rm(link);
    await symlink(path.relative(parentPath, unpacked), link);
  }
}

/** Finds one of these commands in a folder of unpacked packages. */
export async function programIn(
  folder: string,
  ...commands: readonly string[]
): Promise<Program | undefined> {
  // Java's are not linked in usr/bin before it is installed.
  const machines = path.join(folder, 'usr/lib/jvm');
  const java = (await readdir(machines).catch(() => [])).map((name) => path.join(machines, name, 'bin'));
  const folders = [path.join(folder, 'usr/bin'), ...java];
  const file = commands.map((command) => findCommand(command, folders)).find(Boolean);
  return file ? { file, libraryPath: (await unpackedLibraries(folder)).libraryPath } : undefined;
}
