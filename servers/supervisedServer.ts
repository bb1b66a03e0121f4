import { EmbeddedServersUnavailable, type ServerName } from './programs/program.ts';
import type { Command } from './system/launch.ts';
import { ManagedProcess } from './system/managedProcess.ts';
import type { EmbeddedServer, Place } from './types.ts';

export interface ServerRecipe {
  readonly name: ServerName;
  readonly url: string;
  readonly place: Place;
  readonly command: Command;
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  readonly probe: () => Promise<void>;
  readonly cleanUp: () => Promise<void>;
}

export class SupervisedServer implements EmbeddedServer {
  readonly name: ServerName;
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

  async start(): Promise<void> {
    try {
      await this.#process.start();
    } catch (error) {
      throw new EmbeddedServersUnavailable((error as Error).message, { cause: error });
    }
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  onExit(listener: (reason: string) => void): void {
    this.#process.onExit(listener);
  }
}
