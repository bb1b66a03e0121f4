/** Names that `counterfoil status --json` and `/scaling` show. */
export const bottlenecks = [
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
export type Bottleneck = (typeof bottlenecks)[number];

export interface Diagnosis {
  readonly bottleneck: Bottleneck;
  /** Queue of the workers or sets, or ident of the account. */
  readonly of?: string | undefined;
  readonly text: string;
  /** Advice; empty if nothing needs to be done. */
  readonly help: string;
}

/** Example: `94 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
