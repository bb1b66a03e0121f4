import type { WebhookKey } from './webhookOutcomes.ts';

/** Lists of names are separated by commas; an empty one means all. */
interface StoredFilter {
  readonly resources: string;
  readonly kinds: string;
}

/** Webhook as its deliveries read it. The secret is encrypted. */
export interface Deliverable extends StoredFilter {
  readonly account_id: number;
  readonly webhook_ident: string;
  readonly url: string;
  readonly secret: string;
  readonly date_disabled: string | null;
  readonly position: number;
  /** End of the delivery that was tried before; null before its first attempt. */
  readonly until_position: number | null;
  /** Filter of that delivery; without meaning before its first attempt. */
  readonly tried_resources: string;
  readonly tried_kinds: string;
  readonly failures: number;
  readonly is_sandbox: number;
}

/** Returns the names of a stored list; undefined if it means all. */
export function listedNames(list: string): readonly string[] | undefined {
  return list === '' ? undefined : list.split(',');
}

export function keyOf({ account_id, webhook_ident }: Deliverable): WebhookKey {
  return { account: account_id, ident: webhook_ident };
}

/** Returns the filter of the next delivery. One that was tried before keeps its own: the repeat has the same changes and id. */
export function nextFilter(row: Deliverable): StoredFilter {
  const { resources, kinds, until_position, tried_resources, tried_kinds } = row;
  return until_position === null ? { resources, kinds } : { resources: tried_resources, kinds: tried_kinds };
}
