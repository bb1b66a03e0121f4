import { idempotencyKeyText, isIdempotencyKey } from '../shared/contract/values/idempotencyKey.ts';
import { type CallOptions, checkCall } from './clientOptions.ts';
import { batchMethod, operationTraits } from './contract.ts';
import { AbortedError, RequestError } from './errors.ts';
import type { ToSign } from './transport.ts';

export interface Call extends ToSign {
  readonly signal: CallOptions['signal'];
  readonly deadlineMs: number;
  readonly simulate: CallOptions['simulate'];
  attempts: number;
  /** True if an attempt may have run the operation, but got no answer that says so. */
  isOutcomeUnknown: boolean;
  /** Attempts that failed inside the service, with the status 500. */
  crashes: number;
  beganAt: number;
}

/** Creates a call that is not sent yet. Throws for errors that would look like a lost connection if the call was sent. */
export function newCall(
  method: string,
  text: string | Uint8Array,
  options: CallOptions,
  deadlineMs: number,
): Call {
  checkCall(options);
  const key = options.idempotencyKey ?? (isWriting(method) ? crypto.randomUUID() : undefined);
  checkHeaders(method, key);
  return {
    method,
    key,
    signal: options.signal,
    deadlineMs: options.deadlineMs ?? deadlineMs,
    simulate: options.simulate,
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    attempts: 0,
    isOutcomeUnknown: false,
    crashes: 0,
    beganAt: 0,
  };
}

function checkHeaders(method: string, key: string | undefined): void {
  const reason = { status: 400, idempotencyKey: key };
  if (key !== undefined && !isIdempotencyKey(key)) {
    const message = `malformed Idempotency-Key: send ${idempotencyKeyText}`;
    throw new RequestError(message, { code: 'idempotency_key_malformed', ...reason });
  }
  if (!/^[!-~]*$/.test(method))
    throw new RequestError('unknown method', { code: 'method_unknown', ...reason });
}

/** Returns Infinity before the first attempt, with which the deadline begins. */
export function leftMs({ attempts, beganAt, deadlineMs }: Call): number {
  return attempts === 0 ? Infinity : Math.max(0, deadlineMs - (now() - beganAt));
}

/** Milliseconds of a clock that is never set back. */
export function now(): number {
  return performance.now();
}

export function headersOf({ method, key, simulate }: Call): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Svc-Method': method,
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    ...(simulate === undefined ? {} : { 'X-Svc-Simulate': simulate }),
  };
}

export function abortedError(call: Call): AbortedError {
  return new AbortedError('the call was aborted', {
    code: 'aborted',
    cause: call.signal?.reason,
    ...sentWith(call),
  });
}

/** Every error and answer of a call says with which key, and how often it was sent. */
export function sentWith({ key, attempts }: Call) {
  return { idempotencyKey: key, attempts };
}

function isWriting(method: string): boolean {
  if (method === batchMethod) return true;
  return (
    Object.hasOwn(operationTraits, method) &&
    operationTraits[method as keyof typeof operationTraits].isWriting
  );
}
