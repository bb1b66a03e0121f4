import type { ServerName } from './types.ts';

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
