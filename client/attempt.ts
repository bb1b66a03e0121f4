import type { Call } from './call.ts';
import { RequestError, UnavailableError } from './errors.ts';
import type { Envelope, Sent } from './sent.ts';
import type { RawAnswer } from './transport.ts';

/** What became of one attempt. */
export type Attempt =
  | { readonly kind: 'final'; readonly sent: Sent }
  /** A repeat may succeed. */
  | { readonly kind: 'transient'; readonly sent: Sent }
  /** There was no answer of the service. */
  | {
      readonly kind: 'lost';
      readonly reason: string;
      readonly status: number;
      readonly retryAfterMs: number;
      readonly cause?: unknown;
    };

const transientStatuses = new Set([429, 500, 503, 504]);

/** Reads an answer. Throws a `RequestError` when something else than the service answered. */
export function readAnswer(answer: RawAnswer, { key, attempts }: Call, url: string): Attempt {
  const { status, text } = answer;
  const header = (name: string) => answer.header(name);
  const retryAfterMs = (Number(header('retry-after')) || 0) * 1_000;
  const requestId = header('x-request-id');
  const envelope = envelopeIn(text);
  if (envelope) {
    const code = header('x-svc-error');
    const sent = { status, code, requestId, retryAfterMs, idempotencyKey: key, attempts, envelope };
    return { kind: transientStatuses.has(status) ? 'transient' : 'final', sent };
  }
  const type = header('content-type').split(';')[0] ?? '';
  const isCutOff = status === 200 && type === 'application/json';
  const reason = isCutOff ? 'the answer was cut off' : `${url} answered ${status} ${type}`.trimEnd();
  if (isCutOff || status === 429 || status >= 500) return { kind: 'lost', reason, status, retryAfterMs };
  throw new RequestError(`${reason}, which is no answer of the service: check url, and proxies before it`, {
    ...{ code: 'not_the_service', status, requestId, idempotencyKey: key, attempts },
  });
}

/** An attempt that ended without an answer. */
export function lost(error: unknown): Attempt {
  return { kind: 'lost', reason: reasonOf(error), status: 0, retryAfterMs: 0, cause: error };
}

/** What the caller gets when no attempt had a final answer. Throws an `UnavailableError` without any. */
export function lastWord(last: Attempt, { key, attempts }: Call): Sent {
  if (last.kind !== 'lost') return last.sent;
  const { reason, status, retryAfterMs, cause } = last;
  const times = attempts > 1 ? ` (${attempts} attempts)` : '';
  throw new UnavailableError(`no answer: ${reason}${times}`, {
    ...{ code: 'no_answer', status, retryAfterMs, idempotencyKey: key, attempts, cause },
  });
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

/** `fetch` says only that it failed: the reason is a cause of it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const { code } = error as { readonly code?: string };
  // A name with several addresses has an error for each, and only the code for all of them.
  return error.message || (code ?? error.name);
}
