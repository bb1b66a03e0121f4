import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Resource, resources } from '../mapping/index.ts';
import { ImportError } from '../source/importError.ts';

/** The files that a run writes. */
export interface RecordPaths {
  /** Undefined for a dry run, and for standard input and pipes, which can't be read again. */
  readonly journal: string | undefined;
  readonly refused: string;
  /** Undefined when nobody asked for the idents of the records. */
  readonly idents: string | undefined;
}

interface Run {
  readonly resource: Resource;
  readonly isDryRun: boolean;
  /** The file of `--idents`. */
  readonly idents: string | undefined;
}

/**
 * The files stand beside the imported file; for standard input, in the working directory. A dry run has its own file of
 * refused rows, so that it keeps that of an import.
 */
export async function recordPaths(file: string, { resource, isDryRun, idents }: Run): Promise<RecordPaths> {
  const name = file === '-' ? 'stdin' : file;
  if (isDryRun) return { journal: undefined, refused: `${name}.dry-run.refused.csv`, idents: undefined };
  const canBeReadAgain = file !== '-' && (await stat(file)).isFile();
  if (canBeReadAgain) refuseInterrupted(file, resource);
  const journal = canBeReadAgain ? journalOf(file, resource) : undefined;
  return { journal, refused: `${name}.refused.csv`, idents };
}

function journalOf(file: string, resource: Resource): string {
  return `${file}.${resource}.journal`;
}

/** Imports of one file as different resources would share the file of refused rows. */
function refuseInterrupted(file: string, resource: Resource): void {
  for (const other of resources)
    if (other !== resource && existsSync(journalOf(file, other)))
      throw new ImportError(
        `${file}: its import as ${other} was interrupted: finish that import first, or delete ${journalOf(file, other)}`,
      );
}
