import type { Changes } from '../record/changes.ts';

export type RowPlan =
  | { readonly kind: 'create' }
  | UpdatePlan
  | SamePlan
  /** The record exists and stays as it is, whether it differs or not. */
  | { readonly kind: 'exists'; readonly ident: string; readonly changes: Changes }
  | RefusePlan;

export interface RefusePlan {
  readonly kind: 'refuse';
  readonly code: string;
  readonly reason: string;
  readonly reasons?: readonly string[];
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly ident: string;
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
