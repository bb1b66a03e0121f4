import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';

/** What operators run; compiled, since it starts faster. */
const program = 'dist/cli/main.js';

interface RoleOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Where the release is that it runs; this one when it is not given. */
  readonly folder?: string;
  /** Modules that Node loads before. */
  readonly requires?: readonly string[];
  /** Told of what it prints. */
  readonly onOutput?: (text: string) => void;
}

/** A gateway or worker process that is started again whenever it ends, as an operator's supervisor does. */
export class Role {
  readonly name: string;
  readonly #options: RoleOptions;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isOver = false;
  /** How often it was started. */
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

  /** Resolves when the process that runs now serves. */
  async ready(): Promise<void> {
    await eventually(() => this.#isReady);
  }

  /** Sends a signal to the process; the next one starts when it ends. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** As an operator restarts it: asks it to stop; resolves when the next process serves. */
  async restart(): Promise<void> {
    const before = this.starts;
    this.signal('SIGTERM');
    await eventually(() => this.starts > before);
    await this.ready();
  }

  /** Resolves when it is gone for good. */
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
