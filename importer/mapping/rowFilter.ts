import type { SourceRow } from '../source/source.ts';
import type { Columns } from './columns.ts';
import type { MappingFile, SkipRule } from './mappingFile.ts';

/** Why a row is no record; undefined when it is one. */
type Reason = string | undefined;

/** Finds the rows that are no records: by rule, and lines that a program writes around its table. */
export function rowFilter(file: MappingFile, columns: Columns): (row: SourceRow) => Reason {
  const rules = (file.skip ?? []).flatMap((rule) => skipRule(rule, columns));
  const ignored = file.ignore_lines === undefined ? undefined : new RegExp(file.ignore_lines, 'i');
  return (row) => {
    if (row.fault) return ignored?.test(row.values.join(' ')) ? 'the line is no record' : undefined;
    for (const rule of rules) {
      const reason = rule(row.values);
      if (reason) return reason;
    }
    return undefined;
  };
}

function skipRule({ columns: names, values, because }: SkipRule, columns: Columns) {
  const places = columns.findAll(names);
  if (places.length === 0) return [];
  if (!values)
    return [
      (row: readonly string[]): Reason =>
        places.every((place) => isEmpty(row[place])) ? because : undefined,
    ];
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return [
    (row: readonly string[]): Reason =>
      places.some((place) => wanted.has(row[place]?.trim().toLowerCase() ?? '')) ? because : undefined,
  ];
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

/** Fills empty values of rows that belong to the row before, such as the variants of a product. */
export function carrier({ carry_down: rule }: MappingFile, columns: Columns): (row: SourceRow) => SourceRow {
  const keys = columns.findAll([rule?.by ?? []].flat());
  const places = columns.findAll(rule?.columns ?? []);
  if (keys.length === 0 || places.length === 0) return (row) => row;
  let before: readonly string[] = [];
  return (row) => {
    if (row.fault) return row;
    const belongs = keys.some((key) => row.values[key] !== '' && row.values[key] === before[key]);
    const values = belongs ? filled(row.values, before, places) : row.values;
    before = values;
    return { ...row, values };
  };
}

function filled(values: readonly string[], before: readonly string[], places: readonly number[]): string[] {
  const copy = [...values];
  for (const place of places) if (isEmpty(copy[place])) copy[place] = before[place] ?? '';
  return copy;
}
