import type { OperationName } from '../contract/operations/allOperations.ts';

/** Maximum calls of a set, except for writes of batches. */
export const maxSetCalls = 256;

/**
 * Maximum calls of a writing set of batches. It is larger than other sets: each call costs less CPU time, and its locks, which
 * are held for longer, delay single calls only if these need the same ones.
 */
export const maxBulkSetCalls = 512;

/** One operation in flight: a gateway creates it, a worker runs it. */
export interface Call<Input = unknown> {
  /** Addresses the reply. Also the id in the inbox, unless the call has a `key`. */
  readonly id: string;
  /** Id in the inbox, derived from the client's `Idempotency-Key`. */
  readonly key?: string | undefined;
  /** Hash of operation and values, to compare requests with the same key. */
  readonly fingerprint?: string | undefined;
  /** `accounts.id` of the caller; `noAccount` in calls of the service itself. */
  readonly account: number;
  /** The app that history names. Missing if the account keeps no history, and in calls of the service itself. */
  readonly app?: string | undefined;
  readonly method: OperationName;
  /** Validated and cleaned by the gateway. */
  readonly input: Input;
  /** Milliseconds since 1970 by the shared clock (`shared/runtime/redis/clock.ts`). Nobody waits for the reply after this time. */
  readonly deadline: number;
  /** Time of acceptance by the gateway, by the same clock. */
  readonly acceptedAt: number;
  /** Maximum bytes of a read's answer. A larger answer is replaced by its size. */
  readonly maxAnswerBytes?: number | undefined;
  /** Trace of the request (W3C Trace Context). */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

export type Idempotency = Pick<Call, 'key' | 'fingerprint'>;

/** Account id of calls that the service makes for itself, such as the look-up of an app. No account has this id. */
export const noAccount = 0;

export interface CallJob {
  readonly replyTo: string;
  readonly calls: readonly Call[];
}

export function idsOf(calls: readonly Pick<Call, 'id'>[]): readonly string[] {
  return calls.map(({ id }) => id);
}

export function inboxId({ key, id }: Call): string {
  return key ?? id;
}

/** Beginning of the inbox ids of a batch's entries: 22 characters of the hash of the batch's key. */
export function entriesKey(key: string): string {
  return key.slice(0, 22);
}

/** Inbox id of an entry of a batch with a key. */
export function entryKey(key: string, index: number): string {
  return `${entriesKey(key)}.${String(index).padStart(3, '0')}`;
}

/**
 * Hours that a call is remembered. A client may repeat a call with a key for 24 hours. A call without one is repeated only by a
 * queue, and does not run after its deadline: minutes at most.
 */
export const inboxTtlHours = { withKey: 25, withoutKey: 1 } as const;
