import { httpRefusals, isHttpRefusal } from '../shared/httpRefusals.ts';
import type { Operations, PublicOperationName } from '../shared/operations/index.ts';
import type { AnswerOf, RequestOf } from '../shared/operations/operation.ts';
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

/** What became of one operation: its data, or the error that it alone would have thrown. */
export type BatchResult<Data = unknown> =
  | { readonly data: Data; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: CounterfoilError };

/** A result for each operation, in the order sent. */
export type BatchResults<Entries extends readonly BatchEntry[]> = {
  readonly [At in keyof Entries]: BatchResult<AnswerOf<Operations[Entries[At]['method']]>>;
};

type Envelope = Sent['envelope'];

interface BatchData {
  readonly results: readonly Envelope[];
  /** For each result what `X-Svc-Error` would say of it alone; empty on success. */
  readonly codes: readonly string[];
}

/** Reads the answer to a batch that was run. */
export function resultsOf({ requestId, envelope }: Sent): readonly BatchResult[] {
  const { results, codes } = envelope.data as BatchData;
  return results.map((result, at) =>
    result.response
      ? { data: result.data }
      : { error: failureOf({ ...reasonOf(codes[at] ?? ''), requestId, retryAfterMs: 0, envelope: result }) },
  );
}

/** What operations refuse comes with 200; everything else has a status of its own. */
function reasonOf(code: string): { readonly code: string; readonly status: number } {
  return { code, status: isHttpRefusal(code) ? httpRefusals[code].status : 200 };
}
