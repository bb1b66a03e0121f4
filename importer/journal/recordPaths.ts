import { constants, existsSync } from 'node:fs';
import { access, mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Resource, resources } from '../mapping/rules/resourceFields.ts';
import type { Format } from '../source/dialect.ts';
import { ImportError } from '../source/importError.ts';
import { unwritable } from './appendedFile.ts';

export interface RecordPaths {
  /** Undefined for a dry run, and for standard input and pipes, which can't be read again. */
  readonly journal: string | undefined;
  readonly refused: string;
  /** Reasons of refusals for JSON Lines: the file of refused rows has the lines as they were. */
  readonly reasons: string | undefined;
  /** True if the file of refused rows is new, and of this run only. */
  readonly isReserved: boolean;
  readonly isReport: boolean;
  /** Fields that would change; only for a dry run. */
  readonly changes: string | undefined;
  readonly idents: string | undefined;
}

interface PathOptions {
  readonly resource: Resource;
  readonly isDryRun: boolean;
  readonly format: Format;
  readonly workDir: string | undefined;
  readonly idents: string | undefined;
  readonly plan: string | undefined;
}

/**
 * Puts the files beside the imported file, for standard input in the working directory, or in the folder of `--work-dir`. A
 * dry run has its own file of refused rows, so that the one of an import is kept. Throws ImportError for a folder that
 * can't be written, and for a plan of a file that can't be read again.
 */
export async function recordPaths(file: string, options: PathOptions): Promise<RecordPaths> {
  const { resource, isDryRun, format, workDir } = options;
  const beside = file === '-' ? 'stdin' : file;
  const name = workDir === undefined ? beside : path.join(workDir, path.basename(beside));
  await requireFolder(path.dirname(name), workDir);
  const canBeReadAgain = file !== '-' && (await stat(file)).isFile();
  if (options.plan !== undefined && !canBeReadAgain)
    throw new ImportError(
      '--plan needs a file that can be read again: standard input and pipes have no plan',
    );
  const hasJournal = canBeReadAgain && !isDryRun;
  if (hasJournal) refuseInterrupted(name, resource);
  const refused = refusedPaths(isDryRun ? `${name}.dry-run` : name, format);
  return {
    ...(canBeReadAgain ? { ...refused, isReserved: false } : await reserved(refused)),
    isReport: isDryRun,
    journal: hasJournal ? journalOf(name, resource) : undefined,
    changes: isDryRun ? `${name}.dry-run.changes.csv` : undefined,
    idents: isDryRun ? undefined : options.idents,
  };
}

async function requireFolder(folder: string, workDir: string | undefined): Promise<void> {
  try {
    if (workDir !== undefined) await mkdir(workDir, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const why = `can't be written (${(error as NodeJS.ErrnoException).code})`;
    throw new ImportError(
      workDir === undefined
        ? `the folder ${path.resolve(folder)} ${why}: choose another one for the journal and the refused rows with --work-dir FOLDER`
        : `--work-dir ${workDir} ${why}: choose another folder`,
    );
  }
}

type RefusedFiles = Pick<RecordPaths, 'refused' | 'reasons'>;

function refusedPaths(name: string, format: Format): RefusedFiles {
  return format === 'jsonl'
    ? { refused: `${name}.refused.jsonl`, reasons: `${name}.refused.reasons.csv` }
    : { refused: `${name}.refused.csv`, reasons: undefined };
}

/** Gives each import of standard input files of its own, since it has no lock. */
async function reserved({ refused, reasons }: RefusedFiles) {
  for (let number = 0; ; number += 1) {
    const files = { refused: numbered(refused, number), reasons: reasons && numbered(reasons, number) };
    const isTaken = files.reasons !== undefined && existsSync(files.reasons);
    if (!isTaken && (await isCreated(files.refused))) return { ...files, isReserved: true };
  }
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

/** Gives a file its number: `list.csv.refused.csv` becomes `list.csv.refused.2.csv`. */
function numbered(file: string, number: number): string {
  const extension = path.extname(file);
  return number === 0 ? file : `${file.slice(0, file.length - extension.length)}.${number}${extension}`;
}

async function isCreated(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(file, error);
  }
}

/** Renames the files that exist to the first number that is free for all of them. */
export async function renameNumbered(files: readonly string[]): Promise<void> {
  let number = 1;
  while (files.some((file) => existsSync(numbered(file, number)))) number += 1;
  for (const file of files.filter((name) => existsSync(name)))
    await rename(file, numbered(file, number)).catch((error: unknown) => {
      throw unwritable(file, error);
    });
}
