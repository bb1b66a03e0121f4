import { type Mapping } from '../mapping/mapping.ts';
import { ImportError } from '../source/importError.ts';
import type { SourceRow } from '../source/row.ts';
import { type Source } from '../source/source.ts';
import { list } from '../source/words.ts';

type Rivals = Mapping['rivals'][number];

interface Difference {
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * Compares the columns that could give the same field, in all rows. Throws an ImportError when they differ, since the user
 * must choose; otherwise returns notices of the choice. `name` is the name of the file.
 */
export async function settleRivals(
  source: Pick<Source, 'columns' | 'rows'>,
  rivals: readonly Rivals[],
  name: string,
): Promise<readonly string[]> {
  const indexes = rivals.map(({ columns }) => columns.map((column) => source.columns.indexOf(column)));
  for await (const rows of source.rows())
    for (const row of rows)
      for (const [position, one] of rivals.entries()) {
        const difference = differenceIn(row, indexes[position] as readonly number[]);
        if (difference) throw undecided(name, one, difference);
      }
  return rivals.map(
    ({ field, columns: [first, ...others] }) =>
      `"${first}" gives ${field}: ${list(others.map(quotedName), 'and')} ${others.length > 1 ? 'have' : 'has'} the same values`,
  );
}

function differenceIn(
  { line, values, fault, skip }: SourceRow,
  indexes: readonly number[],
): Difference | undefined {
  if (fault || skip !== undefined) return undefined;
  const texts = indexes.map((index) => values[index]?.trim() ?? '');
  return texts.every((text) => text === texts[0]) ? undefined : { line, values: texts };
}

function undecided(name: string, { field, columns }: Rivals, { line, values }: Difference): ImportError {
  const options = columns.map((column) => `--column ${field}="${column}"`);
  return new ImportError(
    `${name}: the columns ${list(columns.map(quotedName), 'and')} could all give ${field}, and differ (line ${line}: ${list(values.map(quotedName), 'and')}): choose one with ${list(options, 'or')}`,
  );
}

function quotedName(text: string): string {
  return `"${text}"`;
}
