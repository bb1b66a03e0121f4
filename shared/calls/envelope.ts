import type { AnyOperation } from '../operations/operation.ts';

/** The four fields of every answer (docs/api.md#http). */
export interface Envelope<Data = unknown> {
  readonly response: boolean;
  readonly data: Data;
  readonly method: string;
  readonly message: string;
}

/** What the worker made of a call: the code is empty on success, and the envelope is text that nobody parses again. */
export interface Reply {
  readonly code: string;
  readonly envelope: string;
}

/** The call could not be run. */
export const internalError: Reply = { code: 'internal_error', envelope: '' };

/** The code of a read whose answer would be larger than its caller takes. */
export const answerTooLarge = 'answer_too_large';

/** What a worker replies instead of an answer of so many bytes, at least. */
export function answerOfSize(bytes: number): Reply {
  return { code: answerTooLarge, envelope: `${bytes}` };
}

/** The values that a message may name in `<…>`. */
type Details = Readonly<Record<string, unknown>>;

export function writeEnvelope(envelope: Envelope): string {
  return JSON.stringify(envelope);
}

/** The reply to a call that did what it should. */
export function successReply({ name, success }: AnyOperation, data: unknown): Reply {
  const message = fillIn(success, data as Details);
  return { code: '', envelope: writeEnvelope({ response: true, data, method: name, message }) };
}

/** The reply to a call that did nothing, with the message that its contract promises. */
export function refusalReply(
  { name, refusals }: AnyOperation,
  code: string,
  data: unknown = null,
  details: Details = {},
): Reply {
  const message = fillIn(refusals[code] ?? code, details);
  return { code, envelope: writeEnvelope({ response: false, data, method: name, message }) };
}

function fillIn(message: string, values: Details): string {
  return message.includes('<')
    ? message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
    : message;
}

/** A reply in the inbox: the code, a line feed, the envelope. */
export function packReply({ code, envelope }: Reply): string {
  return `${code}\n${envelope}`;
}

export function unpackReply(text: string): Reply {
  const end = text.indexOf('\n');
  return { code: text.slice(0, end), envelope: text.slice(end + 1) };
}
