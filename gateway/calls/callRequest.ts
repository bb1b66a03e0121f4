import type { Reply } from '../../shared/calls/envelope.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';

/** The reply to a call that is not let in. */
export const overloaded: Reply = { code: 'unavailable', envelope: '' };

/** What may be said of a call beside its operation and input. */
export interface CallOptions {
  /** Made for the call when it is not given; never used twice. */
  readonly id?: string;
  /** About how large the input is; the size of the request's body will do. */
  readonly bytes?: number;
  readonly key?: string;
  readonly fingerprint?: string;
  readonly valueFingerprint?: string;
  /** Of a read: a larger answer is not wanted. */
  readonly maxAnswerBytes?: number;
  /** Milliseconds until the call is given up, when they are not those of the settings. */
  readonly deadlineMs?: number;
}

/** A call that is to be made, with its clean input. */
export interface CallRequest extends CallOptions {
  readonly contract: AnyOperation;
  readonly input: object;
}
