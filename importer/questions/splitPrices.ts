import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { factsOf, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/**
 * Throws an ImportError when a decimal comma without quotes seems to have split the prices: whole prices stand before a column
 * that has nothing but two digits, as no rates and numbers have them.
 */
export function requireWholePrices(
  { fields }: MappingFile,
  inspection: Inspection,
  given: Readonly<Record<string, string>>,
  file: string,
): void {
  for (const field of ['article_price', 'article_price_total']) {
    const [price] = field in given ? [] : factsOf(inspection, allColumnsOf(fields[field]));
    const next = price && inspection.columns[inspection.columns.indexOf(price) + 1];
    if (!price || !next || !areDecimals(price, next, allColumnsOf(fields.article_tax_rate))) continue;
    const [whole = '', part = ''] = [price, next].map((column) => column.examples[0]);
    throw new ImportError(
      `${file}: "${price.name}" and "${next.name}" seem to be prices that a decimal comma has split (${whole},${part}): put values that contain the delimiter in quotes, or confirm the prices with ${answer(`--column ${field}="${price.name}"`)}`,
    );
  }
}

/** Percentages above this are not tax rates. */
const maxRate = 30;

function areDecimals(price: ColumnFacts, next: ColumnFacts, rates: readonly string[]): boolean {
  const [prices, digits] = [price, next].map((column) => [...valuesOf(column).keys()]);
  if (price.filled === 0 || price.filled !== next.filled) return false;
  const areSplit = prices?.every((value) => /^[-+]?\d+$/.test(value)) === true;
  const areTwo = digits?.every((value) => /^\d\d$/.test(value)) === true;
  const isNoNumber = (value: string) =>
    value.startsWith('0') || (rates.includes(next.name) && Number(value) > maxRate);
  return areSplit && areTwo && digits.some(isNoNumber);
}
