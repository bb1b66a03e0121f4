import type { DatabaseEngine } from '../../shared/settings/settings.ts';
import type { Program, ServerName } from '../programs/program.ts';
import type { Guard } from '../system/guard.ts';
import type { Account } from '../system/launch.ts';

/** A private server of this process. Every start has its stop; both are safe to call twice. */
export interface EmbeddedServer {
  readonly name: ServerName;
  /** Holds the password and the port; stays the same over every start of this object. */
  readonly url: string;
  readonly pid: number | undefined;
  /** Resolves when the server answers; throws EmbeddedServersUnavailable, which names its log file. */
  start(): Promise<void>;
  /** Asks the server to end, kills it when it takes too long, resolves when it is gone. */
  stop(): Promise<void>;
  /** Calls the listener with the reason when the server ends after its start and without a stop. */
  onExit(listener: (reason: string) => void): void;
}

export interface EmbeddedServersOptions {
  /** Absolute; holds mysql/, redis/, servers.json (mode 600) and the logs. */
  readonly dataFolder: string;
  /** Absolute; holds downloaded binaries, may be shared by several data folders. */
  readonly binariesFolder: string;
  readonly database: boolean;
  /** Which database; MariaDB unless it is given. */
  readonly databaseEngine?: DatabaseEngine;
  readonly redis: boolean;
  readonly progress: (line: string) => void;
  /** Appended to the command lines, so they win over our own. */
  readonly databaseFlags?: readonly string[];
  readonly redisFlags?: readonly string[];
  /** Where commands are looked for; tests narrow it to see a machine without them. */
  readonly commandFolders?: readonly string[];
}

/** Where one server runs, and as which user. */
export interface Place {
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly account: Account;
  readonly guard: Guard;
}

/** What a server is made from. */
export interface ServerOptions {
  readonly program: Program;
  readonly place: Place;
  readonly password: string;
  readonly flags: readonly string[];
  readonly progress: (line: string) => void;
}
