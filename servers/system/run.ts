import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Resolves to the standard output. Throws if the command fails. */
export async function run(
  file: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const { stdout } = await execute(file, args, { maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' });
  return stdout;
}

export function succeeds(
  file: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<boolean> {
  return run(file, args, options).then(
    () => true,
    () => false,
  );
}

/** Returns the error of a failed command as one line. apt marks its errors with `E:` and ends with the most general one. */
export function errorText(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = printed.trim().split('\n');
  return lines.find((line) => line.startsWith('E: ')) || lines.at(-1) || String(error);
}

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
