import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Mapping } from '../mapping/mapping.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import { ImportError } from '../source/importError.ts';
import { isRefusalColumn } from '../source/refusalColumns.ts';
import type { Source } from '../source/source.ts';

interface ListOptions {
  readonly sourceName?: string | undefined;
  readonly mapping: Pick<MappingOptions, 'match'>;
}

/**
 * Names the list that a file is a version of: its path or the name that was given, its sheet, and what identifies its records.
 * Undefined for standard input without a name.
 */
export async function listName(
  file: string,
  { description: { sheet } }: Pick<Source, 'description'>,
  { description: { fields }, constants }: Mapping,
  { sourceName, mapping: { match = 'external_ident' } }: ListOptions,
): Promise<string | undefined> {
  if (sourceName === undefined && file === '-') return undefined;
  const name = sourceName === undefined ? { file: await realpath(file) } : { name: sourceName };
  const ident = fields.find(({ field }) => field === match)?.from;
  return JSON.stringify({ ...name, sheet, match, ident, constants });
}

/** Throws an ImportError for a file that could not be compared after its import, or has the name of refused rows. */
export async function requireWholeList(file: string): Promise<void> {
  if (file === '-' || !(await stat(file)).isFile())
    throw new ImportError(
      '--delete-missing needs a file, since standard input and pipes may end early: write the list to a file, and import that',
    );
  refuseRefusedRows(file, []);
}

/** Throws an ImportError for a file of refused rows. */
export function refuseRefusedRows(file: string, columns: readonly string[]): void {
  if (columns.some(isRefusalColumn) || /\.refused\./i.test(path.basename(file)))
    throw new ImportError(`${file} has refused rows, not a whole list: import it without --delete-missing`);
}
