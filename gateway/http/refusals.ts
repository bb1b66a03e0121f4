import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import { writeEnvelope } from '../../shared/envelope.ts';

/** Every answer that is not an operation's own (contract.md, "HTTP"). */
export const httpRefusals = {
  method_missing: { status: 400, message: 'X-Svc-Method not set' },
  method_unknown: { status: 400, message: 'unknown method' },
  body_malformed: { status: 400, message: 'request body is not a valid JSON object' },
  idempotency_key_malformed: { status: 400, message: 'Idempotency-Key must be 1 to 255 visible characters' },
  request_malformed: { status: 400, message: 'malformed HTTP request' },
  authentication_failed: { status: 401, message: 'authentication failed' },
  not_found: { status: 404, message: 'not found' },
  verb_not_allowed: { status: 405, message: 'method not allowed' },
  request_timeout: { status: 408, message: 'request did not arrive in time' },
  idempotency_key_reused: { status: 409, message: 'idempotency key was used for another request' },
  body_too_large: { status: 413, message: 'request body too large' },
  content_type_unsupported: { status: 415, message: 'unsupported content type' },
  rate_limited: { status: 429, message: 'rate limit exceeded' },
  headers_too_large: { status: 431, message: 'request headers too large' },
  internal_error: { status: 500, message: 'internal error' },
  unavailable: { status: 503, message: 'service unavailable' },
  outcome_unknown: { status: 504, message: 'outcome unknown, repeat with the same Idempotency-Key' },
} as const;

export type HttpRefusal = keyof typeof httpRefusals;

export function isHttpRefusal(code: string): code is HttpRefusal {
  return Object.hasOwn(httpRefusals, code);
}

/** Seconds after which a client may try again that found nobody to serve it. */
const retryAfter = '1';

/** Answers that no operation was run, or that its outcome is unknown. */
export function refuse(ctx: Context, code: HttpRefusal, why?: string): void {
  const { message } = httpRefusals[code];
  answer(ctx, code, refusalEnvelope(requestedMethod(ctx), why ? `${message}: ${why}` : message));
}

/** Answers with an envelope and the status and headers that belong to its code. */
export function answer(ctx: Context, code: string, envelope: string): void {
  ctx.status = isHttpRefusal(code) ? httpRefusals[code].status : 200;
  if (code) ctx.set('X-Svc-Error', code);
  if (code === 'unavailable') ctx.set('Retry-After', retryAfter);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = envelope;
}

export function refusalEnvelope(method: string, message: string): string {
  return writeEnvelope({ response: false, data: null, method, message });
}

export function requestedMethod(ctx: Context): string {
  return methodOf(ctx.headers);
}

/** `X-Svc-Method` as it was sent, at most 64 characters of it (contract.md, "HTTP"). */
export function methodOf(headers: IncomingHttpHeaders = {}): string {
  return String(headers['x-svc-method'] ?? '').slice(0, 64);
}
