import type { IdentPrefix } from '../../../shared/contract/values/idents.ts';

/** Creation time of the filled rows: every later date was written by a run. */
export const filledDate = '2024-01-01 00:00:00';

/** Tables with filled rows, and the column and prefix of their idents. Each row goes before the one that it refers to. */
export const filledTables = [
  ['articles', 'article_ident', 'art'],
  ['addresses', 'address_ident', 'adr'],
  ['customers', 'customer_ident', 'cus'],
] as const;

/** Time part of a filled ident: idents that are created during a run sort after it. */
const dayOfFilling = '01hk153x00';

export function filledIdent(prefix: IdentPrefix, row: number): string {
  return `${prefix}_${dayOfFilling}${String(row).padStart(16, '0')}`;
}

export function filledIdentSql(prefix: IdentPrefix, column: string): string {
  return `CONCAT('${prefix}_${dayOfFilling}', LPAD(${column}, 16, '0'))`;
}

/** Sorts behind every filled ident and before every other one. */
export function lastFilledIdent(prefix: IdentPrefix): string {
  return `${prefix}_${dayOfFilling}${'z'.repeat(16)}`;
}

/** Returns the index of an account: rows belong to the accounts in turn. */
export function ownerOf(row: number, accounts: number): number {
  return row % accounts;
}
