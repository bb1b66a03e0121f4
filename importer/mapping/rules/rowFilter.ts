import type { SourceRow } from '../../source/row.ts';
import type { Columns } from './columns.ts';
import type { MappingFile, SkipRule } from './mappingFile.ts';

/** Why a row is not a record; undefined when it is one. */
type Reason = string | undefined;

/** Finds the rows that are not records: by the skip rules, and lines that a program writes around its table. */
export function rowFilter(file: MappingFile, columns: Columns): (row: SourceRow) => Reason {
  const rules = (file.skip ?? []).flatMap((rule) => skipRule(rule, columns));
  const ignored = file.ignore_lines === undefined ? undefined : new RegExp(file.ignore_lines, 'i');
  return (row) => {
    if (row.fault) return ignored?.test(row.values.join(' ')) ? 'the line is not a record' : undefined;
    for (const rule of rules) {
      const reason = rule(row.values);
      if (reason) return reason;
    }
    return undefined;
  };
}

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

/** Fills empty values from the row before, if both belong together, such as the variants of a product. */
export function carrier({ carry_down: rule }: MappingFile, columns: Columns): (row: SourceRow) => SourceRow {
  const keys = columns.findAll([rule?.by ?? []].flat());
  const indexes = columns.findAll(rule?.columns ?? []);
  if (keys.length === 0 || indexes.length === 0) return (row) => row;
  let before: readonly string[] = [];
  return (row) => {
    if (row.fault) return row;
    const belongs = keys.some((key) => row.values[key] !== '' && row.values[key] === before[key]);
    const values = belongs ? filled(row.values, before, indexes) : row.values;
    before = values;
    return { ...row, values };
  };
}

function filled(values: readonly string[], before: readonly string[], indexes: readonly number[]): string[] {
  const copy = [...values];
  for (const index of indexes) if (isEmpty(copy[index])) copy[index] = before[index] ?? '';
  return copy;
}
