import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { type Reply, writeEnvelope } from '../../shared/calls/envelope.ts';
import { type HttpRefusal, httpRefusals, isHttpRefusal } from '../../shared/httpRefusals.ts';
import type { ReportedFaults } from '../../shared/input/faults.ts';
import type { Fault } from '../../shared/refusals.ts';

/** Seconds after which a client may try again that found nobody to serve it. */
const retryAfter = '1';

/** Answers that no operation was run, or that its outcome is unknown. */
export function refuse(ctx: Context, code: HttpRefusal, why?: string): void {
  answer(ctx, code, httpRefusalEnvelope(requestedMethod(ctx), code, why));
}

/** Answers with an envelope and the status and headers that belong to its code. */
export function answer(ctx: Context, code: string, envelope: string | Readable): void {
  ctx.status = isHttpRefusal(code) ? httpRefusals[code].status : 200;
  if (code) ctx.set('X-Svc-Error', code);
  if (code === 'unavailable') ctx.set('Retry-After', retryAfter);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = envelope;
}

/** The envelope that goes with such an answer. */
export function httpRefusalEnvelope(method: string, code: HttpRefusal, why?: string): string {
  const { message } = httpRefusals[code];
  return refusalEnvelope(method, why ? `${message}: ${why}` : message);
}

/** What is said of wrong fields: the first fault is the message. A condition that the interface lists has no data. */
export function fieldRefusal(method: string, { faults, more }: ReportedFaults): Reply {
  const { code, message } = faults[0] as Fault;
  const isAlone = code === 'public_authority_id_invalid' && faults.length === 1;
  const data = code === 'field_required' || isAlone ? null : { errors: faults, ...(more ? { more } : {}) };
  return { code, envelope: writeEnvelope({ response: false, data, method, message }) };
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
