import { csvLines } from './csvLines.ts';
import type { Handled } from './outcome.ts';

/** The columns of the file of changes that a dry run writes. */
export const changeColumns = ['line', 'ident', 'field', 'stored', 'in the file', 'action'] as const;

/** One line for each field that an import would change, or leave although the file has another value. */
export function changeLines(handled: readonly Handled[]): string {
  return csvLines(
    handled.flatMap(({ row, outcome }) => {
      if (outcome.kind !== 'updated' && outcome.kind !== 'existed') return [];
      const action = outcome.kind === 'updated' ? 'update' : 'keep';
      const { ident, changes = [] } = outcome;
      return changes.map(({ field, from, to }) => [`${row.line}`, ident, field, from, to, action]);
    }),
  );
}
