import { readFileSync } from 'node:fs';
import { ImportError } from '../../source/importError.ts';

/** Throws ImportError for an unreadable file, and with line and column for invalid JSON. */
export function readMappingFile(file: string): unknown {
  const text = contentOf(file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { message } = error as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new ImportError(
      `${file}, ${placeOf(text, position)}: not valid JSON: ${message.replace(/ \(line.*/, '')}`,
    );
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportError(`${file} ${code === 'ENOENT' ? 'does not exist' : "can't be read"}`);
  }
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
