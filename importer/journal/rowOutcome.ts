import Big from 'big.js';
import type { SourceRow } from '../source/sourceRow.ts';

/** Result of a row; in a dry run, the result that an import would have. */
export type Outcome =
  /** `values` are those that were sent; undefined in a dry run. */
  | { readonly kind: 'created'; readonly ident: string; readonly values?: Stored }
  | Updated
  | { readonly kind: 'unchanged'; readonly ident: string }
  /** The record stays as it is; `changes` are the fields in which the row differs. */
  | { readonly kind: 'existed'; readonly ident: string; readonly changes?: Changes }
  | { readonly kind: 'repeated' }
  /** The row is not a record, such as one that only adds an image. */
  | { readonly kind: 'skipped'; readonly reason: string }
  | Refused;

export interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly reason: string;
  readonly reasons?: readonly string[];
  /** Change that was written before the rest of the row was refused. */
  readonly partly?: Updated;
}

export interface Updated {
  readonly kind: 'updated';
  readonly ident: string;
  readonly changes?: Changes;
  /** Versions before and after the update of the record itself; undefined in a dry run. */
  readonly was?: string;
  readonly version?: string;
  /** The delivery address that was changed too; without a version, it is new. */
  readonly address?: { readonly ident: string; readonly version?: string; readonly changes: Changes };
}

export interface Handled {
  readonly row: SourceRow;
  readonly outcome: Outcome;
  /** Ident of the record in the program that it comes from; '' if it is not known. */
  readonly externalIdent: string;
  readonly repairs?: readonly string[] | undefined;
}

export function refused(code: string, reason: string, reasons: readonly string[] = []): Refused {
  return reasons.length > 1 ? { kind: 'refused', code, reason, reasons } : { kind: 'refused', code, reason };
}

/** Refuses a row for all of its faults; the code is that of the first one. */
export function refusedFor(faults: readonly { readonly code: string; readonly message: string }[]): Refused {
  const reasons = faults.map(({ message }) => message);
  return refused(faults[0]?.code ?? '', reasons.join('; '), reasons);
}

/** Values by field, of a record as the service answers it, or of a row after it was cleaned. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Values by field that a run wrote or overwrote. */
export type Stored = Readonly<Record<string, string | number>>;

export type Changes = readonly Change[];

interface Change {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

const shownDecimals: ReadonlyMap<string, number> = new Map([
  ['article_price', 2],
  ['article_purchase_price', 2],
  ['article_tax_rate', 0],
]);

/** Returns a change with both amounts written alike: 5.5 → 12 as 5.50 → 12.00. */
export function shownChange({ field, from, to }: Change): Change {
  const decimals = shownDecimals.get(field);
  if (decimals === undefined) return { field, from, to };
  const shown = (text: string) => (text === '' ? '' : withDecimals(text, decimals));
  return { field, from: shown(from), to: shown(to) };
}

function withDecimals(text: string, minDecimals: number): string {
  const plain = new Big(text).toFixed();
  const [, decimals = ''] = plain.split('.');
  return decimals.length < minDecimals ? new Big(text).toFixed(minDecimals) : plain;
}
