import { recordPaths } from '../../importer/journal/recordPaths.ts';
import { refusedFiles } from '../../importer/journal/refusedFiles.ts';
import type { Input, MappedRow, Mapping } from '../../importer/mapping/mapping.ts';
import type { MappingOptions } from '../../importer/mapping/mappingOptions.ts';
import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import { type Prepared, prepareFile } from '../../importer/prepareFile.ts';
import { chooseMapping } from '../../importer/questions/chooseMapping.ts';
import type { SourceOptions } from '../../importer/source/dialect.ts';
import { ImportError } from '../../importer/source/importError.ts';
import { openSource } from '../../importer/source/source.ts';
import type { SourceRow } from '../../importer/source/sourceRow.ts';
import { temporaryFiles } from './temporary.ts';

/** The path of a file that a program could have exported. */
export function fixture(name: string): string {
  return new URL(`fixtures/${name}`, import.meta.url).pathname;
}

/** All rows of a file. */
export async function rowsOf(file: string, options: SourceOptions = {}): Promise<SourceRow[]> {
  const source = await openSource(file, options);
  const all: SourceRow[] = [];
  for await (const rows of source.rows()) all.push(...rows);
  return all;
}

/** Returns the outcome of each row of a file, of which a first pass found what its values are like. */
export async function mapped(
  resource: Resource,
  file: string,
  options: MappingOptions = {},
): Promise<MappedRow[]> {
  const mapping = (await prepared(resource, file, options)).newMapping();
  return (await rowsOf(file)).map((row) => outcomeOf(mapping, row));
}

/** Does the first half of an import of a file. */
async function prepared(resource: Resource, file: string, options: MappingOptions = {}): Promise<Prepared> {
  const found = await prepareFile(file, {
    resource,
    source: {},
    mapping: options,
    customers: undefined,
    target: undefined,
    onReading: () => {},
    signal: new AbortController().signal,
  });
  await found.source.remove();
  return found;
}

/** The outcome of a row, without what could be read of one that is not imported. */
export function outcomeOf(mapping: Mapping, row: SourceRow): MappedRow {
  const mapped = mapping.map(row);
  if ('input' in mapped) return mapped;
  return 'skip' in mapped ? { skip: mapped.skip } : { fault: mapped.fault };
}

/** Returns the outcome of a row with these values. */
export function mapValues(
  resource: Resource,
  row: Readonly<Record<string, string>>,
  options: MappingOptions = {},
): MappedRow {
  const mapping = chooseMapping(resource, Object.keys(row), options);
  return outcomeOf(mapping, { line: 2, values: Object.values(row) });
}

/** The ImportError that the action ends with; anything else, and nothing, is a failure. */
export async function importError(action: () => unknown): Promise<ImportError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('there was no ImportError');
}

/** The faults of the ImportError that the action ends with. */
export async function faultsOf(action: () => unknown): Promise<readonly string[]> {
  return (await importError(action)).faults.map(({ text }) => text);
}

/** The bodies of those rows that become records. */
export function inputs(rows: readonly MappedRow[]): Input[] {
  return rows.flatMap((row) => ('input' in row ? [row.input] : []));
}

/** Maps tables that are given as text, as an import of a file with this text would. */
export function tables() {
  const files = temporaryFiles();
  const rows = (resource: Resource, text: string, options: MappingOptions = {}) =>
    mapped(resource, files.write('list.csv', text), options);
  return {
    rows,
    prepared: (resource: Resource, text: string) => prepared(resource, files.write('list.csv', text)),
    notices: async (resource: Resource, text: string) =>
      (await prepared(resource, files.write('list.csv', text))).newMapping().description.notices,
    /** Returns the first record. */
    first: async (...table: Parameters<typeof rows>) => inputs(await rows(...table))[0],
    /** Returns why the table can't be imported, without the name of its file. */
    refusal: async (...table: Parameters<typeof rows>) => {
      const { message } = await importError(() => rows(...table));
      return message.slice(`${files.path()}/list.csv: `.length);
    },
  };
}

/** Returns what a file of refused rows has if the first row of a file is refused: its head, and that row. */
export async function refusedFirstRow(
  file: string,
): Promise<{ readonly head: string; readonly line: string }> {
  const source = await openSource(file);
  await source.close();
  const [row] = await rowsOf(file);
  if (!row) throw new Error('no row');
  const names = { workDir: undefined, idents: undefined, plan: undefined };
  const paths = await recordPaths(file, { resource: 'articles', isDryRun: true, format: 'csv', ...names });
  const [written] = await refusedFiles(paths, { ...source, identRule: undefined }, undefined);
  if (!written) throw new Error('no file of refused rows');
  const outcome = { kind: 'refused', code: 'c', reason: 'r' } as const;
  return { head: written.head, line: written.linesOf([{ row, outcome, externalIdent: '' }]) };
}
