import type { Mapping } from '../mapping/mapping.ts';
import { ImportError, list } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import type { RowFault, SourceRow } from '../source/sourceRow.ts';

/**
 * Throws an ImportError at the first article without a tax rate: the export lacks rates, and all such rows would be
 * refused. `rates` is what the export says of them, `name` the name of the file.
 */
export async function requireRates(
  source: Pick<Source, 'rows'>,
  mapping: Mapping,
  rates: string,
  name: string,
): Promise<void> {
  for await (const rows of source.rows())
    for (const row of rows) {
      const mapped = mapping.map(row);
      if (!('fault' in mapped) || !lacksRate(mapped.fault)) continue;
      throw new ImportError(
        `${name}, line ${row.line}: the article has no tax rate: ${rates}. Set the rate of such articles, as --tax-rate 19 for a shop in Germany; ` +
          'if they have different ones, add a column with the rates, and choose it with --column article_tax_rate=COLUMN. ' +
          'Prices are read with tax included, unless you add --no-price-is-gross',
      );
    }
}

function lacksRate(fault: RowFault): boolean {
  return (fault.all ?? [fault]).some(
    ({ field, code }) => field === 'article_tax_rate' && code === 'value_missing',
  );
}

type Ambiguous = Mapping['ambiguous'][number];

interface Difference {
  readonly line: number;
  readonly values: readonly string[];
}

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

function differenceIn(
  { line, values, fault, skip }: SourceRow,
  indexes: readonly number[],
): Difference | undefined {
  if (fault || skip !== undefined) return undefined;
  const texts = indexes.map((index) => values[index]?.trim() ?? '');
  return texts.every((text) => text === texts[0]) ? undefined : { line, values: texts };
}

function undecided(name: string, { field, columns }: Ambiguous, { line, values }: Difference): ImportError {
  const options = columns.map((column) => `--column ${field}="${column}"`);
  return new ImportError(
    `${name}: the columns ${list(columns.map(quotedName), 'and')} could all give ${field}, and differ (line ${line}: ${list(values.map(quotedName), 'and')}): choose one with ${list(options, 'or')}`,
  );
}

function quotedName(text: string): string {
  return `"${text}"`;
}
