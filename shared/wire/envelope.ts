import type { HttpRejection } from '../contract/httpRejections.ts';
import type { AnyOperation } from '../contract/operations/operation.ts';
import { answerTooLarge, codesWithNullData, messageOf, type RefusalCode } from '../contract/refusals.ts';

/** Fields of every answer (docs/api.md#http). */
export interface Envelope<Data = unknown> {
  readonly response: boolean;
  readonly data: Data;
  readonly method: string;
  readonly message: string;
}

/** Envelope as text that is not parsed again. The code is sent as `X-Svc-Error`; a success has none. */
export type Answer = Done | Refused;

interface Repeatable {
  /** Set if the answer was first given to an earlier request with the same key. */
  readonly replayed?: true;
}

export interface Done extends Repeatable {
  readonly kind: 'done';
  readonly code: '';
  readonly envelope: string;
}

export interface Refused extends Repeatable {
  readonly kind: 'refused';
  readonly code: string;
  readonly envelope: string;
}

/** The client gets an HTTP error instead of the answer of an operation. The code says which one. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly code: HttpRejection;
}

/** The answer to a read is larger than its caller accepts: it has at least `bytes` bytes. */
interface TooLarge {
  readonly kind: 'tooLarge';
  readonly code: typeof answerTooLarge;
  readonly bytes: number;
}

export type Reply = Answer | Unanswered | TooLarge;

export function isAnswer(reply: Reply): reply is Answer {
  return reply.kind === 'done' || reply.kind === 'refused';
}

export const internalError: Unanswered = { kind: 'unanswered', code: 'internal_error' };

/** An `Idempotency-Key` came again with another request. */
export const keyReused: Unanswered = { kind: 'unanswered', code: 'idempotency_key_reused' };

export function answerOfSize(bytes: number): TooLarge {
  return { kind: 'tooLarge', code: answerTooLarge, bytes };
}

export function refusal(
  method: string,
  code: string,
  message: string,
  details: object | null = null,
): Refused {
  return { kind: 'refused', code, envelope: failureEnvelope({ method, code, message }, details) };
}

type Details = Readonly<Record<string, unknown>>;

/** Envelope of a failure. Its data begins with the code, unless the data must be null (docs/api.md#code-in-data). */
export function failureEnvelope(
  { method, code, message }: { readonly method: string; readonly code: string; readonly message: string },
  details: object | null = null,
): string {
  return writeEnvelope({ response: false, data: failureData(method, code, details), method, message });
}

/** `data` of a failure. The null that the specification requires applies only if there are no other field errors. */
export function failureData(method: string, code: string, details: object | null = null): object | null {
  const hasNull = Object.hasOwn(codesWithNullData, method)
    ? codesWithNullData[method]?.includes(code as RefusalCode)
    : false;
  return hasNull && details === null ? null : { code, ...details };
}

export function writeEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope);
}

/** Reply of a successful call. `json` is the text of the data, if it is already known. */
export function successReply(
  { name, success }: AnyOperation,
  data: unknown,
  json = JSON.stringify(data),
): Done {
  const message = JSON.stringify(success.includes('<') ? fillIn(success, data as Details) : success);
  const envelope = `{"response":true,"data":${json},"method":"${name}","message":${message}}`;
  return { kind: 'done', code: '', envelope };
}

export function refusalReply(
  operation: AnyOperation,
  code: string,
  data: object | null = null,
  details: Details = {},
): Refused {
  return refusal(operation.name, code, fillIn(messageOf(operation, code), details), data);
}

export function fillIn(message: string, values: Details): string {
  return message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]));
}

export const httpOutcomes = ['done', 'refused', 'rejected', 'unavailable', 'failed', 'unknown'] as const;

/** Outcome of a request by its answer. `rejected` and `unavailable` had no effect. `code` is that of the header `X-Svc-Error`. */
export function httpOutcome(status: number, code: string | undefined): (typeof httpOutcomes)[number] {
  if (status === 200) return code ? 'refused' : 'done';
  if (status === 503) return 'unavailable';
  if (status === 504) return 'unknown';
  return status < 500 ? 'rejected' : 'failed';
}
