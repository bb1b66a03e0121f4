import type { SourceRow } from '../source/sourceRow.ts';
import type { Columns } from './columns.ts';
import type { MappingFile, SkipRule } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';

type Reason = string | undefined;

/** Returns the reason why a row is not a record: a skip rule, a line around the table, an empty row or a heading. */
export function rowFilter(file: MappingFile, columns: Columns): (row: SourceRow) => Reason {
  const rules = (file.skip ?? []).flatMap((rule) => skipRule(rule, columns));
  const ignored = file.ignore_lines === undefined ? undefined : new RegExp(file.ignore_lines, 'i');
  const indexes = mappedIndexes(file, columns);
  const isHeading = headings(file, indexes);
  return (row) => {
    if (row.skip !== undefined) return row.skip;
    if (ignored?.test(row.values.join(' '))) return 'the line is not a record';
    if (row.fault) return undefined;
    if (indexes.length > 0 && indexes.every((index) => isEmpty(row.values[index])))
      return 'the row has no value in a column that is mapped';
    if (isHeading(row.values)) return 'the row has a single value, like a heading';
    for (const rule of rules) {
      const reason = rule(row.values);
      if (reason) return reason;
    }
    return undefined;
  };
}

/** Returns the columns that a field takes. A row without a value in any of them is no record, whatever constants it gets. */
function mappedIndexes({ fields }: MappingFile, columns: Columns): readonly number[] {
  return [...new Set(columns.findAll(Object.values(fields).flatMap(allColumnsOf)))];
}

/** Finds the headings of groups in a price list: no article has a single value. */
function headings(
  { fields }: MappingFile,
  indexes: readonly number[],
): (values: readonly string[]) => boolean {
  const hasPrice = fields.article_price !== undefined || fields.article_price_total !== undefined;
  if (!hasPrice || indexes.length < minColumns) return () => false;
  return (values) => indexes.filter((index) => !isEmpty(values[index])).length === 1;
}

/** Minimum of mapped columns: with fewer, a row with one value may be a record. */
const minColumns = 3;

function skipRule({ columns: names, values, because }: SkipRule, columns: Columns) {
  const indexes = columns.findAll(names);
  if (indexes.length === 0) return [];
  if (!values)
    return [
      (row: readonly string[]): Reason =>
        indexes.every((index) => isEmpty(row[index])) ? because : undefined,
    ];
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return [
    (row: readonly string[]): Reason =>
      indexes.some((index) => wanted.has(row[index]?.trim().toLowerCase() ?? '')) ? because : undefined,
  ];
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

/** Fills empty values from the row before if both belong together, such as the variants of a product. */
export function carrier({ carry_down: rule }: MappingFile, columns: Columns): (row: SourceRow) => SourceRow {
  const keys = columns.findAll([rule?.by ?? []].flat());
  const indexes = columns.findAll(rule?.columns ?? []);
  if (keys.length === 0 || indexes.length === 0) return (row) => row;
  let before: readonly string[] = [];
  return (row) => {
    if (row.fault) return row;
    const belongs = keys.some((key) => row.values[key] !== '' && row.values[key] === before[key]);
    const values = belongs ? filled(row.values, indexes, isEmpty, (index) => before[index]) : row.values;
    before = values;
    return { ...row, values };
  };
}

/** Copies values; those at `indexes` that are `isOpen` come from `source`. */
function filled(
  values: readonly string[],
  indexes: readonly number[],
  isOpen: (value: string | undefined) => boolean,
  source: (index: number, position: number) => string | undefined,
): string[] {
  const copy = [...values];
  for (const [position, index] of indexes.entries())
    if (isOpen(copy[index])) copy[index] = source(index, position) ?? '';
  return copy;
}

/** Fills the values that rows of variants take from the row of their product. An unknown product is a fault of the row. */
export function inheritance({ inherit: rule }: MappingFile, columns: Columns): (row: SourceRow) => SourceRow {
  const by = columns.findAll([rule?.by ?? []].flat());
  const keys = columns.findAll(rule?.keys ?? []);
  const inherited = columns.findAll(rule?.columns ?? []);
  if (!rule || by.length === 0 || inherited.length === 0) return (row) => row;
  const isInherited = (value: string | undefined) => value?.trim() === rule.value;
  const products = new Map<string, readonly string[]>();
  return (row) => {
    if (row.fault) return row;
    const isVariant = inherited.some((index) => isInherited(row.values[index]));
    if (!isVariant) {
      const values = inherited.map((index) => row.values[index] ?? '');
      for (const name of namesOf(row.values, keys)) if (!products.has(name)) products.set(name, values);
      return row;
    }
    const name = by.map((index) => row.values[index]?.trim() ?? '').find((value) => value !== '') ?? '';
    const product = products.get(name);
    return product
      ? { ...row, values: filled(row.values, inherited, isInherited, (_, position) => product[position]) }
      : orphan(row, name, rule.value);
  };
}

function namesOf(values: readonly string[], keys: readonly number[]): string[] {
  const found = keys.map((index) => values[index]?.trim() ?? '').filter((key) => key !== '');
  return found.flatMap((key) => [key, `id:${key}`]);
}

function orphan(row: SourceRow, name: string, value: string): SourceRow {
  const message = `the row takes values from its product "${name}", which is not before it in the file: sort the products before their variants, or replace "${value}" by the value of the product`;
  return { ...row, fault: { code: 'product_unknown', message } };
}
