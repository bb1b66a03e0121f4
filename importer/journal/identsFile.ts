import { open } from 'node:fs/promises';
import { ImportError } from '../source/importError.ts';
import { AppendedFile } from './appendedFile.ts';
import { csvLines } from './csvLines.ts';
import type { Handled } from './rowOutcome.ts';

export const identColumns = ['line', 'external_ident', 'ident'] as const;

/** Matches the first line also with LF alone, a byte order mark or quotes, as other programs write it. */
const head = new RegExp(`^\uFEFF?${identColumns.map((name) => `"?${name}"?`).join(',')}(?:\r?\n|$)`);
const headLength = 64;

/**
 * Opens an idents file. `keptBytes` cuts it back to where an earlier run was; undefined keeps the lines of other imports.
 * Throws an ImportError for a file that is not an idents file.
 */
export async function openIdents(path: string, keptBytes: number | undefined): Promise<AppendedFile> {
  const size = keptBytes ?? (await sizeOfIdents(path));
  const file = await AppendedFile.open(path, size, csvLines([identColumns]));
  if (!(await file.endsWith('\n'))) await file.append('\r\n');
  return file;
}

export function identLines(handled: readonly Handled[]): string {
  return csvLines(
    handled.flatMap(({ row, outcome, externalIdent }) =>
      'ident' in outcome ? [[`${row.line}`, externalIdent, outcome.ident]] : [],
    ),
  );
}

/** Returns 0 without a file. Throws an ImportError for a file that is not an idents file. */
export async function sizeOfIdents(path: string): Promise<number> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return 0;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    if (bytesRead > 0 && !head.test(buffer.toString('utf8', 0, bytesRead)))
      throw new ImportError(`${path} exists and is not an idents file: use another file name for --idents`);
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
