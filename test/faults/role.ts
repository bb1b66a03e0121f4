import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';

/** What operators run; compiled, because it starts faster. */
const program = 'dist/cli/main.js';

interface RoleOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The checkout of the release to run; this one by default. */
  readonly folder?: string;
  /** Modules that Node loads first. */
  readonly requires?: readonly string[];
  /** Receives what it prints. */
  readonly onOutput?: (text: string) => void;
}

/** A gateway or worker process that is started again whenever it ends, as systemd does. */
export class Role {
  readonly name: string;
  readonly #options: RoleOptions;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isOver = false;
  /** How many times it was started. */
  starts = 0;

  private constructor(name: string, options: RoleOptions) {
    this.name = name;
    this.#options = options;
  }

  /** Starts it; resolves when it serves. */
  static async start(name: string, options: RoleOptions): Promise<Role> {
    const role = new Role(name, options);
    role.#spawn();
    await role.ready();
    return role;
  }

  /** Resolves when the current process serves. */
  async ready(): Promise<void> {
    await eventually(() => this.#isReady);
  }

  /** Sends a signal to the process. When it ends, the next one starts. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Sends SIGTERM, as an operator does; resolves when the next process serves. */
  async restart(): Promise<void> {
    const before = this.starts;
    this.signal('SIGTERM');
    await eventually(() => this.starts > before);
    await this.ready();
  }

  /** Stops the process and starts no other one. */
  async stop(): Promise<void> {
    this.#isOver = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await exit;
    clearTimeout(limit);
  }

  #spawn(): void {
    const { env, folder = '', requires = [], onOutput = () => {} } = this.#options;
    const preloads = requires.flatMap((file) => ['--require', file]);
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(
      process.execPath,
      [...preloads, path.resolve(folder, program), ...this.name.split(' ')],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: { PATH, HOME, ...env },
      },
    );
    this.starts += 1;
    this.#child = child;
    this.#isReady = false;
    for (const output of [child.stdout, child.stderr]) output?.on('data', (text) => onOutput(`${text}`));
    child.once('message', () => {
      this.#isReady = true;
    });
    child.once('exit', () => {
      this.#isReady = false;
      if (!this.#isOver) this.#spawn();
    });
  }
}
