import Type, { type Static } from 'typebox';
import { list } from '../source/importError.ts';
import type { SourceRow } from '../source/sourceRow.ts';
import { isEmptyCell } from '../source/spreadsheetCells.ts';
import { withoutAddedZero } from '../source/storedDecimals.ts';
import type { Columns } from './columns.ts';

/** One column, or several, of which the first that is not empty is used. */
export type ColumnNames = string | readonly string[];

export const oneText = Type.String({ minLength: 1 });
export const someTexts = Type.Unsafe<readonly string[]>({
  type: 'array',
  items: oneText,
  minItems: 1,
});
const columnNames = Type.Unsafe<ColumnNames>({ type: ['string', 'array'], items: oneText });
export const exactKeys = { additionalProperties: false };

/** Values of cells, in any case; '' is an empty cell. */
const cellValues = Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, minItems: 1 });

/** Finds rows that are not records: one of the columns has one of the values or, without `values`, all columns are empty. */
const skipRule = Type.Object(
  { columns: someTexts, values: Type.Optional(cellValues), because: oneText },
  exactKeys,
);
type SkipRule = Static<typeof skipRule>;

/** Value of an `only` rule that each row has. */
export const anyValue = '*';

/** Keeps the rows whose column has one of the values; `*` keeps all. */
const onlyRule = Type.Object({ column: oneText, values: cellValues }, exactKeys);
type OnlyRule = Static<typeof onlyRule>;

/**
 * Values that the rows of variants take from the row of their product, which is before them in the file: `value` in `columns` is
 * replaced, or without `value` empty cells and words such as `inherit`. `by` names the product by a value of its columns `keys`,
 * or by `id:` and the value. `together` are columns of which a variant takes all or none, such as net and gross price.
 */
const inheritRule = Type.Object(
  {
    by: columnNames,
    keys: someTexts,
    columns: someTexts,
    together: Type.Optional(someTexts),
    value: Type.Optional(oneText),
  },
  exactKeys,
);
export type InheritRule = Static<typeof inheritRule>;

/** Rules of a mapping file that look at whole rows, whatever fields their columns give. */
export const rowRules = {
  /** Takes empty values of `columns` from the row before, as long as `by` has the same value. */
  carry_down: Type.Optional(Type.Object({ by: columnNames, columns: someTexts }, exactKeys)),
  inherit: Type.Optional(inheritRule),
  skip: Type.Optional(Type.Unsafe<readonly SkipRule[]>({ type: 'array', items: skipRule })),
  only: Type.Optional(Type.Unsafe<readonly OnlyRule[]>({ type: 'array', items: onlyRule })),
  /** Regular expression for lines that are not records, such as a count at the end. */
  ignore_lines: Type.Optional(Type.String({ format: 'pattern' })),
};

export interface SelectionRules {
  readonly skip?: readonly SkipRule[];
  readonly only?: readonly OnlyRule[];
}

interface RowRules extends SelectionRules {
  readonly ignore_lines?: string;
  readonly carry_down?: { readonly by: ColumnNames; readonly columns: readonly string[] };
  readonly inherit?: InheritRule;
}

interface MappedColumns {
  readonly indexes: readonly number[];
  readonly hasPrice: boolean;
}

/** Returns the reason why a row is not a record: a skip rule, a line around the table, an empty row or a heading. */
export function rowFilter(
  rules: RowRules,
  columns: Columns,
  { indexes, hasPrice }: MappedColumns,
): (row: SourceRow) => string | undefined {
  const { ignore_lines: pattern } = rules;
  const unwanted = unwantedReason(rules, columns);
  const ignored = pattern === undefined ? undefined : new RegExp(pattern, 'i');
  const hasHeadings = hasPrice && indexes.length >= minColumns;
  return (row) => {
    if (row.skip !== undefined) return row.skip;
    if (ignored?.test(row.values.join(' '))) return 'the line is not a record';
    if (row.fault) return undefined;
    const filled = filledIn(row.values, indexes);
    if (filled === 0 && indexes.length > 0) return 'the row has no value in a column that is mapped';
    if (filled === 1 && hasHeadings) return 'the row has a single value, like a heading';
    return unwanted(row.values);
  };
}

/** Returns why the rules leave a row out. */
export function unwantedReason(
  { skip = [], only = [] }: SelectionRules,
  columns: Columns,
): (values: readonly string[]) => string | undefined {
  const rules = [
    ...skip.flatMap((rule) => skipTest(rule, columns)),
    ...only.flatMap((rule) => onlyTest(rule, columns)),
  ];
  return (values) => {
    for (const { matches, because } of rules) if (matches(values)) return because;
    return undefined;
  };
}

/** Minimum of mapped columns: with fewer, a row with one value may be a record. Headings stand between the groups of a price list. */
const minColumns = 3;

/** Stops at the second value: nobody asks for more. */
function filledIn(values: readonly string[], indexes: readonly number[]): number {
  let filled = 0;
  for (const index of indexes) {
    if (!isEmpty(values[index])) filled += 1;
    if (filled > 1) break;
  }
  return filled;
}

function skipTest({ columns: names, values, because }: SkipRule, columns: Columns) {
  const indexes = columns.findAll(names);
  const wanted = values && new Set(values.map(comparable));
  const matches = wanted
    ? (row: readonly string[]) => indexes.some((index) => wanted.has(comparable(row[index])))
    : (row: readonly string[]) => indexes.every((index) => isEmpty(row[index]));
  return indexes.length === 0 ? [] : [{ matches, because }];
}

function onlyTest({ column, values }: OnlyRule, columns: Columns) {
  const index = columns.find(column);
  if (index === undefined || values.includes(anyValue)) return [];
  const wanted = new Set(values.map(comparable));
  const because = `left out: ${column} is not ${list(
    values.map((value) => value || 'empty'),
    'or',
  )}`;
  return [{ matches: (row: readonly string[]) => !wanted.has(comparable(row[index])), because }];
}

/** Makes the values of cells comparable, whatever their case and the blanks around them. `NULL` is an empty cell. */
export function comparable(value: string | undefined): string {
  const text = value === undefined ? '' : withoutAddedZero(value).trim();
  return isEmptyCell(text) ? '' : text.toLowerCase();
}

function isEmpty(value: string | undefined): boolean {
  return isEmptyCell(value?.trim() ?? '');
}

/** Fills empty values from the row before if both belong together, such as the variants of a product. */
export function carrier({ carry_down: rule }: RowRules, columns: Columns): (row: SourceRow) => SourceRow {
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
export function inheritance({ inherit: rule }: RowRules, columns: Columns): (row: SourceRow) => SourceRow {
  const by = columns.findAll([rule?.by ?? []].flat());
  const keys = columns.findAll(rule?.keys ?? []);
  const inherited = columns.findAll(rule?.columns ?? []);
  if (!rule || by.length === 0 || inherited.length === 0) return (row) => row;
  const { value: marker } = rule;
  const together = columns.findAll(rule.together ?? []);
  const isInherited = marker === undefined ? isOpen : (value: string | undefined) => value?.trim() === marker;
  const products = new Map<string, readonly string[]>();
  return (row) => {
    if (row.fault) return row;
    const name = by.map((index) => row.values[index]?.trim() ?? '').find((value) => !isEmpty(value)) ?? '';
    const lacks = inherited.some((index) => isInherited(row.values[index]));
    const isOwn = keys.some((index) => row.values[index]?.trim() === name);
    const isVariant = marker === undefined ? name !== '' && !isOwn : lacks;
    if (!isVariant) {
      const values = inherited.map((index) => row.values[index] ?? '');
      for (const key of namesOf(row.values, keys)) if (!products.has(key)) products.set(key, values);
      return row;
    }
    if (!lacks) return row;
    const product = products.get(name);
    const own = together.some((index) => !isInherited(row.values[index])) ? together : [];
    if (product)
      return {
        ...row,
        values: filled(row.values, inherited, isInherited, (index, position) =>
          own.includes(index) ? row.values[index] : product[position],
        ),
      };
    // Without a marker, the first column decides: a variant may do without a description, but not without a title.
    const [first = 0] = inherited;
    return marker === undefined && !isInherited(row.values[first]) ? row : orphan(row, name, marker ?? '');
  };
}

/** True for a cell that a variant takes from its product. */
function isOpen(value: string | undefined): boolean {
  return isEmpty(value) || /^(?:inherit(?:ed)?|parent|vererbt|geerbt)$/i.test(value?.trim() ?? '');
}

function namesOf(values: readonly string[], keys: readonly number[]): string[] {
  const found = keys.map((index) => values[index]?.trim() ?? '').filter((key) => key !== '');
  return found.flatMap((key) => [key, `id:${key}`]);
}

function orphan(row: SourceRow, name: string, value: string): SourceRow {
  const message = `the row takes values from its product "${name}", which is not before it in the file: sort the products before their variants, or ${value === '' ? 'fill the empty cells with the values' : `replace "${value}" by the value`} of the product`;
  return { ...row, fault: { code: 'product_unknown', message } };
}
