import { type Call, sentWith } from './call.ts';
import { failureOf, isTransient, RequestError, UnavailableError } from './errors.ts';
import type { Envelope, Sent } from './sent.ts';
import type { RawAnswer } from './transport.ts';

export type Attempt =
  | { readonly kind: 'final'; readonly sent: Sent }
  /** A repeat may succeed. */
  | { readonly kind: 'transient'; readonly sent: Sent }
  | {
      readonly kind: 'lost';
      readonly reason: string;
      readonly status: number;
      readonly retryAfterMs: number;
      readonly cause?: unknown;
    }
  /** Something else than the service answered, such as a proxy. */
  | { readonly kind: 'foreign'; readonly error: RequestError };

/** Statuses that settle all attempts of a call: they say what became of it, or that this is unknown. */
const conclusiveStatuses = new Set([200, 409, 500, 504]);

/** Beginning of the message when the last answer says nothing about an earlier attempt. */
export const outcomeUnknown = 'outcome unknown: an attempt got no answer, and the last one';

export function readAnswer(answer: RawAnswer, call: Call, url: string): Attempt {
  const { status, text } = answer;
  const envelope = envelopeIn(text);
  if (envelope)
    return { kind: isTransient(status) ? 'transient' : 'final', sent: sentOf(answer, envelope, call) };
  const type = answer.header('content-type').split(';')[0] ?? '';
  const isCutOff = status === 200 && type === 'application/json';
  const reason = isCutOff ? 'the answer was cut off' : `${url} answered ${status} ${type}`.trimEnd();
  if (isCutOff || isTransient(status))
    return { kind: 'lost', reason, status, retryAfterMs: retryAfterIn(answer) };
  const message = `${reason}, which is not a Counterfoil response: check url and any proxy in between`;
  const more = { status, requestId: answer.header('x-request-id'), ...sentWith(call) };
  return { kind: 'foreign', error: new RequestError(message, { code: 'not_the_service', ...more }) };
}

function sentOf(answer: RawAnswer, envelope: Envelope, call: Call): Sent {
  return {
    status: answer.status,
    code: answer.header('x-svc-error'),
    requestId: answer.header('x-request-id'),
    retryAfterMs: retryAfterIn(answer),
    ...sentWith(call),
    followsUnknown: call.isOutcomeUnknown,
    envelope,
  };
}

function retryAfterIn(answer: RawAnswer): number {
  return (Number(answer.header('retry-after')) || 0) * 1_000;
}

export function lost(error: unknown): Attempt {
  return { kind: 'lost', reason: reasonOf(error), status: 0, retryAfterMs: 0, cause: error };
}

/** Keeps the reason of the attempt before, which says more than the deadline. */
export function cutShort(timeoutMs: number, last: Attempt | undefined): Attempt {
  const silence = `no answer within ${Math.round(timeoutMs)} ms`;
  if (last?.kind === 'lost') return { ...last, reason: `${last.reason}; then ${silence}` };
  return lost(last?.kind === 'transient' ? `${last.sent.envelope.message}; then ${silence}` : silence);
}

export function leavesOutcomeUnknown(attempt: Attempt): boolean {
  if (attempt.kind === 'lost') return true;
  return attempt.kind === 'transient' && (attempt.sent.status === 500 || attempt.sent.status === 504);
}

/**
 * Returns the answer of a call that is not repeated any more. Throws an `UnavailableError` when no answer says whether the
 * operation ran: a 503 speaks only of its own attempt, not of an earlier one without an answer.
 */
export function conclude(last: Attempt, call: Call): Sent {
  const times = call.attempts > 1 ? ` (${call.attempts} attempts)` : '';
  if (last.kind === 'lost') {
    const { reason, status, retryAfterMs, cause } = last;
    const more = { status, retryAfterMs, cause, ...sentWith(call) };
    throw new UnavailableError(`no answer: ${reason}${times}`, { code: 'no_answer', ...more });
  }
  if (!call.isOutcomeUnknown || isConclusive(last, call)) {
    if (last.kind === 'foreign') throw last.error;
    return last.sent;
  }
  const error = last.kind === 'foreign' ? last.error : failureOf(last.sent);
  const { status, requestId, retryAfterMs } = error;
  const more = { status, requestId, retryAfterMs, cause: error, ...sentWith(call) };
  throw new UnavailableError(`${outcomeUnknown}: ${error.message}${times}`, {
    code: 'outcome_unknown',
    ...more,
  });
}

function isConclusive(last: Exclude<Attempt, { readonly kind: 'lost' }>, { key }: Call): boolean {
  // A read has no effect that could be unknown: the error of the request matters more.
  if (key === undefined && last.kind !== 'transient') return true;
  return last.kind !== 'foreign' && conclusiveStatuses.has(last.sent.status);
}

function envelopeIn(text: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof (parsed as Partial<Envelope> | null)?.response === 'boolean'
      ? (parsed as Envelope)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Unwraps causes, because `fetch` says only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { readonly code?: string };
  // A host with several addresses has one error for each, and only the code for all of them.
  return error.message || (code ?? error.name);
}
