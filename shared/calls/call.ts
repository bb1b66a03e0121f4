import type { QueuedMethod } from './queuedMethod.ts';

/** The maximum number of calls in a set. */
export const maxSetCalls = 256;

/** One operation in flight: made by the gateway, run by a worker. */
export interface Call<Input = unknown> {
  /** Addresses the reply; also the id in the inbox, unless the client gave a key. */
  readonly id: string;
  /** Made from the client's `Idempotency-Key`: the id in the inbox. */
  readonly key?: string | undefined;
  /** Of operation and body: shows whether a repeated key came with the same ones. All that version 0.1.0 knows. */
  readonly fingerprint?: string | undefined;
  /** Of operation and values, whatever their spelling: decides where both calls have it. */
  readonly valueFingerprint?: string | undefined;
  /** `accounts.id`, under which everything of the call happens; `noAccount` in calls of the service itself. */
  readonly account: number;
  readonly method: QueuedMethod;
  /** Clean: read and validated at the edge. */
  readonly input: Input;
  /** By the clock that all processes share (`shared/redis/clock.ts`). After it nobody waits for the reply. */
  readonly deadline: number;
  /** When the gateway accepted it, by the same clock. Gateways of version 0.2.0 don't say. */
  readonly acceptedAt?: number | undefined;
  /** Of a read: its caller accepts no answer of more bytes. The worker replies the size of a larger one. */
  readonly maxAnswerBytes?: number | undefined;
  /** The trace of its request (W3C Trace Context), if there is one. Workers of version 0.2.0 ignore these two. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** What makes a repeated call recognizable, if the client asked for it. */
export type Idempotency = Pick<Call, 'key' | 'fingerprint' | 'valueFingerprint'>;

/** The account of calls that the service makes for itself, such as the look-up of an app. No account has this id. */
export const noAccount = 0;

/** What a job of a resource's queue carries: what arrived together at one gateway. */
export interface CallJob {
  /** The reply stream of the gateway that waits. */
  readonly replyTo: string;
  readonly calls: readonly Call[];
}

/** The ids of calls, for the log. */
export function idsOf(calls: readonly Pick<Call, 'id'>[]): readonly string[] {
  return calls.map(({ id }) => id);
}

/** The id under which a writing call is remembered in the inbox. */
export function inboxId({ key, id }: Call): string {
  return key ?? id;
}
