import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { type Command, type Launched, launch, type ParentLink, terminate } from './launch.ts';

interface ProcessOptions {
  readonly name: string;
  readonly command: () => Command;
  readonly link: ParentLink;
  /** Gets the output of the process, except the standard error of a process with a channel. */
  readonly logFile?: string;
  /** Called with output of a process with a channel that does not go to a log file. */
  readonly onOutput?: (text: string) => void;
  readonly onMessage?: (message: never) => void;
  /** Runs before every start. Gives up when the signal aborts. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
  /**
   * Resolves if the process serves, and rejects if it does not serve yet. Without a probe, its first message says that it
   * serves.
   */
  readonly probe?: () => Promise<void>;
  readonly greeting?: () => object;
  /** Removes leftovers of the process, such as its container. */
  readonly cleanUp?: () => Promise<void>;
  readonly startMs?: number;
  readonly stopMs?: number;
}

/**
 * A child process that can be started and stopped any number of times. Starts and stops run one after another in the order of
 * the calls. Both are safe to call twice, and bounded in time. The child ends when this process is killed.
 */
export class ManagedProcess {
  readonly name: string;
  readonly #options: ProcessOptions;
  readonly #startMs: number;
  readonly #stopMs: number;
  readonly #listeners: ((reason: string) => void)[] = [];
  #launched: Launched | undefined;
  #isReady = false;
  #stopRequest = new AbortController();
  #lastStep: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions) {
    const { name, startMs = 30_000, stopMs = 15_000 } = options;
    this.name = name;
    this.#options = options;
    this.#startMs = startMs;
    this.#stopMs = stopMs;
  }

  get pid(): number | undefined {
    return this.#launched?.child.pid;
  }

  get isReady(): boolean {
    const child = this.#launched?.child;
    return this.#isReady && child?.exitCode === null && child.signalCode === null;
  }

  /** Resolves when the process serves. Throws an `OperatorError` that says why it does not. */
  start(): Promise<void> {
    if (this.#stopRequest.signal.aborted) this.#stopRequest = new AbortController();
    const { signal } = this.#stopRequest;
    return this.#afterLastStep(() => this.#start(signal));
  }

  /** Asks the process to finish its work, and kills it after the limit. Cancels a start. */
  stop(stopMs: number = this.#stopMs): Promise<void> {
    this.#stopRequest.abort();
    return this.#afterLastStep(() => this.#end(stopMs));
  }

  /** Calls the listener with the reason if the process ends without a stop after its start. */
  onExit(listener: (reason: string) => void): void {
    this.#listeners.push(listener);
  }

  signal(signal: NodeJS.Signals): void {
    this.#launched?.child.kill(signal);
  }

  /** Does nothing if the process does not run. */
  send(message: object | string): void {
    const child = this.#launched?.child;
    if (child?.connected) child.send(message, () => {}); // a process that ends gets the greeting at its next start
  }

  /** Hands a connection to the process. Calls back with null, or with an error if the process did not get it. */
  sendConnection(socket: Socket, message: object, done: (error: Error | null) => void): void {
    const child = this.#launched?.child;
    if (child?.connected) child.send(message, socket, { keepOpen: false }, done);
    else done(new Error(`${this.name} does not run`));
  }

  #afterLastStep(step: () => Promise<void>): Promise<void> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => undefined);
    return done;
  }

  async #start(signal: AbortSignal): Promise<void> {
    if (this.#launched) return;
    try {
      await this.#options.prepare?.(signal);
      signal.throwIfAborted();
      await this.#launch(signal);
    } catch (error) {
      const problem = signal.aborted ? 'was stopped while it was starting' : (error as Error).message;
      const failure = new OperatorError(`${this.name} ${problem}${this.#evidence()}`, { cause: error });
      await this.#end(this.#stopMs);
      throw failure;
    }
  }

  async #launch(signal: AbortSignal): Promise<void> {
    const { command, greeting } = this.#options;
    const launched = launch(command(), this.#options);
    this.#launched = launched;
    this.#listen(launched);
    const { child, ended } = launched;
    await untilReady((over) => this.#serves(child, over), ended, signal, this.#startMs);
    this.#isReady = true;
    if (greeting) this.send(greeting());
    void launched.ended.then((reason) => (signal.aborted ? undefined : this.#report(reason)));
  }

  async #serves(child: ChildProcess, over: AbortSignal): Promise<void> {
    const { probe } = this.#options;
    if (probe) await retried(probe, over);
    else await once(child, 'message', { signal: over });
  }

  #listen({ child }: Launched): void {
    const { onOutput = () => {}, onMessage = () => {} } = this.#options;
    child.on('message', (message) => onMessage(message as never));
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk: Buffer | string) => onOutput(String(chunk)));
  }

  async #end(stopMs: number): Promise<void> {
    this.#isReady = false;
    if (!this.#launched) return;
    await terminate(this.#launched, stopMs);
    this.#launched = undefined;
    await this.#options.cleanUp?.();
  }

  async #report(reason: string): Promise<void> {
    await this.#afterLastStep(() => this.#end(this.#stopMs));
    for (const listener of this.#listeners) listener(`${this.name} ${reason}`);
  }

  /** Returns the last error line of the process and then all of them, or the log file. */
  #evidence(): string {
    const { link, logFile } = this.#options;
    if (link.kind === 'guard') return `; its log is ${logFile}.`;
    const errors = this.#launched?.lastErrors() ?? '';
    const [last = '', ...others] = errors.split('\n').toReversed();
    const line = last.replace(/^counterfoil: /, '');
    return `${line && `: ${line}`}${others.length > 0 ? `\n${errors}` : ''}`;
  }
}

const retryMs = 20;

/**
 * Resolves as soon as the process serves. If it ends or takes longer than the limit, throws the reason in words that follow its
 * name. Throws when the signal aborts.
 */
async function untilReady(
  serves: (over: AbortSignal) => Promise<void>,
  ended: Promise<string>,
  signal: AbortSignal,
  limitMs: number,
): Promise<void> {
  const over = new AbortController();
  try {
    await Promise.race([
      serves(over.signal),
      ended.then((reason) => Promise.reject(new Error(reason))),
      once(signal, 'abort', { signal: over.signal }).then(() => signal.throwIfAborted()),
      timeLimit(limitMs, over.signal),
    ]);
  } finally {
    over.abort();
  }
}

async function retried(probe: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted && !(await resolves(probe))) await delay(retryMs);
}

function resolves(probe: () => Promise<void>): Promise<boolean> {
  return probe().then(
    () => true,
    () => false,
  );
}

async function timeLimit(limitMs: number, over: AbortSignal): Promise<never> {
  await delay(limitMs, undefined, { signal: over });
  throw new Error(`was not ready within ${limitMs / 1_000} seconds`);
}
