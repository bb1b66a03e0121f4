import { openSync, writeSync } from 'node:fs';
import { pino } from 'pino';

const standardOutput = 1;

/** The disk is full: writing may succeed later. Other errors mean that nobody reads. */
const passing = new Set(['ENOSPC', 'EDQUOT']);

/** Milliseconds between two attempts to write to a full disk. */
const retryMs = 500;

let lost = 0;

/** Lines that this process could not log, since it started. */
export function lostLogLines(): number {
  return lost;
}

/** Called when the disk has room again, with the number of lines that were lost. */
type OnRoom = (lines: number) => void;

/** A disk without room for the log. */
interface FullDisk {
  readonly retrying: NodeJS.Timeout;
  readonly lostBefore: number;
  /** The file to go on in, once there is room. */
  nextFile: string | undefined;
}

/** Where the lines of the log go: to standard output, until a file is opened. While the disk is full, lines are lost. */
export class LogOutput {
  readonly #onRoom: OnRoom;
  #destination = pino.destination({ fd: standardOutput, sync: false });
  #fd = standardOutput;
  /** The reader may be gone, such as a closed terminal: then events are dropped, and the process continues. */
  #isRead = true;
  #full: FullDisk | undefined;

  constructor(onRoom: OnRoom) {
    this.#onRoom = onRoom;
    this.#watch();
  }

  write(text: string): void {
    if (this.#full) lost += linesIn(text);
    else if (this.#isRead) this.#destination.write(text);
  }

  /** Goes on in this file. If it can't be opened, nothing changes until the disk has room. */
  reopen(file: string): void {
    const fd = openToAppend(file);
    const full = this.#full;
    if (fd === undefined) {
      if (full) full.nextFile = file;
      return;
    }
    if (full) this.#giveUp();
    // Not `flushSync`: on a disk that is full by now it blocks the process until there is room.
    else if (this.#isRead) this.#destination.end();
    this.#fd = fd;
    this.#destination = pino.destination({ fd, sync: false });
    this.#isRead = true;
    this.#watch();
    if (full) this.#onRoom(lost - full.lostBefore);
  }

  /** Writes the last text, and what is not written yet, before it returns. */
  end(text: string): void {
    if (!this.#isRead) return;
    const left = this.#full ? undefined : this.#leftAfterWriting(text);
    if (left === undefined) return this.#giveUp();
    this.#destination.write(left);
    this.#destination.flushSync();
  }

  #watch(): void {
    const watched = this.#destination;
    watched.on('error', (error: NodeJS.ErrnoException) => {
      if (watched !== this.#destination) watched.destroy();
      else if (passing.has(error.code ?? '')) this.#waitForRoom(error);
      else this.#giveUp();
    });
    watched.on('drain', () => {
      if (watched === this.#destination) this.#goOn();
    });
  }

  /** The destination keeps what it could not write, and writes it first. */
  #waitForRoom({ code }: NodeJS.ErrnoException): void {
    if (this.#full) return;
    const retrying = setInterval(() => this.#destination.write(''), retryMs).unref();
    this.#full = { retrying, lostBefore: lost, nextFile: undefined };
    process.stderr.write(
      `counterfoil: cannot write the log (${code}): lines are lost until the disk has room\n`,
    );
  }

  #goOn(): void {
    if (!this.#full) return;
    const { retrying, lostBefore, nextFile } = this.#full;
    clearInterval(retrying);
    this.#full = undefined;
    if (nextFile !== undefined) this.reopen(nextFile);
    this.#onRoom(lost - lostBefore);
  }

  /** Otherwise flushing, at the end and when the process exits, would try again for ever. */
  #giveUp(): void {
    this.#isRead = false;
    clearInterval(this.#full?.retrying);
    this.#full = undefined;
    this.#destination.destroy();
  }

  /** Writes as much as the output takes at once, and returns the rest; undefined if it has no reader or no room any more. */
  #leftAfterWriting(text: string): string | undefined {
    let left = Buffer.from(text);
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#fd, left));
      return '';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? left.toString() : undefined;
    }
  }
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

function openToAppend(file: string): number | undefined {
  try {
    return openSync(file, 'a', 0o600);
  } catch {
    return undefined;
  }
}
