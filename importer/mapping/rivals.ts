import type { Guess } from './guess/guessFields.ts';
import { Columns } from './rules/columns.ts';
import type { ColumnNames, ValueRule } from './rules/mappingFile.ts';
import { columnsOf, ruleOf } from './rules/valueReader.ts';

/** Columns that could each give a field. The first one is taken if all have the same values. */
export interface Rivals {
  readonly field: string;
  readonly columns: readonly string[];
}

type FieldRule = readonly [field: string, rule: ColumnNames | ValueRule];

/**
 * Finds the columns that could give these fields as well as those of their rules: by their names, or because two have the
 * same name.
 */
export function rivalsOf(
  rules: readonly FieldRule[],
  guess: Guess | undefined,
  columns: readonly string[],
): readonly Rivals[] {
  const known = new Columns(columns);
  return rules.flatMap(([field, rule]) =>
    known.findAll(columnsOf(ruleOf(rule))).flatMap((index) => {
      const column = columns[index] as string;
      const others = columns.filter((other) => isTwin(other, column));
      const guessed = guess?.rivals.get(field) ?? [];
      const all = [...new Set([column, ...(guessed[0] === column ? guessed : []), ...others])];
      return all.length > 1 ? [{ field, columns: all }] : [];
    }),
  );
}

/** Recognizes the number that a column got because another one in the file has the same name. */
function isTwin(other: string, column: string): boolean {
  return other.startsWith(`${column} (`) && /^\(\d+\)$/.test(other.slice(column.length + 1));
}
