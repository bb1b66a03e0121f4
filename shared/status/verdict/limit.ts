/** The parts that may limit the calls, as `counterfoil status --json` names them. */
export const limits = [
  'none',
  'workers',
  'gateways',
  'machine',
  'redis',
  'database',
  'commits',
  'pool',
  'numberSequence',
  'account',
] as const;
export type Limit = (typeof limits)[number];

/** Which part is the limit, and what would help. */
export interface Verdict {
  readonly limit: Limit;
  /** The queue of the workers or sets, or the ident of the account. */
  readonly of?: string | undefined;
  readonly text: string;
  /** What to do; empty if there is nothing to do. */
  readonly help: string;
}
