import type { ManagedProcess } from '../../servers/system/managedProcess.ts';
import { type RoleOptions, roleProcess } from './roleProcess.ts';
import { until } from './until.ts';

/** A gateway or worker process that is started again whenever it ends, as systemd does. */
export class Role {
  readonly name: string;
  readonly #process: ManagedProcess;
  #isOver = false;
  /** Number of times that it was started. */
  starts = 0;

  private constructor(name: string, options: RoleOptions) {
    this.name = name;
    this.#process = roleProcess(name, options);
    this.#process.onExit(() => void this.#start());
  }

  /** Starts it; resolves when it serves. */
  static async start(name: string, options: RoleOptions): Promise<Role> {
    const role = new Role(name, options);
    await role.#start();
    return role;
  }

  /** Id of the current process. */
  get pid(): number {
    return this.#process.pid ?? Number.NaN;
  }

  /** Resolves when the current process serves. */
  async ready(): Promise<void> {
    await until(() => this.#process.isReady);
  }

  /** Sends a signal to the process. When it ends, the next one starts. */
  signal(signal: NodeJS.Signals): void {
    this.#process.signal(signal);
  }

  /** Sends SIGTERM, as an operator does; resolves when the next process serves. */
  async restart(): Promise<void> {
    const before = this.starts;
    this.signal('SIGTERM');
    await until(() => this.starts > before);
    await this.ready();
  }

  /** Stops the process and starts no other one. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#process.stop();
  }

  async #start(): Promise<void> {
    while (!this.#isOver) {
      this.starts += 1;
      const isStarted = await this.#process.start().then(
        () => true,
        () => false,
      );
      if (isStarted) return;
    }
  }
}
