import { outcomeUnknown } from './attempt.ts';
import {
  type BatchedOperationName,
  type HttpCode,
  httpStatuses,
  type OperationName,
  operationTraits,
} from './contract.ts';
import { failureOf, type RefusalBy, type RequestError, type UnavailableError } from './errors.ts';
import type { AnswerTo, NamesIn, OnlyKnown, Request, UnknownField } from './requests.ts';
import type { Envelope, Sent } from './sent.ts';

/** One operation of a batch. */
export type BatchEntry = {
  readonly [Name in BatchedOperationName]: {
    readonly method: Name;
    readonly data: Request<Name>;
    /** Its own idempotency key. Without it, the key of the batch and the index of the entry make one. */
    readonly key?: string;
  };
}[BatchedOperationName];

/** The error of one operation of a batch: the one that a call of it alone throws. */
export type BatchError<Name extends OperationName = OperationName> =
  | RefusalBy<Name>
  | RequestError
  | UnavailableError;

/** The result of one operation: its data, or its error. */
export type BatchResult<Data = unknown, Failure = BatchError> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: Failure };

/** A result for each operation, in the order sent. */
export type BatchResults<Entries extends readonly AnyEntry[]> = {
  readonly [Index in keyof Entries]: ResultOf<Entries[Index]>;
};

type ResultOf<Entry extends AnyEntry> = Entry extends AnyEntry
  ? BatchResult<AnswerTo<Entry['method'], Entry['data']>, BatchError<Entry['method']>>
  : never;

/** An entry with unchecked data: a check against the union of all entries would name every operation in its errors. */
export type AnyEntry = {
  readonly [Name in BatchedOperationName]: {
    readonly method: Name;
    readonly data: { readonly [Field in NamesIn<Request<Name>>]?: unknown };
    readonly key?: string;
  };
}[BatchedOperationName];

/** The same entries, each with the data of its operation. */
export type CheckedEntries<Entries extends readonly AnyEntry[]> = {
  readonly [Index in keyof Entries]: CheckedEntry<Entries[Index]>;
};

type CheckedEntry<Entry extends AnyEntry> = Entry extends AnyEntry
  ? {
      readonly [Name in keyof Entry]: Name extends 'data'
        ? Request<Entry['method']> & OnlyKnown<Entry['method'], Entry['data']>
        : Name extends keyof AnyEntry
          ? unknown
          : UnknownField<Name>;
    }
  : never;

/** @internal */
export interface BatchData {
  readonly results: readonly Envelope[];
  /** Code of each result, as `X-Svc-Error` has it for a single call; empty on success. */
  readonly codes: readonly string[];
}

/** @internal Reads the answer to a batch that was run. */
export function resultsOf(sent: Sent, entries: readonly BatchEntry[]): readonly BatchResult[] {
  const { results, codes } = sent.envelope.data as BatchData;
  return results.map((envelope, index) => {
    const { method, key } = entries[index] as BatchEntry;
    const code = codes[index] ?? '';
    const exists = existence(method, envelope, code);
    if (exists !== undefined) return { data: exists };
    if (envelope.response) return { data: envelope.data };
    const idempotencyKey = key ?? sent.idempotencyKey;
    const answer = { ...sent, ...definite(envelope, code, sent), retryAfterMs: 0, idempotencyKey };
    return { error: failureOf({ ...answer, status: statusOf(answer.code) }) as BatchError };
  });
}

/** Makes an entry that was not accepted `outcome_unknown` if an earlier attempt without an answer may have run it. */
function definite(
  envelope: Envelope,
  code: string,
  { followsUnknown }: Sent,
): Pick<Sent, 'code' | 'envelope'> {
  if (code !== 'unavailable' || !followsUnknown) return { code, envelope };
  const message = `${outcomeUnknown}: ${envelope.message}`;
  return { code: 'outcome_unknown', envelope: { ...envelope, message } };
}

/** @internal What `exists` resolves to; undefined of other operations, and of other refusals. */
export function existence(
  method: string,
  { response }: Pick<Envelope, 'response'>,
  code: string,
): boolean | undefined {
  const traits = Object.hasOwn(operationTraits, method)
    ? operationTraits[method as OperationName]
    : undefined;
  if (!traits || !('absent' in traits)) return undefined;
  if (response) return true;
  return code === traits.absent ? false : undefined;
}

/** Returns 200 for a refusal by an operation; every other failure has a status of its own. */
function statusOf(code: string): number {
  return Object.hasOwn(httpStatuses, code) ? httpStatuses[code as HttpCode] : 200;
}
