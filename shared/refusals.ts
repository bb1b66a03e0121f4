/** Why an operation did nothing, as `X-Svc-Error` says it (contract.md, "Codes"). */
export type RefusalCode =
  | 'customer_not_found'
  | 'article_not_found'
  | 'address_not_found'
  | 'order_not_found'
  | 'app_not_found'
  | 'order_invoiced'
  | 'value_exists'
  | 'external_ident_exists'
  | 'key_used';

/** What can be wrong with a field. */
export type FaultCode = 'field_required' | 'field_invalid' | 'field_unknown' | 'public_authority_id_invalid';

/** One field that was refused. */
export interface Fault {
  readonly field: string;
  readonly code: FaultCode;
  readonly message: string;
}
