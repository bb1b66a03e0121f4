import { existsSync } from 'node:fs';
import path from 'node:path';

/** The PATH and the folders of daemons, which the PATH of ordinary users leaves out. */
export function commandFolders(): string[] {
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return [...new Set([...onPath, '/usr/local/sbin', '/usr/sbin', '/usr/libexec'])];
}

/** Every file of one of these names, in the order of the names, then of the folders. */
export function findCommands(names: readonly string[], folders: readonly string[]): string[] {
  return names.flatMap((name) =>
    folders.map((folder) => path.join(folder, name)).filter((file) => existsSync(file)),
  );
}

export function findCommand(name: string, folders: readonly string[]): string | undefined {
  return findCommands([name], folders)[0];
}
