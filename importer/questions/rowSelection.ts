import { grouped } from '../../shared/contract/values/counted.ts';
import { closest } from '../mapping/guess/similarNames.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { Columns, factsOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { anyValue, comparable, type SelectionRules, unwantedReason } from '../rows/rowRules.ts';
import { ImportError, quoted } from '../source/importError.ts';

const maxListed = 20;

/** Values of a column that `--only` or `--skip` names, while the rows are read. */
interface NamedValues {
  readonly option: string;
  readonly column: string;
  readonly index: number;
  readonly missing: Map<string, string>;
  readonly seen: Set<string>;
}

/** Rows that `--only` and `--skip` keep, of all rows of a file. */
export class RowSelection {
  readonly #unwanted: (values: readonly string[]) => string | undefined;
  readonly #named: readonly NamedValues[];
  readonly #name: string;
  #rows = 0;
  #kept = 0;

  /** Throws an ImportError for a column that the file lacks. `name` is the name of the file. */
  constructor(options: MappingOptions, names: readonly string[], name: string) {
    const columns = new Columns(names);
    this.#unwanted = unwantedReason(selectionRules(options, names, name), columns);
    this.#name = name;
    this.#named = [...conditionsOf(options)].map(({ option, column, values }) => ({
      option,
      column,
      index: columns.find(column) ?? -1,
      missing: new Map(
        values.filter((value) => value !== anyValue).map((value) => [comparable(value), value]),
      ),
      seen: new Set(),
    }));
  }

  /** Call it for each row: it also looks for the values that the options name. */
  isWanted(row: readonly string[]): boolean {
    this.#rows += 1;
    for (const { index, missing, seen } of this.#named) {
      const value = comparable(row[index]);
      if (missing.size === 0) continue;
      missing.delete(value);
      if (seen.size < maxListed) seen.add(row[index]?.trim() ?? '');
    }
    const isWanted = this.#unwanted(row) === undefined;
    if (isWanted) this.#kept += 1;
    return isWanted;
  }

  /** Throws an ImportError for a value that no row has, since it would do nothing, and when no row is left. */
  requireValues(): void {
    for (const { option, column, missing, seen } of this.#named) {
      const [value] = missing.values();
      if (value === undefined) continue;
      const more = seen.size < maxListed ? '' : ' …';
      throw new ImportError(
        `${this.#name}: --${option} "${column}=${value}": no row has this value; the values of the column are ${quoted([...seen])}${more}`,
      );
    }
    if (this.#rows > 0 && this.#kept === 0)
      throw new ImportError(
        `${this.#name}: --only and --skip leave out ${this.#rows === 1 ? 'the only row' : `all ${grouped(this.#rows)} rows`}: correct them`,
      );
  }
}

/** Returns the rules of `--only` and `--skip`. Throws an ImportError for a column that the file lacks. */
export function selectionRules(
  options: MappingOptions,
  names: readonly string[],
  file: string,
): Required<SelectionRules> {
  const columns = new Columns(names);
  for (const { option, column } of conditionsOf(options))
    if (columns.find(column) === undefined)
      throw unknownColumn(`--${option} "${column}=…"`, column, names, file);
  const { only = {}, skip = {} } = options;
  return {
    only: Object.entries(only).map(([column, values]) => ({ column, values })),
    skip: Object.entries(skip).map(([column, values]) => ({
      columns: [column],
      values,
      because: `left out: ${column} is ${values.map((value) => value || 'empty').join(' or ')}`,
    })),
  };
}

export function unknownColumn(
  option: string,
  column: string,
  names: readonly string[],
  file: string,
): ImportError {
  const similar = closest(column, names);
  const question = similar.length > 0 ? `; similar: ${quoted(similar)}` : '';
  return new ImportError(
    `${option}: ${file} has no such column${question}; its columns are ${quoted(names)}`,
  );
}

function* conditionsOf({ only = {}, skip = {} }: MappingOptions) {
  for (const [column, values] of Object.entries(only)) yield { option: 'only', column, values } as const;
  for (const [column, values] of Object.entries(skip)) yield { option: 'skip', column, values } as const;
}

/**
 * Throws an ImportError when an `only` rule of a mapping file leaves out all rows, and returns notices of its `skip` rules
 * that leave out none: the same file may be used every day, so a value may be missing in one of them.
 */
export function checkSelection(
  { only = [], skip = [] }: MappingFile,
  inspection: Inspection,
  file: string,
): readonly string[] {
  for (const { column, values } of only) {
    const found = valuesIn(inspection, [column]);
    if (!found || values.some((value) => value === anyValue || found.has(comparable(value)))) continue;
    throw new ImportError(
      `${file}: "only" of the mapping file leaves out all rows: no row has ${quoted(values)} in column "${column}"; its values are ${quoted([...found.values()])}`,
    );
  }
  return skip.flatMap(({ columns, values }) => {
    const found = values && valuesIn(inspection, columns);
    if (!found || values.some((value) => found.has(comparable(value)))) return [];
    return [`"skip" of the mapping file leaves out no row: none has ${quoted(values)} in ${quoted(columns)}`];
  });
}

/** Returns the values of columns, as they are compared; undefined if they have too many. */
function valuesIn(inspection: Inspection, names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const facts = factsOf(inspection, names);
  if (facts.length === 0 || facts.some(({ values }) => values === undefined)) return undefined;
  const pairs = facts.flatMap(({ values = new Map(), filled }) => [
    ...[...values.keys()].map((value: string) => [comparable(value), value] as const),
    ...(filled < inspection.rows ? [['', ''] as const] : []),
  ]);
  return new Map(pairs);
}
