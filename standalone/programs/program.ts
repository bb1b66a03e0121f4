export type DatabaseName = 'MariaDB' | 'MySQL';
export type ServerName = DatabaseName | 'Redis';

/** A server that can be run here, as a file or as a container image. */
export type Program = Binary | Container;
export type Programs = Partial<Record<ServerName, Program>>;

export interface Binary {
  readonly kind: 'binary';
  readonly file: string;
  /** Folders of shared libraries that were unpacked with it, separated by colons. */
  readonly libraryPath?: string;
  /** The program loader that was unpacked with it; the machine's own is older than its libraries. */
  readonly loader?: string;
}

export interface Container {
  readonly kind: 'container';
  readonly docker: string;
  readonly image: string;
}

/** One way to find programs; leaves out those that it cannot offer. */
export type ProgramSource = (missing: readonly ServerName[], search: Search) => Promise<Programs>;

export interface Search {
  readonly binariesFolder: string;
  readonly commandFolders: readonly string[];
  readonly progress: (line: string) => void;
}

/** The servers cannot run here; the message is one sentence for the operator. */
export class EmbeddedServersUnavailable extends Error {
  override readonly name = 'EmbeddedServersUnavailable';
}

/** The command line of a binary; an unpacked C library works only with the loader of its own release. */
export function programLine(
  { file, loader, libraryPath = '' }: Binary,
  parameters: readonly string[],
): [string, ...string[]] {
  return loader ? [loader, '--library-path', libraryPath, file, ...parameters] : [file, ...parameters];
}

/** The environment in which an unpacked binary finds its libraries; a loader gets them on its command line. */
export function programEnvironment({ libraryPath, loader }: Binary): NodeJS.ProcessEnv {
  if (libraryPath === undefined || loader) return process.env;
  const inherited = process.env.LD_LIBRARY_PATH;
  return { ...process.env, LD_LIBRARY_PATH: inherited ? `${libraryPath}:${inherited}` : libraryPath };
}
