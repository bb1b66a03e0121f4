import { csvLines } from './csvLines.ts';
import type { Handled } from './outcome.ts';

export const changeColumns = ['line', 'ident', 'field', 'stored', 'in the file', 'action'] as const;

/** Returns a line for each field that an import would change, or keep although the file has another value. */
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
