import type { DatabaseEngine } from '../shared/runtime/settings/settings.ts';
import type { Program, ServerName } from './programs/program.ts';
import type { Guard } from './system/guard.ts';
import type { Account } from './system/launch.ts';

/** A private server of this process. `start` and `stop` are safe to call twice. */
export interface EmbeddedServer {
  readonly name: ServerName;
  /** Contains the password and the port, and stays the same over all starts of this object. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Resolves when the server answers. Throws `EmbeddedServersUnavailable`, which names the log file. */
  start(): Promise<void>;
  /** Asks the server to end, and kills it if it takes too long. Resolves when it is gone. */
  stop(): Promise<void>;
  /** Calls the listener with the reason if the server ends without a stop after its start. */
  onExit(listener: (reason: string) => void): void;
}

export interface EmbeddedServersOptions {
  /** Absolute path. Contains mysql/, redis/, servers.json (mode 600) and the logs. */
  readonly dataFolder: string;
  /** Absolute path of downloaded binaries. Several data folders may share it. */
  readonly binariesFolder: string;
  readonly database: boolean;
  readonly databaseEngine?: DatabaseEngine;
  readonly redis: boolean;
  readonly progress: (line: string) => void;
  /** Appended to the command lines, so they override our own. */
  readonly databaseFlags?: readonly string[];
  readonly redisFlags?: readonly string[];
  /** Folders that are searched for commands. Tests set it to simulate a machine without them. */
  readonly commandFolders?: readonly string[];
}

export interface Place {
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly account: Account;
  readonly guard: Guard;
}

export interface ServerOptions {
  readonly program: Program;
  readonly place: Place;
  readonly password: string;
  readonly flags: readonly string[];
  readonly progress: (line: string) => void;
}
