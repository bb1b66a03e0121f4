import type { OperationName } from '../operations/index.ts';

/** One operation that is under way: made by the gateway, run by a worker. */
export interface Call<Input = unknown> {
  /** Whom the reply is for; also the id in the inbox, unless the client gave a key. */
  readonly id: string;
  /** Made from the client's `Idempotency-Key`: the id in the inbox. */
  readonly key?: string;
  /** Of operation and body: tells whether a repeated key came with the same ones. All that version 0.1.0 knows. */
  readonly fingerprint?: string;
  /** Of operation and values, however they were sent: decides where both calls have it. */
  readonly valueFingerprint?: string;
  /** `accounts.id`, under which everything of the call happens. */
  readonly account: number;
  readonly method: OperationName;
  /** Clean: read and validated at the edge. */
  readonly input: Input;
  /** By the clock that all processes share (clock.ts). After it nobody waits for the reply. */
  readonly deadline: number;
  /** Of a read: an answer of more bytes would not be taken. Its size is replied instead. */
  readonly maxAnswerBytes?: number;
}

/** What a job of a resource's queue carries: what arrived together at one gateway. */
export interface CallJob {
  /** The reply stream of the gateway that waits. */
  readonly replyTo: string;
  readonly calls: readonly Call[];
}

/** The id under which a writing call is remembered in the inbox. */
export function inboxId({ key, id }: Call): string {
  return key ?? id;
}

/** Calls by their operation. */
export function byMethod(calls: readonly Call[]): Map<OperationName, Call[]> {
  const groups = new Map<OperationName, Call[]>();
  for (const call of calls) {
    const group = groups.get(call.method);
    if (group) group.push(call);
    else groups.set(call.method, [call]);
  }
  return groups;
}
