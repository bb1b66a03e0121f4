import { open } from 'node:fs/promises';
import { ImportError } from '../source/importError.ts';
import { openSource } from '../source/source.ts';
import { csvLines, unguardedCell } from '../source/spreadsheetCells.ts';
import type { ResultFile } from './appendedFile.ts';

const identColumns = ['line', 'external_ident', 'ident'] as const;

/** Matches the first line also with LF alone, a byte order mark or quotes, as other programs write it. */
const head = new RegExp(`^\uFEFF?${identColumns.map((name) => `"?${name}"?`).join(',')}(?:\r?\n|$)`);
const headLength = 64;

/** Returns the file of `--idents`, cut back to `length`: undefined keeps all lines, those of other imports. */
export async function identsFile(path: string, length: number | undefined): Promise<ResultFile> {
  return {
    name: 'idents',
    path,
    head: csvLines([identColumns]),
    length: length ?? (await sizeOfIdents(path)),
    linesOf: (handled) =>
      csvLines(
        handled.flatMap(({ row, outcome, externalIdent }) =>
          'ident' in outcome ? [[`${row.line}`, externalIdent, outcome.ident]] : [],
        ),
      ),
    isNeeded: () => true,
  };
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

export type CustomerIdents = ReadonlyMap<string, string>;

export interface CustomersFile {
  readonly file: string;
  readonly idents: CustomerIdents;
  /** True if nobody wrote such a file: the idents are those of a run in the history. */
  readonly isFromRun?: boolean;
}

const [, ...columns] = identColumns;

/** Reads the file that an import of customers wrote with `--idents`. Throws an ImportError for another file. */
export async function readCustomersFile(file: string): Promise<CustomersFile> {
  const source = await openSource(file);
  try {
    const [external, ident] = columns.map((name) => source.columns.indexOf(name));
    if (external === undefined || ident === undefined || external < 0 || ident < 0)
      throw new ImportError(
        `${file} is not an idents file, which has the columns ${columns.join(' and ')}: set --customers to the file that the import of the customers wrote with --idents`,
      );
    const idents = new Map<string, string>();
    for await (const rows of source.rows())
      for (const { values } of rows) idents.set(unguardedCell(values[external] ?? ''), values[ident] ?? '');
    idents.delete('');
    return { file, idents };
  } finally {
    await source.close();
  }
}
