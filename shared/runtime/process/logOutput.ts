import { openSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import { repeat } from './repeat.ts';

const standardOutput = 1;

/** The disk is full, so writing may succeed later. Any other error means that nobody reads. */
const passing = new Set(['ENOSPC', 'EDQUOT']);

const retryMs = 500;

/** Characters that wait for a reader which has stopped reading, such as a paused terminal: some seconds of a busy gateway. */
const maxUnwritten = 4_194_304;

let lost = 0;

export function lostLogLines(): number {
  return lost;
}

type OnRoom = (lines: number) => void;

/** A disk is full, or a reader does not read. */
interface NoRoom {
  readonly stopRetrying: () => void;
  readonly lostBefore: number;
  nextFile: string | undefined;
}

/** Writes the log to standard output, until a file is opened. Lines are lost while the disk is full, or nobody reads. */
export class LogOutput {
  readonly #onRoom: OnRoom;
  #destination = new Destination(standardOutput);
  /** False if the reader is gone, such as a closed terminal. Events are dropped then; the process continues. */
  #isRead = true;
  #full: NoRoom | undefined;

  constructor(onRoom: OnRoom) {
    this.#onRoom = onRoom;
    this.#watch();
  }

  write(text: string): void {
    if (this.#full) lost += linesIn(text);
    else if (this.#isRead) this.#destination.write(text);
    // Standard error may have the same reader, and would block the process.
    if (this.#isRead && this.#destination.unwrittenCharacters > maxUnwritten) this.#waitForRoom();
  }

  /** Continues in this file. If it can't be opened, nothing changes until the disk has room. */
  reopen(file: string): void {
    const fd = openToAppend(file);
    const full = this.#full;
    if (fd === undefined) {
      if (full) full.nextFile = file;
      return;
    }
    if (full) {
      lost += this.#destination.abandon();
      this.#giveUp();
    }
    // `flushSync` would block the process on a full disk until there is room.
    else if (this.#isRead) this.#destination.stream.end();
    this.#destination = new Destination(fd);
    this.#isRead = true;
    this.#watch();
    if (full) this.#onRoom(lost - full.lostBefore);
  }

  /** Writes all pending text and `text` before it returns. */
  end(text: string): void {
    if (!this.#isRead) return;
    const left = this.#full ? undefined : this.#leftAfterWriting(text);
    if (left === undefined) return this.#giveUp();
    this.#destination.write(left);
    this.#destination.stream.flushSync();
  }

  #watch(): void {
    const watched = this.#destination;
    watched.stream.on('error', (error: NodeJS.ErrnoException) => {
      if (watched !== this.#destination) this.#lose(watched.abandon());
      else if (passing.has(error.code ?? '')) this.#waitForDisk(error);
      else this.#giveUp();
    });
    watched.stream.on('drain', () => {
      if (watched === this.#destination) this.#goOn();
    });
  }

  #lose(lines: number): void {
    lost += lines;
    if (lines > 0 && !this.#full) this.#onRoom(lines);
  }

  #waitForDisk({ code }: NodeJS.ErrnoException): void {
    if (this.#full) return;
    this.#waitForRoom();
    process.stderr.write(
      `counterfoil: can't write the log (${code}): lines are lost until the disk has room\n`,
    );
  }

  /** The destination keeps unwritten lines and writes them first. */
  #waitForRoom(): void {
    if (this.#full) return;
    const stopRetrying = repeat(retryMs, () => this.#destination.stream.write(''));
    this.#full = { stopRetrying, lostBefore: lost, nextFile: undefined };
  }

  #goOn(): void {
    if (!this.#full) return;
    const { stopRetrying, lostBefore, nextFile } = this.#full;
    stopRetrying();
    this.#full = undefined;
    if (nextFile !== undefined) this.reopen(nextFile);
    this.#onRoom(lost - lostBefore);
  }

  /** Prevents endless attempts to flush, at the end and on exit of the process. */
  #giveUp(): void {
    this.#isRead = false;
    this.#full?.stopRetrying();
    this.#full = undefined;
    this.#destination.stream.destroy();
  }

  /** Writes as much as the output takes at once. Returns the rest; undefined if the output has no reader or no room. */
  #leftAfterWriting(text: string): string | undefined {
    let left = Buffer.from(text);
    try {
      while (left.length > 0) left = left.subarray(writeSync(this.#destination.fd, left));
      return '';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? left.toString() : undefined;
    }
  }
}

/** A file, or standard output. Written in the background. */
class Destination {
  readonly fd: number;
  readonly stream: ReturnType<typeof pino.destination>;
  /** Lines to write. Some bytes of the first may be written already. */
  #unwritten: string[] = [];
  #writtenBytes = 0;
  unwrittenCharacters = 0;

  constructor(fd: number) {
    this.fd = fd;
    this.stream = pino.destination({ fd, sync: false });
    this.stream.on('write', (bytes: number) => this.#note(bytes));
  }

  write(text: string): void {
    this.#unwritten.push(text);
    this.unwrittenCharacters += text.length;
    this.stream.write(text);
  }

  /** Closes at once. Returns the number of lines that are not fully written. */
  abandon(): number {
    const left = Buffer.from(this.#unwritten.splice(0).join('')).subarray(this.#writtenBytes);
    this.stream.destroy();
    return linesIn(left.toString());
  }

  #note(bytes: number): void {
    this.#writtenBytes += bytes;
    let whole = 0;
    for (const text of this.#unwritten) {
      const length = Buffer.byteLength(text);
      if (length > this.#writtenBytes) break;
      this.#writtenBytes -= length;
      this.unwrittenCharacters -= text.length;
      whole += 1;
    }
    this.#unwritten.splice(0, whole);
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
