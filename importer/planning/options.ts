export type OnExisting = 'skip' | 'update' | 'fail';

/** Resources that are planned. Delivery addresses are compared as a whole instead. */
export type RecordKind = 'customer' | 'article';

export interface PlanOptions {
  readonly kind: RecordKind;
  readonly match: string;
  readonly onExisting: OnExisting;
  readonly updateOnly: boolean;
  /** Takes a record with the ident of a row as the same record, however much it differs. */
  readonly sameOrigin: boolean;
  readonly needed: readonly string[];
  /** Fields whose value is a default of the user: an existing record with another one is refused. */
  readonly defaults: readonly string[];
  /** Fields that every row gets and no column has: they identify the source, and are not written to existing records. */
  readonly constants: readonly string[];
}
