import type { ColumnFacts, Inspection } from '../../inspection/inspection.ts';
import { isRefusalColumn } from '../../source/refusalColumns.ts';
import { likelyField } from '../guess/lookalikes.ts';
import { valuesOf } from '../rules/columnFacts.ts';
import type { MappingFile } from '../rules/mappingFile.ts';
import { allColumnsOf } from '../rules/valueReader.ts';
import { amountConversion } from '../values/amounts.ts';
import { taxRateConversion } from '../values/taxRates.ts';

type Amount = 'article_price' | 'article_tax_rate';

const minScore = 1;
const nameScore = 2;
const maxPenalty = 1.5;

export function likeliestColumn(
  field: Amount,
  { fields }: MappingFile,
  { columns }: Inspection,
): string | undefined {
  const used = new Set(
    Object.values(fields).flatMap((rule) => allColumnsOf(rule).map((name) => name.toLowerCase())),
  );
  const scored = columns
    .filter(({ name, filled }) => filled > 0 && !isRefusalColumn(name) && !used.has(name.toLowerCase()))
    .map((column) => ({ name: column.name, score: byName(field, column.name) + byValues(field, column) }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = scored;
  return best && best.score >= minScore ? best.name : undefined;
}

function byName(field: Amount, name: string): number {
  const likely = likelyField('articles', name);
  if (likely === field) return nameScore;
  return field === 'article_price' && likely === 'article_price_total' ? nameScore : 0;
}

/** Returns up to 1 for values that the field accepts, and less than 0 when it accepts none. */
function byValues(field: Amount, column: ColumnFacts): number {
  const values = [...valuesOf(column)];
  const rows = values.reduce((sum, [, count]) => sum + count, 0);
  const fitting = values.reduce((sum, [value, count]) => sum + (fits[field](value) ? count : 0), 0);
  return fitting === 0 ? -maxPenalty : fitting / rows;
}

const toAmount = amountConversion({ code: 'EUR', isFromService: false });
const toRate = taxRateConversion(undefined);
const decimals = /[.,]\d\d(?:\D*|\d\d)$/;
const usualRates: ReadonlySet<string> = new Set([
  '0',
  '7',
  '19',
  '20',
  '10',
  '5',
  '16',
  '25',
  '21',
  '23',
  '8.1',
  '2.6',
]);

const fits: Readonly<Record<Amount, (value: string) => boolean>> = {
  article_price: (value) => decimals.test(value) && typeof toAmount(value) === 'string',
  article_tax_rate: (value) => {
    const rate = toRate(value);
    return typeof rate === 'string' && usualRates.has(String(Number(rate)));
  },
};
