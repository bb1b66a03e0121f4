import { type Launched, launch, terminate } from './launch.ts';
import type { Place } from './place.ts';
import type { Command } from './programCommand.ts';
import { untilReady } from './readiness.ts';
import type { EmbeddedServer, ServerName } from './types.ts';
import { EmbeddedServersUnavailable } from './unavailable.ts';

const stopLimitMs = 15_000;

/** What tells one server from another. */
export interface ServerRecipe {
  readonly name: ServerName;
  readonly url: string;
  readonly place: Place;
  readonly command: Command;
  /** Runs before every start; gives up when the signal says so. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the server does its work, rejects when it does not yet. */
  readonly probe: () => Promise<void>;
  /** Removes what may outlive the child. */
  readonly cleanUp: () => Promise<void>;
}

/** One server process: starts and stops run one after another in the order of the calls. */
export class SupervisedServer implements EmbeddedServer {
  readonly name: ServerName;
  readonly url: string;
  readonly #recipe: ServerRecipe;
  readonly #listeners: ((reason: string) => void)[] = [];
  #launched: Launched | undefined;
  #stopRequest = new AbortController();
  #lastStep: Promise<void> = Promise.resolve();

  constructor(recipe: ServerRecipe) {
    this.#recipe = recipe;
    this.name = recipe.name;
    this.url = recipe.url;
  }

  get pid(): number | undefined {
    return this.#launched?.child.pid;
  }

  start(): Promise<void> {
    if (this.#stopRequest.signal.aborted) this.#stopRequest = new AbortController();
    const { signal } = this.#stopRequest;
    return this.#afterLastStep(() => this.#start(signal));
  }

  /** Cuts a start short that is still under way. */
  stop(): Promise<void> {
    this.#stopRequest.abort();
    return this.#afterLastStep(() => this.#end());
  }

  onExit(listener: (reason: string) => void): void {
    this.#listeners.push(listener);
  }

  #afterLastStep(step: () => Promise<void>): Promise<void> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  async #start(signal: AbortSignal): Promise<void> {
    if (this.#launched) return;
    try {
      await this.#recipe.prepare(signal);
      signal.throwIfAborted();
      await this.#launch(signal);
    } catch (error) {
      await this.#end();
      throw this.#failure(error, signal);
    }
  }

  async #launch(signal: AbortSignal): Promise<void> {
    const launched = launch(this.#recipe.command, this.#recipe.place);
    this.#launched = launched;
    await untilReady(this.#recipe.probe, launched.ended, signal);
    void launched.ended.then((reason) => (signal.aborted ? undefined : this.#report(reason)));
  }

  async #end(): Promise<void> {
    if (!this.#launched) return;
    await terminate(this.#launched, stopLimitMs);
    this.#launched = undefined;
    await this.#recipe.cleanUp();
  }

  async #report(reason: string): Promise<void> {
    await this.#afterLastStep(() => this.#end());
    for (const listener of this.#listeners) listener(`${this.name} ${reason}`);
  }

  #failure(error: unknown, signal: AbortSignal): EmbeddedServersUnavailable {
    const reason = signal.aborted ? 'was stopped while it was starting' : (error as Error).message;
    const { logFile } = this.#recipe.place;
    return new EmbeddedServersUnavailable(`${this.name} ${reason}; its log is ${logFile}.`, { cause: error });
  }
}
