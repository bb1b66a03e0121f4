import {
  missingFields,
  type ReportedErrors,
  reportedErrors,
  unknownNames,
} from '../../shared/contract/input/fieldErrors.ts';
import type { Members } from '../../shared/contract/input/reader.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import type { Refused, Unanswered } from '../../shared/wire/envelope.ts';
import type { App } from '../apps/app.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { WaitNote } from '../calls/callQueue.ts';
import { elementsOf, parseBody } from '../json/parseBody.ts';
import { inSlices, type Work } from '../json/work.ts';
import { batchIdempotency, withoutKey } from '../requests/idempotency.ts';
import { fieldRefusal } from '../requests/refusalReplies.ts';
import { callEntries } from './callEntries.ts';
import { readEntries } from './readEntries.ts';
import { type BatchAnswer, batchAnswer, missingAnswers, resultsOf } from './results.ts';

interface BatchRequest {
  readonly requestId: string;
  readonly app: App;
  readonly body: Buffer;
  /** `Idempotency-Key`. */
  readonly key: unknown;
  /** Parent of the calls' spans. Entries have no spans of their own, since there may be a thousand. */
  readonly trace?: TraceContext | undefined;
  readonly noted: BatchNotes;
}

/** Fields for the log. */
interface BatchNotes extends WaitNote {
  /** Hash of the batch's key. */
  key: string | undefined;
}

type BatchOutcome = Finished | Refused | Rejected | Unanswered;

interface Finished extends BatchAnswer {
  readonly kind: 'finished';
  readonly counts: BatchCounts;
}

export interface BatchCounts {
  readonly calls: number;
  readonly refused: number;
}

interface Rejected {
  readonly kind: 'rejected';
  readonly code: 'idempotency_key_malformed' | 'body_malformed';
  readonly why?: string;
}

/** Runs the operations of a batch as independent calls in the bulk lane (docs/api.md#batch). */
export async function runBatch(request: BatchRequest, callClient: CallClient): Promise<BatchOutcome> {
  const entries = await entriesOf(request.body);
  if ('kind' in entries) return entries;
  const idempotency = idempotencyOf(request);
  if (idempotency === 'malformed') return rejected('idempotency_key_malformed');

  const { requestId, app, body, trace, noted } = request;
  noted.key = idempotency.key;
  const bytes = body.length / entries.length;
  const batch = {
    requestId,
    appId: app.appId,
    historyApp: app.historyApp,
    idempotency,
    bytes,
    trace,
    waits: noted,
  };
  const read = await inSlices(readEntries(entries, batch));
  const replies = await callEntries(read, { callClient, account: app.account, idempotency });
  if ('kind' in replies) return replies;
  const missing = missingAnswers(replies);
  if (missing) return missing;
  const results = resultsOf(read, replies);
  const refused = results.filter(({ kind }) => kind === 'refused').length;
  return { kind: 'finished', ...batchAnswer(results), counts: { calls: results.length, refused } };
}

const field = 'operations';
const names = new Set([field]);
const expected = `must be an array of 1 to ${batchRun.maxOperations} operations`;

/** Reads the entries without checking them. */
export async function entriesOf(body: Buffer): Promise<readonly unknown[] | Refused | Rejected> {
  const parsed = await parseBody(body, (name) => name === field);
  if ('why' in parsed) return rejected('body_malformed', parsed.why);
  const batch = await inSlices(operationsIn(parsed.members));
  return 'entries' in batch ? batch.entries : fieldRefusal(batchRun.name, batch);
}

function* operationsIn(members: Members): Work<{ readonly entries: readonly unknown[] } | ReportedErrors> {
  const sent = members.get(field);
  const unknown = unknownNames(members, names);
  if (sent === undefined || sent === null || sent === '')
    return missingFields([{ field, code: 'field_required', message: `${field} not set` }], unknown);
  const entries = yield* elementsOf(sent, batchRun.maxOperations);
  if (entries) return unknown.count > 0 ? reportedErrors([], unknown) : { entries };
  return reportedErrors([{ field, code: 'field_invalid', message: `${field} ${expected}` }], unknown);
}

function idempotencyOf({ app, key, body }: BatchRequest): Idempotency | 'malformed' {
  return key === undefined ? withoutKey : batchIdempotency(app.appId, key, { method: batchRun.name, body });
}

function rejected(code: Rejected['code'], why?: string): Rejected {
  return why === undefined ? { kind: 'rejected', code } : { kind: 'rejected', code, why };
}
