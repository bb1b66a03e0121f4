import { EmbeddedServersUnavailable, type Program, type ServerName } from './programs/program.ts';
import type { Guard } from './system/guard.ts';
import type { Account, Command } from './system/launch.ts';
import { ManagedProcess } from './system/managedProcess.ts';

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
export class EmbeddedServer {
  readonly name: ServerName;
  /** Contains the password and the port, and stays the same over all starts of this object. */
  readonly url: string;
  readonly #process: ManagedProcess;

  constructor({ url, place, command, ...recipe }: ServerRecipe) {
    const { guard, folder, logFile } = place;
    this.name = recipe.name;
    this.url = url;
    this.#process = new ManagedProcess({
      ...recipe,
      logFile,
      command: () => command,
      link: { kind: 'guard', guard, folder },
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Resolves when the server answers. Throws `EmbeddedServersUnavailable`, which names the log file. */
  async start(): Promise<void> {
    try {
      await this.#process.start();
    } catch (error) {
      throw new EmbeddedServersUnavailable((error as Error).message, { cause: error });
    }
  }

  /** Asks the server to end, and kills it if it takes too long. Resolves when it is gone. */
  stop(): Promise<void> {
    return this.#process.stop();
  }

  /** Calls the listener with the reason if the server ends without a stop after its start. */
  onExit(listener: (reason: string) => void): void {
    this.#process.onExit(listener);
  }
}
