import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Idempotency } from '../../shared/wire/call.ts';

/** Assumed size of a call of the service itself. */
export const assumedCallBytes = 256;

/** Call to make. The input must be clean. */
export interface CallRequest {
  readonly contract: AnyOperation;
  readonly input: object;
  /** The app that history names. */
  readonly app?: string | undefined;
  /** Generated if missing; must never be used twice. */
  readonly id?: string;
  /** Approximate size of the input; the size of the request's body is good enough. */
  readonly bytes?: number;
  readonly idempotency?: Idempotency;
  readonly maxAnswerBytes?: number;
  /** Room for the answer is reserved, if there is enough. Only for reads. */
  readonly expectsLargeAnswer?: boolean;
  readonly waits?: WaitNote | undefined;
  readonly deadlineMs?: number;
  readonly trace?: TraceContext | undefined;
}

/** Call of a request that a client sent. */
export interface ReceivedCall extends CallRequest {
  readonly id: string;
  readonly bytes: number;
}

/** Takes note of the longest wait of its calls. */
export interface WaitNote {
  /** Milliseconds from acceptance to the start of the set; undefined until a worker reports it. */
  queueMs: number | undefined;
}
