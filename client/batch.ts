import { httpRefusals } from '../shared/httpRefusals.ts';
import { type Operations, type PublicOperationName, publicOperations } from '../shared/operations/index.ts';
import type { AnswerOf, AnyOperation, RequestOf } from '../shared/operations/operation.ts';
import type { Fault } from '../shared/refusals.ts';
import type { Field } from '../shared/resources/field.ts';
import { type CounterfoilError, failureOf } from './errors.ts';
import type { Sent } from './sender.ts';

/** One operation of a batch. */
export type BatchEntry = {
  readonly [Name in PublicOperationName]: {
    readonly method: Name;
    readonly data: RequestOf<Operations[Name]>;
    /** Its own idempotency key. Without it, the batch's and its place make one. */
    readonly key?: string;
  };
}[PublicOperationName];

/**
 * What became of one operation: its data, or the error that it alone would have thrown. The error's code is empty where
 * the answer to a batch does not tell it.
 */
export type BatchResult<Data = unknown> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: CounterfoilError };

/** A result for each operation, in the order sent. */
export type BatchResults<Entries extends readonly BatchEntry[]> = {
  readonly [At in keyof Entries]: BatchResult<AnswerOf<Operations[Entries[At]['method']]>>;
};

type Envelope = Sent['envelope'];

/** Reads the answer to a batch that was run. */
export function resultsOf({ requestId, envelope }: Sent): readonly BatchResult[] {
  const { results } = envelope.data as { readonly results: readonly Envelope[] };
  return results.map((result) =>
    result.response
      ? { data: result.data }
      : { error: failureOf({ requestId, retryAfterMs: 0, envelope: result, ...reasonOf(result) }) },
  );
}

/** An envelope alone tells its reason by the message that the contract promises. */
function reasonOf({ method, message, data }: Envelope): { readonly status: number; readonly code: string } {
  const entries = Object.entries(httpRefusals);
  const http = entries.find(([, refusal]) => `${message}:`.startsWith(`${refusal.message}:`));
  if (http) return { status: http[1].status, code: http[0] };
  const { errors } = (data ?? {}) as { readonly errors?: readonly Fault[] };
  return { status: 200, code: errors?.[0]?.code ?? refusalWith(method, message) };
}

/** Some refusals carry no data that would name them (spec section 7). */
function refusalWith(method: string, message: string): string {
  const { refusals, input } = publicOperations[method as PublicOperationName] as AnyOperation;
  const promises = Object.entries<string>(refusals);
  const exact = promises.find(([, promised]) => message === promised);
  const refusal = exact ?? promises.find(([, promised]) => fits(message, promised));
  return refusal?.[0] ?? faultWith(input, message);
}

/** A promised message may have a place for a value: `<field> already exists`. */
function fits(message: string, promised: string): boolean {
  const [before = '', after] = promised.split(/<\w+>/, 2);
  return after !== undefined && message.startsWith(before) && message.endsWith(after);
}

function faultWith(fields: Readonly<Record<string, Field>>, message: string): string {
  for (const [name, { missing, expects, code }] of Object.entries(fields)) {
    if (message === `${name} ${missing}`) return 'field_required';
    if (message === `${name} ${expects}`) return code;
  }
  return '';
}
