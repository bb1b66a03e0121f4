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

interface DebianPrograms<Found> extends Pick<PackageChoice, 'unpack'> {
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
      fill: async (tools, folder) =>
        void (await unpackFromRelease(tools, folder, { choose: chosen, unpack })),
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

/** Finds one of these commands in a folder of unpacked packages. */
export async function programIn(
  folder: string,
  ...commands: readonly string[]
): Promise<Program | undefined> {
  const file = commands.map((command) => findCommand(command, [path.join(folder, 'usr/bin')])).find(Boolean);
  return file ? { file, libraryPath: (await unpackedLibraries(folder)).libraryPath } : undefined;
}
