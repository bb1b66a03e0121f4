import { type MappedRow, type Mapping } from '../mapping/mapping.ts';
import { ImportError } from '../source/importError.ts';
import { type Source } from '../source/source.ts';

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

function lacksRate(fault: Extract<MappedRow, { readonly fault: unknown }>['fault']): boolean {
  const all = 'all' in fault ? fault.all : [fault];
  return all.some(
    (one) => 'field' in one && one.field === 'article_tax_rate' && one.code === 'value_missing',
  );
}
