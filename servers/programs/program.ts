import { run } from '../system/run.ts';

export type DatabaseName = 'MariaDB' | 'MySQL';
export type ServerName = DatabaseName | 'Redis';

export type Version = readonly [major: number, minor: number];

/** The versions of Ubuntu 22.04. Both databases have SKIP LOCKED since then. */
export const oldestDatabases: Readonly<Record<DatabaseName, Version>> = { MariaDB: [10, 6], MySQL: [8, 0] };

/** Compares a version such as `10.11.6-MariaDB`. */
export function isAtLeast(version: string, [major, minor]: Version): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

export type Program = Binary | Container;
export type Programs = Partial<Record<ServerName, Program>>;

export interface Binary {
  readonly kind: 'binary';
  readonly file: string;
  /** Folders of shared libraries that were unpacked with it, separated by colons. */
  readonly libraryPath?: string;
  /** The loader that was unpacked with it. The machine's own is older than its libraries. */
  readonly loader?: string;
}

interface Container {
  readonly kind: 'container';
  readonly docker: string;
  readonly image: string;
}

export interface Search {
  readonly binariesFolder: string;
  readonly commandFolders: readonly string[];
  readonly progress: (line: string) => void;
}

/** The servers can't run here. The message is one sentence for the operator. */
export class EmbeddedServersUnavailable extends Error {
  override readonly name = 'EmbeddedServersUnavailable';
}

/** Runs a binary through its loader, if it has one: an unpacked C library works only with the loader of its own release. */
export function programLine(
  { file, loader, libraryPath = '' }: Binary,
  parameters: readonly string[],
): [string, ...string[]] {
  return loader ? [loader, '--library-path', libraryPath, file, ...parameters] : [file, ...parameters];
}

/** Lets an unpacked binary find its libraries. With a loader, they are on the command line instead. */
export function programEnvironment({ libraryPath, loader }: Binary): NodeJS.ProcessEnv {
  if (libraryPath === undefined || loader) return process.env;
  const inherited = process.env.LD_LIBRARY_PATH;
  return { ...process.env, LD_LIBRARY_PATH: inherited ? `${libraryPath}:${inherited}` : libraryPath };
}

/** Returns the output of `--version`, or an empty text if the program does not run here. */
export function printedVersion(program: Binary): Promise<string> {
  const [file, ...parameters] = programLine(program, ['--version']);
  return run(file, parameters, { env: programEnvironment(program) }).catch(() => '');
}

export type Libraries = Pick<Binary, 'libraryPath' | 'loader'>;

/** Returns the first of the files that is usable, with the libraries that were unpacked with them. */
export async function firstUsable(
  files: readonly string[],
  libraries: Libraries,
  isUsable: (program: Binary) => Promise<boolean>,
): Promise<Binary | undefined> {
  for (const file of files) {
    const program: Binary = { kind: 'binary', file, ...libraries };
    if (await isUsable(program)) return program;
  }
  return undefined;
}
