import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fingerprintOf } from './fingerprint.ts';
import { ImportError } from './importError.ts';
import type { ImportSettings } from './importFile.ts';
import type { Resource } from './mapping/index.ts';
import type { Identity } from './record/journal.ts';
import type { RecordPaths } from './record/runRecord.ts';

/**
 * Beside the file; standard input has no place, so it is the folder that the command runs in. What can't be read twice has no
 * journal, and a dry run leaves what another run wrote alone.
 */
export async function pathsOf(
  file: string,
  { resource, target, idents }: ImportSettings,
): Promise<RecordPaths> {
  const name = file === '-' ? 'stdin' : file;
  if (!target) return { journal: undefined, refused: `${name}.dry-run.refused.csv`, idents: undefined };
  const canBeReadAgain = file !== '-' && (await stat(file)).isFile();
  if (canBeReadAgain) refuseBesideAnother(file, resource);
  const journal = canBeReadAgain ? journalOf(file, resource) : undefined;
  return { journal, refused: `${name}.refused.csv`, idents };
}

function journalOf(file: string, resource: Resource): string {
  return `${file}.${resource}.journal`;
}

/** Imports of one file share the file of refused rows. */
function refuseBesideAnother(file: string, resource: Resource): void {
  for (const other of ['customers', 'addresses', 'articles'] as const)
    if (other !== resource && existsSync(journalOf(file, other)))
      throw new ImportError(
        `an import of ${other} from ${file} was not finished: finish it first, or remove ${journalOf(file, other)}`,
      );
}

/** What must be the same for a run to go on with another one's journal. */
export async function identityOf(
  file: string,
  { resource, target, mapping, onExisting, source, idents, customersFile }: ImportSettings,
): Promise<Identity> {
  return {
    resource,
    service: target?.name,
    mapping: JSON.stringify(mapping),
    ...(mapping.file && { 'mapping file': await fingerprintOf(mapping.file) }),
    ...(customersFile && { 'file of --customers': await fingerprintOf(customersFile) }),
    'on-existing': onExisting,
    reading: JSON.stringify(source),
    idents,
    'version of the file': await fingerprintOf(file),
  };
}
