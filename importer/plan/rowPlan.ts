import type { Changes } from '../journal/rowOutcome.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';

export type OnExisting = 'skip' | 'update' | 'fail';

export interface RowOptions {
  readonly resource: Resource;
  readonly onExisting: OnExisting;
  /** Field by which records are found; external_ident by default. */
  readonly match: string | undefined;
  readonly updateOnly: boolean;
  /** Takes a record with the ident of a row as the same record, however much it differs. */
  readonly sameOrigin: boolean;
  readonly isDryRun: boolean;
  /** Percent by which most prices may change without a question; undefined for the default. */
  readonly maxChange: number | undefined;
}

/** Resources that are planned. Delivery addresses are compared as a whole instead. */
export type RecordKind = 'customer' | 'article';

export function kindOf(resource: Exclude<Resource, 'addresses'>): RecordKind {
  return resource === 'customers' ? 'customer' : 'article';
}

export function resourceOf(kind: RecordKind) {
  return `${kind}s` as const;
}

export interface PlanOptions extends Pick<RowOptions, 'onExisting' | 'updateOnly' | 'sameOrigin'> {
  readonly kind: RecordKind;
  readonly match: string;
  readonly needed: readonly string[];
  /** Fields whose value is a default of the user: an existing record with another one is refused. */
  readonly defaults: readonly string[];
  /** Fields that every row gets and no column has: they identify the source, and are not written to existing records. */
  readonly constants: readonly string[];
}

export type RowPlan =
  | { readonly kind: 'create' }
  | UpdatePlan
  | SamePlan
  /** The record exists and stays as it is, whether it differs or not. */
  | { readonly kind: 'exists'; readonly ident: string; readonly changes: Changes }
  | RefusePlan;

export const createPlan: RowPlan = { kind: 'create' };

export interface RefusePlan {
  readonly kind: 'refuse';
  readonly code: string;
  readonly reason: string;
  readonly reasons?: readonly string[];
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly ident: string;
  /** Name of the record for people; plans of earlier releases lack it. */
  readonly title?: string;
  /** The record is changed only if it still has this version. */
  readonly version: string;
  readonly changes: Changes;
  readonly address?: AddressPlan;
}

export interface SamePlan {
  readonly kind: 'same';
  readonly ident: string;
  readonly version: string;
  readonly addressVersion?: string;
}

/** Changes of a delivery address. Without an ident, the customer gets a new one. */
export interface AddressPlan {
  readonly ident?: string;
  readonly version?: string;
  readonly changes: Changes;
}

export function refusedPlan(code: string, reason: string): RefusePlan {
  return { kind: 'refuse', code, reason };
}
