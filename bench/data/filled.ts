import type { IdentPrefix } from '../../shared/values/idents.ts';

/** When the rows that are there before were made: every later date is a run's own. */
export const filledDate = '2024-01-01 00:00:00';

/** The time part of an ident of that day: whatever is created during a run sorts behind it. */
const dayOfFilling = '01hk153x00';

/** The ident of the n-th row that is there before. */
export function filledIdent(prefix: IdentPrefix, row: number): string {
  return `${prefix}_${dayOfFilling}${String(row).padStart(16, '0')}`;
}

/** The same as SQL, for a column that holds the row's number. */
export function filledIdentSql(prefix: IdentPrefix, column: string): string {
  return `CONCAT('${prefix}_${dayOfFilling}', LPAD(${column}, 16, '0'))`;
}

/** Sorts behind every filled ident and before every other one. */
export function lastFilledIdent(prefix: IdentPrefix): string {
  return `${prefix}_${dayOfFilling}${'z'.repeat(16)}`;
}

/** Rows belong to the accounts in turn. */
export function ownerOf(row: number, accounts: number): number {
  return row % accounts;
}
