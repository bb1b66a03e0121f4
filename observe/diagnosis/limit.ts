/** Names that `counterfoil status --json` shows. */
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

export interface Verdict {
  readonly limit: Limit;
  /** Queue of the workers or sets, or ident of the account. */
  readonly of?: string | undefined;
  readonly text: string;
  /** Advice; empty if nothing needs to be done. */
  readonly help: string;
}
