import type { Mapping } from '../mapping/mapping.ts';
import { answer, ImportError, list } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import type { SourceRow } from '../source/sourceRow.ts';

type Ambiguous = Mapping['ambiguous'][number];

/**
 * Compares the columns that could give the same field, in all rows. Throws an ImportError when they differ, since the user
 * must choose; otherwise returns notices of the choice. `name` is the name of the file.
 */
export async function resolveAmbiguity(
  source: Pick<Source, 'columns' | 'rows'>,
  ambiguous: readonly Ambiguous[],
  name: string,
): Promise<readonly string[]> {
  const indexes = ambiguous.map(({ columns }) => columns.map((column) => source.columns.indexOf(column)));
  for await (const rows of source.rows())
    for (const row of rows)
      for (const [position, one] of ambiguous.entries()) {
        const difference = differenceIn(row, indexes[position] as readonly number[]);
        if (difference) throw undecided(name, one, difference);
      }
  return ambiguous.map(
    ({ field, columns: [first, ...others] }) =>
      `"${first}" gives ${field}: ${list(others.map(quotedName), 'and')} ${others.length > 1 ? 'have' : 'has'} the same values`,
  );
}

function differenceIn({ line, values, fault, skip }: SourceRow, indexes: readonly number[]) {
  if (fault || skip !== undefined) return undefined;
  const texts = indexes.map((index) => values[index]?.trim() ?? '');
  return texts.every((text) => text === texts[0]) ? undefined : { line, values: texts };
}

function undecided(
  name: string,
  { field, columns }: Ambiguous,
  { line, values }: Pick<SourceRow, 'line' | 'values'>,
): ImportError {
  const options = columns.map((column) => answer(`--column ${field}="${column}"`));
  return new ImportError(
    `${name}: the columns ${list(columns.map(quotedName), 'and')} could all give ${field}, and differ (line ${line}: ${list(values.map(quotedName), 'and')}): choose one with ${list(options, 'or')}`,
  );
}

function quotedName(text: string): string {
  return `"${text}"`;
}
