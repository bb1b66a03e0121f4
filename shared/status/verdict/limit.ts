/** The part that limits the calls. */
export type Limit =
  | 'none'
  | 'gateways'
  | 'workers'
  | 'machine'
  | 'pool'
  | 'database'
  | 'commits'
  | 'redis'
  | 'numberSequence'
  | 'account';

/** Which part is the limit, and what would help. */
export interface Verdict {
  readonly limit: Limit;
  /** The queue of the workers or sets, or the ident of the account. */
  readonly of?: string | undefined;
  readonly text: string;
  /** What to do; empty if there is nothing to do. */
  readonly help: string;
}
