/** What to do with a row whose record exists already. */
export type OnExisting = 'skip' | 'update' | 'fail';

/** The records that are planned. Delivery addresses are not: they are compared as a whole. */
export type RecordKind = 'customer' | 'article';

export interface PlanOptions {
  readonly kind: RecordKind;
  /** The field by which records are found. */
  readonly match: string;
  readonly onExisting: OnExisting;
  /** Whether rows without a record are refused. */
  readonly updateOnly: boolean;
  /** Whether a record with the ident of a row is the same one, however much it differs. */
  readonly sameOrigin: boolean;
  /** Fields that a row must have to create a record. */
  readonly needed: readonly string[];
  /** Fields whose value is a default of the user: an existing record with another one is refused. */
  readonly defaults: readonly string[];
  /** Fields that every row gets and no column has: they identify the source, and are not written to existing records. */
  readonly constants: readonly string[];
}
