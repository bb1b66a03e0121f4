import type { SourceRow } from '../../source/row.ts';
import type { Columns } from './columns.ts';
import type { MappingFile } from './mappingFile.ts';

/** Fills the values that rows of variants take from the row of their product. An unknown product is a fault of the row. */
export function inheritance({ inherit: rule }: MappingFile, columns: Columns): (row: SourceRow) => SourceRow {
  const by = columns.findAll([rule?.by ?? []].flat());
  const keys = columns.findAll(rule?.keys ?? []);
  const inherited = columns.findAll(rule?.columns ?? []);
  if (!rule || by.length === 0 || inherited.length === 0) return (row) => row;
  const products = new Map<string, readonly string[]>();
  return (row) => {
    if (row.fault) return row;
    const isVariant = inherited.some((index) => row.values[index]?.trim() === rule.value);
    if (!isVariant) {
      const values = inherited.map((index) => row.values[index] ?? '');
      for (const name of namesOf(row.values, keys)) if (!products.has(name)) products.set(name, values);
      return row;
    }
    const name = by.map((index) => row.values[index]?.trim() ?? '').find((value) => value !== '') ?? '';
    const product = products.get(name);
    return product
      ? { ...row, values: filled(row.values, inherited, product, rule.value) }
      : orphan(row, name, rule.value);
  };
}

function namesOf(values: readonly string[], keys: readonly number[]): string[] {
  const found = keys.map((index) => values[index]?.trim() ?? '').filter((key) => key !== '');
  return found.flatMap((key) => [key, `id:${key}`]);
}

function filled(
  values: readonly string[],
  indexes: readonly number[],
  product: readonly string[],
  wanted: string,
): string[] {
  const copy = [...values];
  for (const [position, index] of indexes.entries())
    if (copy[index]?.trim() === wanted) copy[index] = product[position] ?? '';
  return copy;
}

function orphan(row: SourceRow, name: string, value: string): SourceRow {
  const message = `the row takes values from its product "${name}", which is not before it in the file: sort the products before their variants, or replace "${value}" by the value of the product`;
  return { ...row, fault: { code: 'product_unknown', message } };
}
