import { EmbeddedServersUnavailable, type Program, type ServerName } from './programs/program.ts';
import type { Guard } from './system/guard.ts';
import type { Command, SystemUser } from './system/launch.ts';
import { ManagedProcess } from './system/managedProcess.ts';

export interface Place {
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly systemUser: SystemUser;
  readonly guard: Guard;
}

export interface ServerOptions {
  readonly program: Program;
  readonly place: Place;
  readonly password: string;
  readonly flags: readonly string[];
  readonly progress: (line: string) => void;
}

interface ServerRecipe {
  readonly name: ServerName;
  readonly url: string;
  readonly place: Place;
  readonly command: Command;
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  readonly probe: () => Promise<void>;
  readonly cleanUp: () => Promise<void>;
}

/** A private server of this process. `start` and `stop` are safe to call twice. */
export class EmbeddedServer extends ManagedProcess {
  declare readonly name: ServerName;
  /** Contains the password and the port, and stays the same over all starts of this object. */
  readonly url: string;

  constructor({ url, place: { guard, folder, logFile }, command, ...recipe }: ServerRecipe) {
    super({ ...recipe, logFile, command: () => command, link: { kind: 'guard', guard, folder } });
    this.url = url;
  }

  /** Resolves when the server answers. Throws `EmbeddedServersUnavailable`, which names the log file. */
  override async start(): Promise<void> {
    try {
      await super.start();
    } catch (error) {
      throw new EmbeddedServersUnavailable((error as Error).message, { cause: error });
    }
  }
}
