import type { Mapping } from '../mapping/mapping.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { firstRows, type Sample, samplesOf } from '../plan/firstRows.ts';
import type { Repeats } from '../questions/repeatedRows.ts';
import { suggestMapping } from '../questions/suggest.ts';
import { ImportError } from '../source/importError.ts';
import type { Description } from '../source/sourceTable.ts';
import type { RereadableFile } from '../source/tempCopy.ts';
import { type ShownFault, shownFault } from './problem.ts';

/** Description of how a file was read. */
export interface ShownTable {
  readonly description: Description;
  readonly notices: readonly string[];
  readonly columns: readonly { readonly name: string; readonly examples: readonly string[] }[];
}

const shownRows = 3;
const maxExampleLength = 80;

/** Reads the first rows of a file. */
export async function tableOf(file: RereadableFile, signal: AbortSignal): Promise<ShownTable> {
  const source = await file.open(signal);
  try {
    const { description, notices } = source;
    const first: (readonly string[])[] = [];
    for await (const rows of source.rows()) {
      first.push(...rows.slice(0, shownRows - first.length).map(({ values }) => values));
      if (first.length >= shownRows) break;
    }
    const columns = source.columns.map((name, index) => ({
      name,
      examples: first.map((values) => cut(values[index] ?? '')),
    }));
    return { description, notices, columns };
  } finally {
    await source.close();
  }
}

function cut(value: string): string {
  return value.length > maxExampleLength ? `${value.slice(0, maxExampleLength)}…` : value;
}

/** Description of how columns become fields. */
export interface ShownMapping {
  readonly origin: string;
  readonly fields: Mapping['description']['fields'];
  /** Decisions that were made for the user, with the answers that decide otherwise. */
  readonly notices: readonly ShownFault[];
  /** First records as they would be stored; none while a question is open. */
  readonly samples: readonly Sample[];
  readonly repeats: Pick<Repeats, 'rows' | 'examples'> | undefined;
}

/** Returns the mapping of the names of the columns alone, for the time while a question is open. */
export function guessedMapping(
  resource: Resource,
  { columns }: ShownTable,
  options: MappingOptions,
): ShownMapping | undefined {
  try {
    const names = columns.map(({ name }) => name);
    const { fields } = suggestMapping(resource, names, options);
    const mapped = Object.entries(fields).map(([field, rule]) => {
      const used = allColumnsOf(rule);
      return { field, from: used.join(', '), columns: used };
    });
    return { origin: 'column names', fields: mapped, notices: [], samples: [], repeats: undefined };
  } catch (error) {
    // The question of the import itself says what is wrong.
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

/** Returns the mapping of an import without open questions, with its first records. */
export async function certainMapping(
  resource: Resource,
  { newMapping, source, repeats }: { newMapping: () => Mapping; source: RereadableFile; repeats: Repeats },
): Promise<ShownMapping> {
  const mapping = newMapping();
  const { origin, fields, decisions, similarNames } = mapping.description;
  const opened = await source.open();
  const first = await firstRows(opened, mapping).finally(() => opened.close());
  const decided = decisions.map(shownFault);
  const similar = similarNames.map(({ column, field }) => {
    const options = `--column ${field}="${column}"`;
    return shownFault({
      text: `column "${column}" is not used: for ${field}, set ${options}`,
      answers: [{ options }],
      known: ['similar_name', column, field],
    });
  });
  const { rows, examples } = repeats;
  return {
    origin,
    fields,
    notices: [...decided, ...similar],
    samples: samplesOf(resource, first),
    repeats: { rows, examples },
  };
}
