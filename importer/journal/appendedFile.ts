import { constants, createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { answer, ImportError } from '../source/importError.ts';
import type { Handled } from './rowOutcome.ts';
import type { Tally } from './tally.ts';

/** A file beside the journal, to which the results of each batch are appended. */
export interface ResultFile {
  /** Name of the file in journals. */
  readonly name: 'refused' | 'reasons' | 'idents' | 'changes' | 'records' | 'seen';
  readonly path: string;
  readonly head: string;
  /** Bytes of an earlier file that stay. */
  readonly length: number;
  readonly linesOf: (handled: readonly Handled[]) => string;
  /** True if the file stays after the run. */
  readonly isNeeded: (tally: Tally) => boolean;
}

/**
 * A file that is only appended to, and that can be cut back to a former length. Only its user may read it, since it has
 * personal data.
 */
export class AppendedFile {
  readonly #file: FileHandle;
  #size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /**
   * Opens or creates the file and cuts it back to `length` bytes; an empty one begins with `head`, and an incomplete last line
   * is ended. Throws ImportError when it is shorter, or can't be written.
   */
  static async open(path: string, length: number, head = ''): Promise<AppendedFile> {
    let file: FileHandle | undefined;
    try {
      file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
      if ((await file.stat()).size < length) throw new ImportError(tooShort(path));
      await file.truncate(length);
      const opened = new AppendedFile(file, length);
      if (length === 0) await opened.append(head);
      else if (!(await opened.#isLineComplete())) await opened.append('\r\n');
      return opened;
    } catch (error) {
      await file?.close();
      if (error instanceof ImportError) throw error;
      throw unwritable(path, error);
    }
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** Resolves when the text is on disk; an empty one writes nothing. Must not be called again before. */
  async append(text: string): Promise<void> {
    if (text === '') return;
    await this.#file.appendFile(text);
    await this.#file.datasync();
    this.#size += Buffer.byteLength(text);
  }

  async #isLineComplete(): Promise<boolean> {
    const { buffer } = await this.#file.read(Buffer.alloc(1), 0, 1, this.#size - 1);
    return buffer.toString('latin1') === '\n';
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

export function unwritable(path: string, error: unknown): ImportError {
  return new ImportError(`${path} can't be written (${(error as NodeJS.ErrnoException).code})`);
}

export const startOver = `start over with ${answer('--restart')} (records that were imported before are found and not created again)`;

function tooShort(path: string): string {
  return `${path} was changed or removed since the import was interrupted: ${startOver}`;
}

/** Returns a line of JSON Lines. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Yields the lines of a file, and the bytes up to their ends. Leaves out an incomplete last one; none without a file. */
export async function* completeLines(
  path: string,
): AsyncGenerator<{ readonly text: string; readonly end: number }> {
  if (!existsSync(path)) return;
  let rest = Buffer.alloc(0);
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
      end += at + 1 - from;
      yield { text: bytes.toString('utf8', from, at), end };
      from = at + 1;
    }
    rest = bytes.subarray(from);
  }
}
