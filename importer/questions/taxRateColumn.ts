import type { Mapping } from '../mapping/mapping.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Step } from '../mapping/rules/steps.ts';
import { looksLikeCode, percentOf } from '../mapping/values/taxRates.ts';
import { type Columns, columnsIn, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { ImportError } from '../source/importError.ts';
import type { Source } from '../source/source.ts';
import type { RowFault } from '../source/sourceRow.ts';

const usualRates = ['19', '7', '0'];

/** Throws an ImportError when most values of the columns for tax rates are fractions, codes, or unknown words. */
export function requireTaxRates(
  step: Step,
  { inherit }: MappingFile,
  inspection: Inspection,
  file: string,
): void {
  const columns = columnsIn(inspection);
  for (const index of step.indexes) {
    const facts = inspection.columns[index];
    if (!facts) continue;
    const values = [...valuesOf(facts)].filter(([value]) => value !== inherit?.value);
    refuseAmounts(facts, values, file);
    const bad = values.filter(([value]) => isUnreadable(step, value, index, columns));
    if (rowsOf(bad) * 2 > rowsOf(values))
      throw unclear(
        facts.name,
        bad.map(([value]) => value),
        file,
      );
  }
}

/** Different values above which a column does not have rates. A rate has at most one decimal that is not 0. */
const maxRates = 12;

function refuseAmounts(
  { name }: ColumnFacts,
  values: readonly (readonly [string, number])[],
  file: string,
): void {
  const amounts = values.filter(([value]) => /^\d+[.,]\d[1-9]\d*$/.test(value) && numberOf(value) >= 1);
  const isAmount = rowsOf(amounts) * 4 > rowsOf(values) || values.length > maxRates;
  if (!isAmount || amounts.length === 0) return;
  throw new ImportError(
    `${file}: column "${name}" seems to have amounts instead of tax rates in percent (${shown(amounts.map(([value]) => value))}): choose another column with --column article_tax_rate=COLUMN, or set the rate, such as --tax-rate 19`,
  );
}

function rowsOf(values: readonly (readonly [string, number])[]): number {
  return values.reduce((sum, [, count]) => sum + count, 0);
}

function isUnreadable({ read, convert }: Step, value: string, index: number, columns: Columns): boolean {
  const row = columns.names.map((_, other) => (other === index ? value : ''));
  const text = read(row);
  const converted = text === '' ? undefined : convert(text, row);
  return typeof converted === 'object' && 'problem' in converted;
}

function unclear(column: string, values: readonly string[], file: string): ImportError {
  return new ImportError(
    `${file}: column "${column}" has ${kindOf(values)} instead of tax rates in percent (${shown(values)}): set the rates that they mean, such as --tax-rate ${example(values)}`,
  );
}

function kindOf(values: readonly string[]): string {
  const numbers = values.map(numberOf);
  if (numbers.every((number) => number > 0 && number < 1)) return 'fractions';
  return numbers.every((number) => looksLikeCode(number)) ? 'codes' : 'unknown values';
}

function numberOf(value: string): number {
  return /^\d+(?:[.,]\d+)?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN;
}

function example(values: readonly string[]): string {
  const pairs = values.slice(0, usualRates.length).map((value, index) => {
    const number = numberOf(value);
    const isFraction = number > 0 && number < 1;
    return `${value}=${isFraction ? percentOf(number) : usualRates[index]}`;
  });
  const text = pairs.join(',');
  return /^[\w.,=-]+$/.test(text) ? text : `"${text}"`;
}

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
