import { batchMethod, operationTraits } from './contract.ts';
import { AbortedError, RequestError } from './errors.ts';
import { type CallOptions, checkCall } from './options.ts';
import type { ToSign } from './transport.ts';

/** A call on its way. */
export interface Call extends ToSign {
  readonly signal: CallOptions['signal'];
  readonly deadlineMs: number;
  /** How often it was sent. */
  attempts: number;
  /** Whether an attempt may have run the operation, and got no answer that says so. */
  isOutcomeUnknown: boolean;
  /** Attempts that failed inside the service. */
  crashes: number;
  /** When the first attempt began. */
  beganAt: number;
}

/** The call, not sent yet. Throws what is wrong with it and would look like a lost connection when it was sent. */
export function newCall(
  method: string,
  text: string | Uint8Array,
  options: CallOptions,
  deadlineMs: number,
): Call {
  checkCall(options);
  const key = options.idempotencyKey ?? (isWriting(method) ? crypto.randomUUID() : undefined);
  const reason = { status: 400, idempotencyKey: key };
  if (key !== undefined && !/^[!-~]{1,255}$/.test(key))
    throw new RequestError('malformed Idempotency-Key: send 1 to 255 visible ASCII characters', {
      ...{ code: 'idempotency_key_malformed', ...reason },
    });
  if (!/^[!-~]*$/.test(method))
    throw new RequestError('unknown method', { code: 'method_unknown', ...reason });
  return {
    ...{ method, key, signal: options.signal, deadlineMs: options.deadlineMs ?? deadlineMs },
    // Signed twice and sent, a text would be encoded three times.
    body: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    attempts: 0,
    isOutcomeUnknown: false,
    crashes: 0,
    beganAt: 0,
  };
}

/** Milliseconds until the deadline, which begins with the first attempt. */
export function leftMs({ attempts, beganAt, deadlineMs }: Call): number {
  return attempts === 0 ? Infinity : Math.max(0, deadlineMs - (now() - beganAt));
}

/** Milliseconds of a clock that is never set back. */
export function now(): number {
  return performance.now();
}

/** The headers that every attempt has. */
export function headersOf({ method, key }: Call): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Svc-Method': method,
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
}

/** The error of a call that the caller gave up. */
export function abortedError({ signal, key, attempts }: Call): AbortedError {
  return new AbortedError('the call was aborted', {
    ...{ code: 'aborted', idempotencyKey: key, attempts, cause: signal?.reason },
  });
}

function isWriting(method: string): boolean {
  if (method === batchMethod) return true;
  return (
    Object.hasOwn(operationTraits, method) &&
    operationTraits[method as keyof typeof operationTraits].isWriting
  );
}
