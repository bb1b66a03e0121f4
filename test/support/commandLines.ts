import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Looks at the arguments of all processes of this machine, as `ps` does, for as long as a test does something. */
export class CommandLines {
  readonly #seen = new Set<string>();
  readonly #watching: Promise<void>;
  #isOver = false;

  private constructor() {
    this.#watching = this.#watch();
  }

  /** All command lines that there were while work was done. A program that ends within milliseconds may be missed. */
  static async during(work: () => Promise<unknown>): Promise<readonly string[]> {
    const lines = new CommandLines();
    try {
      await work();
    } finally {
      lines.#isOver = true;
      await lines.#watching;
    }
    return [...lines.#seen];
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) this.#look(id);
      await setImmediate();
    }
  }

  /** A process that has ended in the meantime has none. */
  #look(id: string): void {
    try {
      this.#seen.add(readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {}
  }
}
