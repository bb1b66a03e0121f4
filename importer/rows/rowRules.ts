import Type, { type Static } from 'typebox';
import { list } from '../source/importError.ts';
import type { RowFault, SourceRow } from '../source/sourceRow.ts';
import { isEmptyCell, isEmptyValue } from '../source/spreadsheetCells.ts';
import { withoutAddedZero } from '../source/storedDecimals.ts';
import type { Columns } from './columns.ts';
import type { Inspection } from './inspectColumns.ts';
import { carryRule, inheritRule } from './relatedRows.ts';
import { exactKeys, oneText, someTexts } from './ruleTypes.ts';

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

/** Rules of a mapping file that look at whole rows, whatever fields their columns give. */
export const rowRules = {
  carry_down: Type.Optional(carryRule),
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

interface FilterRules extends SelectionRules {
  readonly ignore_lines?: string;
}

interface MappedColumns {
  readonly indexes: readonly number[];
  readonly hasPrice: boolean;
}

/** Returns the reason why a row is not a record: a skip rule, a line around the table, an empty row, a count or a heading. */
export function rowFilter(
  rules: FilterRules,
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
    if (isCount(row.values)) return 'the row is a line of totals';
    return unwanted(row.values);
  };
}

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

/**
 * Refuses rows with a single value of files without prices. Such a row may be a heading, or a customer of whom only a name is
 * known, which a skipped row would lose.
 */
export function loneValueFinder(
  indexes: readonly number[],
  inspection: Inspection | undefined,
): (values: readonly string[]) => RowFault | undefined {
  if (indexes.length < minColumns || !haveMoreValues(indexes, inspection)) return () => undefined;
  return (values) => (filledIn(values, indexes) === 1 && !hasEmail(values, indexes) ? loneValue : undefined);
}

const loneValue: RowFault = {
  code: 'row_fields',
  message: 'the row has a single value, like a heading: remove it, or fill another column',
};

/** Tells records of several values from lists of which most rows have one value, such as names or e-mails. */
function haveMoreValues(indexes: readonly number[], inspection: Inspection | undefined): boolean {
  if (!inspection) return false;
  const filled = indexes.reduce((sum, index) => sum + (inspection.columns[index]?.filled ?? 0), 0);
  return filled >= inspection.rows * 2;
}

/** Finds what a heading never has: customers of a newsletter may have nothing else. */
function hasEmail(values: readonly string[], indexes: readonly number[]): boolean {
  return indexes.some((index) => values[index]?.includes('@'));
}

/** Matches words such as `Anzahl Kunden`, in the languages of the exports that people have. */
const countWord =
  /^(?:(?:gesamt)?anzahl|(?:total )?(?:number|count) of|total count|nombre|n[uú]mero|liczba|aantal)(?: [^\d]*)?:?$/iu;

/** True for a row that has nothing but such a word, and a number. */
function isCount(values: readonly string[]): boolean {
  const first = values.findIndex((value) => !isEmptyValue(value));
  if (first === -1 || !countWord.test(values[first]?.trim() ?? '')) return false;
  const others = values.slice(first + 1).filter((value) => !isEmptyValue(value));
  return values.length > 2 && others.length === 1 && /^\d[\d.,'\s]*$/.test(others[0]?.trim() ?? '');
}

/** Stops at the second value: nobody asks for more. */
function filledIn(values: readonly string[], indexes: readonly number[]): number {
  let filled = 0;
  for (const index of indexes) {
    if (!isEmptyValue(values[index])) filled += 1;
    if (filled > 1) break;
  }
  return filled;
}

function skipTest({ columns: names, values, because }: SkipRule, columns: Columns) {
  const indexes = columns.findAll(names);
  const wanted = values && new Set(values.map(comparable));
  const matches = wanted
    ? (row: readonly string[]) => indexes.some((index) => wanted.has(comparable(row[index])))
    : (row: readonly string[]) => indexes.every((index) => isEmptyValue(row[index]));
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
