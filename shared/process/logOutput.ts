import { openSync, writeSync } from 'node:fs';
import { pino } from 'pino';

const standardOutput = 1;

/** Where the lines of the log go: to standard output, until a file is opened. */
export class LogOutput {
  #destination = pino.destination({ fd: standardOutput, sync: false });
  #fd = standardOutput;
  /** The reader may be gone, such as a closed terminal: then events are dropped, and the process continues. */
  #isRead = true;

  constructor() {
    this.#watch();
  }

  write(text: string): void {
    if (this.#isRead) this.#destination.write(text);
  }

  /** Goes on in this file. If it can't be opened, nothing changes. */
  reopen(file: string): void {
    const fd = openToAppend(file);
    if (fd === undefined) return;
    if (this.#isRead) {
      this.#destination.flushSync();
      this.#destination.end();
    }
    this.#fd = fd;
    this.#destination = pino.destination({ fd, sync: false });
    this.#isRead = true;
    this.#watch();
  }

  /** Writes the last text, and what is not written yet, before it returns. */
  end(text: string): void {
    if (!this.#isRead) return;
    const left = this.#leftAfterWriting(text);
    if (left === undefined) return this.#giveUp();
    this.#destination.write(left);
    this.#destination.flushSync();
  }

  #watch(): void {
    const watched = this.#destination;
    watched.on('error', () => (watched === this.#destination ? this.#giveUp() : watched.destroy()));
  }

  /** Otherwise flushing, at the end and when the process exits, would try again for ever. */
  #giveUp(): void {
    this.#isRead = false;
    this.#destination.destroy();
  }

  /** Writes as much as the output takes at once, and returns the rest; undefined if it has no reader any more. */
  #leftAfterWriting(text: string): string | undefined {
    try {
      const bytes = Buffer.from(text);
      return bytes.subarray(writeSync(this.#fd, bytes)).toString();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? text : undefined;
    }
  }
}

function openToAppend(file: string): number | undefined {
  try {
    return openSync(file, 'a', 0o600);
  } catch {
    return undefined;
  }
}
