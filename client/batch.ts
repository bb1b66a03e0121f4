import { httpRefusals, isHttpRefusal } from '../shared/httpRefusals.ts';
import type { PublicOperationName } from '../shared/operations/index.ts';
import { failureOf, type RefusalBy, type RequestError, type UnavailableError } from './errors.ts';
import type { AnswerTo, NamesIn, OnlyKnown, Request, UnknownField } from './requests.ts';
import type { Sent } from './sent.ts';

/** One operation of a batch. */
export type BatchEntry = {
  readonly [Name in PublicOperationName]: {
    readonly method: Name;
    readonly data: Request<Name>;
    /** Its own idempotency key. Without it, the key of the batch and the index of the entry make one. */
    readonly key?: string;
  };
}[PublicOperationName];

/** The error of one operation of a batch: the one that a call of it alone throws. */
export type BatchError<Name extends PublicOperationName = PublicOperationName> =
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

/** An entry whose data are not checked yet: checked in a union of all entries, errors would name all operations. */
export type AnyEntry = {
  readonly [Name in PublicOperationName]: {
    readonly method: Name;
    readonly data: { readonly [Field in NamesIn<Request<Name>>]?: unknown };
    readonly key?: string;
  };
}[PublicOperationName];

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

type Envelope = Sent['envelope'];

interface BatchData {
  readonly results: readonly Envelope[];
  /** For each result the code that `X-Svc-Error` has for a call of it alone; empty on success. */
  readonly codes: readonly string[];
}

/** Reads the answer to a batch that was run. */
export function resultsOf({ requestId, envelope }: Sent): readonly BatchResult[] {
  const { results, codes } = envelope.data as BatchData;
  return results.map((result, index) => {
    if (result.response) return { data: result.data };
    const reason = reasonOf(codes[index] ?? '');
    return { error: failureOf({ ...reason, requestId, retryAfterMs: 0, envelope: result }) as BatchError };
  });
}

/** A refusal by an operation has the status 200; every other failure has a status of its own. */
function reasonOf(code: string): { readonly code: string; readonly status: number } {
  return { code, status: isHttpRefusal(code) ? httpRefusals[code].status : 200 };
}
