import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the PATH and the folders of daemons, which the PATH of ordinary users lacks. */
export function commandFolders(): string[] {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...new Set([...onPath, '/usr/local/sbin', '/usr/sbin', '/usr/libexec'])];
}

/** Returns every file with one of these names, ordered by name, then by folder. */
export function findCommands(names: readonly string[], folders: readonly string[]): string[] {
  return names.flatMap((name) =>
    folders.map((folder) => path.join(folder, name)).filter((file) => existsSync(file)),
  );
}

export function findCommand(name: string, folders: readonly string[]): string | undefined {
  return findCommands([name], folders)[0];
}
