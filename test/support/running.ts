import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { childEnvironment } from './childEnvironment.ts';
import { until } from './until.ts';

/** End of a process, with all that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Text for standard input, which is empty otherwise. */
  readonly input?: string;
  /** True if standard input stays open after that text. */
  readonly keepsInput?: boolean;
  /** True if it has a channel to this process, as the roles of `up` have to it. */
  readonly channel?: boolean;
}

const alive = new Set<Running>();

/** A process that was started as users start it. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';
  #isOver = false;

  constructor(file: string, parameters: readonly string[], options: RunOptions = {}) {
    const { cwd, env = {}, input = '', keepsInput = false, channel = false } = options;
    this.child = spawn(file, parameters, {
      ...(cwd ? { cwd } : {}),
      env: { ...childEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe', channel ? 'ipc' : 'ignore'],
    });
    this.ended = this.#end();
    this.child.stdin?.on('error', () => {}).write(input);
    if (!keepsInput) this.child.stdin?.end();
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Everything so far, on both outputs. */
  get printed(): string {
    return this.#stdout + this.#stderr;
  }

  /** Resolves when it has printed this; rejects when it ends without. */
  async prints(pattern: RegExp): Promise<void> {
    await until(() => this.#isOver || pattern.test(this.printed));
    if (!pattern.test(this.printed)) throw new Error(`ended without printing ${pattern}:\n${this.printed}`);
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }

  async #end(): Promise<Ended> {
    alive.add(this);
    // Not the event `close`, which never comes when the channel was closed from this side.
    const outputs = [this.child.stdout, this.child.stderr].map((output) => once(output as Readable, 'close'));
    const [[code, signal]] = await Promise.all([once(this.child, 'exit'), ...outputs]);
    alive.delete(this);
    this.#isOver = true;
    return { code, signal, stdout: this.#stdout, stderr: this.#stderr };
  }
}

/** Ends processes that tests started and that, after a failure, did not end themselves. Must be called at the end of tests. */
export async function endAll(): Promise<void> {
  await Promise.all([...alive].map((running) => running.stop()));
}
