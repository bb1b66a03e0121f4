import { type Call, type Idempotency, noAccount } from '../../shared/calls/call.ts';
import { queuedMethod } from '../../shared/calls/queuedMethod.ts';
import type { Lane } from '../../shared/calls/queues.ts';
import type { OperationName } from '../../shared/operations/index.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import type { TraceContext } from '../../shared/traces/traceContext.ts';
import { newId, newIdents } from '../../shared/values/idents.ts';
import type { Caller } from './admission.ts';

/** A call to make, with its clean input. */
export interface CallRequest {
  readonly contract: AnyOperation;
  readonly input: object;
  /** Made for the call when it is not given; never used twice. */
  readonly id?: string;
  /** About how large the input is; the size of the request's body will do. */
  readonly bytes?: number;
  readonly idempotency?: Idempotency;
  /** Of a read in a batch: a larger answer is not accepted. */
  readonly maxAnswerBytes?: number;
  /** Called before the reply with the milliseconds that the call waited for its set, if its worker says. */
  readonly onWaited?: ((waitMs: number) => void) | undefined;
  /** Milliseconds until the call is given up, when they are not those of the settings. */
  readonly deadlineMs?: number;
  /** The span that its own spans come under. */
  readonly trace?: TraceContext | undefined;
}

/** How a call is made, as the calls of one batch have it in common. */
export interface Terms {
  readonly caller: Caller;
  readonly lane: Lane;
  readonly deadlineMs: number;
  readonly maxAnswerBytes: number | undefined;
}

/** The call that a request makes at a moment. New records get their idents here, before anything is stored. */
export function callOf(request: CallRequest, terms: Terms, now: number): Call {
  const { contract, input, id = newId(), idempotency, trace } = request;
  const { maxAnswerBytes = terms.maxAnswerBytes } = request;
  const { name, assigns } = contract;
  // Each property by its name: all calls have one shape, and nothing is spread.
  return {
    id,
    key: idempotency?.key,
    fingerprint: idempotency?.fingerprint,
    valueFingerprint: idempotency?.valueFingerprint,
    account: terms.caller === 'service' ? noAccount : terms.caller,
    method: queuedMethod(name as OperationName, input),
    // In place, since nobody else has the input: batches make thousands of them.
    input: assigns ? Object.assign(input, newIdents(assigns, now)) : input,
    deadline: Math.round(now + terms.deadlineMs),
    acceptedAt: now,
    maxAnswerBytes,
    traceparent: trace?.traceparent,
    tracestate: trace?.tracestate,
  };
}
