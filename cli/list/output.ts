import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** The destination of a list. `write` waits while its reader is slower. */
export interface Output {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

export function standardOutput(): Output {
  return {
    write: (text) => writeTo(process.stdout, text),
    finish: async () => {},
    discard: async () => {},
  };
}

/**
 * Writes a file that only its user may read, since it has personal data. The file gets its name when it is complete. Throws an
 * `OperatorError` if it exists or can't be written.
 */
export async function newFile(file: string): Promise<Output> {
  if (existsSync(file)) throw new OperatorError(`${file} exists: choose another name, or remove it`);
  const part = `${file}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  try {
    await once(stream, 'open');
  } catch (error) {
    throw new OperatorError(`${file} cannot be written: ${(error as Error).message}`);
  }
  return {
    write: (text) => writeTo(stream, text),
    finish: async () => {
      stream.end();
      await once(stream, 'finish');
      await rename(part, file);
    },
    discard: async () => {
      stream.destroy();
      await rm(part, { force: true });
    },
  };
}

async function writeTo(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
