import { open } from 'node:fs/promises';
import { ImportError } from '../importError.ts';
import type { Handled } from '../outcome.ts';
import { AppendedFile } from './appendedFile.ts';
import { csvLines } from './csvLines.ts';

/** Of the file with the idents of the records. */
export const identColumns = ['line', 'external_ident', 'ident'] as const;

/**
 * Opens the file that idents are written to, cut back to where an earlier run was; without one, behind what other imports
 * wrote there. Throws an ImportError for a file that holds something else.
 */
export async function openIdents(path: string, keptBytes: number | undefined): Promise<AppendedFile> {
  const file = await AppendedFile.open(path, keptBytes ?? (await sizeOfIdents(path)));
  if (file.size === 0) await file.append(csvLines([identColumns]));
  return file;
}

/** The lines of those rows that have a record. */
export function identLines(handled: readonly Handled[]): string {
  return csvLines(
    handled.flatMap(({ row, outcome, externalIdent }) =>
      'ident' in outcome ? [[`${row.line}`, externalIdent, outcome.ident]] : [],
    ),
  );
}

/** How much of them a file holds. Throws an ImportError for a file that holds something else. */
export async function sizeOfIdents(path: string): Promise<number> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return 0;
  try {
    const head = csvLines([identColumns]);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(head.length), 0, head.length, 0);
    if (bytesRead > 0 && buffer.toString('utf8', 0, bytesRead) !== head)
      throw new ImportError(
        `${path} is in the way: it holds something other than idents; choose another name for --idents`,
      );
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
