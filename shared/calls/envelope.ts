import type { HttpRefusal } from '../httpRefusals.ts';
import type { AnyOperation } from '../operations/operation.ts';
import { codesWithNullData, type RefusalCode } from '../refusals.ts';

/** The four fields of every answer (docs/api.md#http). */
export interface Envelope<Data = unknown> {
  readonly response: boolean;
  readonly data: Data;
  readonly method: string;
  readonly message: string;
}

/** An envelope, as text that is not parsed again. The code is the one of `X-Svc-Error`, which a success does not have. */
export type Answer = Done | Refused;

interface Repeatable {
  /** It was first given to an earlier request with the same key. Missing otherwise. */
  readonly replayed?: true;
}

/** The call did what it should. */
interface Done extends Repeatable {
  readonly kind: 'done';
  readonly code: '';
  readonly envelope: string;
}

/** The call did nothing, and its envelope says why. */
export interface Refused extends Repeatable {
  readonly kind: 'refused';
  readonly code: string;
  readonly envelope: string;
}

/** No worker answered the call, or one could not run it. The code decides the client's answer. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly code: HttpRefusal;
}

/** A read whose answer has more bytes than its caller accepts: at least so many. */
interface TooLarge {
  readonly kind: 'tooLarge';
  readonly code: typeof answerTooLarge;
  readonly bytes: number;
}

/** The reply to a call. */
export type Reply = Answer | Unanswered | TooLarge;

/** Whether the reply is an answer of the operation. */
export function isAnswer(reply: Reply): reply is Answer {
  return reply.kind === 'done' || reply.kind === 'refused';
}

/** The call could not be run. */
export const internalError: Unanswered = { kind: 'unanswered', code: 'internal_error' };

/** The code of a read whose answer would be larger than its caller accepts. */
export const answerTooLarge = 'answer_too_large';

/** What a worker replies instead of an answer of so many bytes, at least. */
export function answerOfSize(bytes: number): TooLarge {
  return { kind: 'tooLarge', code: answerTooLarge, bytes };
}

/** The values that a message may name in `<…>`. */
type Details = Readonly<Record<string, unknown>>;

/** The envelope of a failure. Its data begins with the code, unless it has to be null (docs/api.md#code-in-data). */
export function failureEnvelope(
  { method, code, message }: { readonly method: string; readonly code: string; readonly message: string },
  details: object | null = null,
): string {
  return writeEnvelope({ response: false, data: failureData(method, code, details), method, message });
}

/** What a failure has in `data`. The spec's null holds when there are no other errors of fields. */
export function failureData(method: string, code: string, details: object | null = null): object | null {
  const hasNull = Object.hasOwn(codesWithNullData, method)
    ? codesWithNullData[method]?.includes(code as RefusalCode)
    : false;
  return hasNull && details === null ? null : { code, ...details };
}

export function writeEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope);
}

/** The reply to a call that did what it should. `json` is the text of the data, if it is known. */
export function successReply(
  { name, success }: AnyOperation,
  data: unknown,
  json = JSON.stringify(data),
): Done {
  const message = JSON.stringify(fillIn(success, data as Details));
  const envelope = `{"response":true,"data":${json},"method":"${name}","message":${message}}`;
  return { kind: 'done', code: '', envelope };
}

/** The reply to a call that did nothing, with the message that its contract promises. */
export function refusalReply(
  { name, refusals }: AnyOperation,
  code: string,
  data: object | null = null,
  details: Details = {},
): Refused {
  const message = fillIn(refusals[code] ?? code, details);
  return { kind: 'refused', code, envelope: failureEnvelope({ method: name, code, message }, data) };
}

function fillIn(message: string, values: Details): string {
  return message.includes('<')
    ? message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
    : message;
}
