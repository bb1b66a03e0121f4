import {
  missingFields,
  type ReportedErrors,
  reportedErrors,
  unknownNames,
} from '../../shared/contract/input/fieldErrors.ts';
import type { Members } from '../../shared/contract/input/reader.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { limitSize } from '../../shared/contract/values/byteSize.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import { type BatchAnswer, batchAnswer } from '../../shared/wire/batchAnswers.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import type { Answer, Refused, Unanswered } from '../../shared/wire/envelope.ts';
import type { App } from '../apps/app.ts';
import type { CallClient } from '../calls/callClient.ts';
import type { CallRequest, WaitNote } from '../calls/callRequest.ts';
import { Unavailable } from '../calls/unavailable.ts';
import { elementsOf, parseBody } from '../json/parseBody.ts';
import { inSlices, type Work } from '../json/work.ts';
import { batchIdempotency, withoutKey } from '../requests/idempotency.ts';
import { fieldRefusal } from '../requests/refusalReplies.ts';
import { readAtomicEntries } from './atomicEntries.ts';
import { callEntries, missingAnswers, resultsOf } from './callEntries.ts';
import { readEntries } from './readEntries.ts';

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

type BatchOutcome = Finished | Atomic | Refused | Rejected | Unanswered;

interface Finished extends BatchAnswer {
  readonly kind: 'finished';
  readonly counts: BatchCounts;
}

/** The answer to an atomic batch, which a worker has written. */
interface Atomic {
  readonly kind: 'atomic';
  readonly reply: Answer | Unanswered;
  readonly counts: BatchCounts;
}

export interface BatchCounts {
  readonly calls: number;
  readonly refused: number;
}

interface Rejected {
  readonly kind: 'rejected';
  readonly code: 'idempotency_key_malformed' | 'body_malformed' | 'body_too_large';
  readonly why?: string;
}

/** Runs the operations of a batch in the bulk lane: as independent calls, or as one (docs/api.md#batch). */
export async function runBatch(request: BatchRequest, callClient: CallClient): Promise<BatchOutcome> {
  const batch = await batchIn(request.body);
  if ('kind' in batch) return batch;
  const idempotency = idempotencyOf(request);
  if (idempotency === 'malformed') return rejected('idempotency_key_malformed');
  request.noted.key = idempotency.key;
  return (batch.isAtomic ? runAtomic : runEach)(batch.entries, request, idempotency, callClient);
}

async function runEach(
  entries: readonly unknown[],
  { requestId, app, body, trace, noted }: BatchRequest,
  idempotency: Idempotency,
  callClient: CallClient,
): Promise<BatchOutcome> {
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

/** Runs all entries as one call of the queue of their records, so that all of them are done or none. */
async function runAtomic(
  entries: readonly unknown[],
  { requestId, app, body, trace, noted }: BatchRequest,
  idempotency: Idempotency,
  callClient: CallClient,
): Promise<BatchOutcome> {
  if (body.length > batchRun.maxAtomicBytes) return rejected('body_too_large', atomicSize);
  const read = await inSlices(readAtomicEntries(entries, Math.round(callClient.clock.now())));
  const { historyApp } = app;
  const call = { app: historyApp, id: requestId, bytes: body.length, idempotency, trace, waits: noted };
  const reply = 'code' in read ? read : await callOnce({ ...read, ...call }, app.account, callClient);
  const refused = reply.kind === 'refused' ? entries.length : 0;
  return { kind: 'atomic', reply, counts: { calls: entries.length, refused } };
}

async function callOnce(
  call: CallRequest,
  account: number,
  callClient: CallClient,
): Promise<Answer | Unanswered> {
  const release = callClient.acquireAll(account, [call]);
  if (release instanceof Unavailable) return release;
  const [reply] = await callClient.callAll(account, [call]).finally(release);
  return reply as Answer | Unanswered;
}

const field = 'operations';
const names = new Set([field, 'atomic']);
const atomicSize = `an atomic batch has at most ${limitSize(batchRun.maxAtomicBytes)}`;

interface SentBatch {
  readonly entries: readonly unknown[];
  readonly isAtomic: boolean;
}

/** Reads the entries without checking them. */
export async function batchIn(body: Buffer): Promise<SentBatch | Refused | Rejected> {
  const parsed = await parseBody(body, (name) => names.has(name));
  if ('why' in parsed) return rejected('body_malformed', parsed.why);
  const batch = await inSlices(operationsIn(parsed.members));
  return 'entries' in batch ? batch : fieldRefusal(batchRun.name, batch);
}

function* operationsIn(members: Members): Work<SentBatch | ReportedErrors> {
  const sent = members.get(field);
  const isAtomic = members.has('atomic') ? members.get('atomic') : false;
  const unknown = unknownNames(members, names);
  if (sent === undefined || sent === null || sent === '')
    return missingFields([{ field, code: 'field_required', message: `${field} not set` }], unknown);
  if (typeof isAtomic !== 'boolean') return reportedErrors([notBoolean], unknown);
  const max = isAtomic ? batchRun.maxAtomicOperations : batchRun.maxOperations;
  const entries = yield* elementsOf(sent, max);
  if (entries) return unknown.count > 0 ? reportedErrors([], unknown) : { entries, isAtomic };
  const where = isAtomic ? ' in an atomic batch' : '';
  const message = `${field} must be an array of 1 to ${max} operations${where}`;
  return reportedErrors([{ field, code: 'field_invalid', message }], unknown);
}

const notBoolean = {
  field: 'atomic',
  code: 'field_invalid',
  message: 'atomic must be true or false',
} as const;

function idempotencyOf({ app, key, body }: BatchRequest): Idempotency | 'malformed' {
  return key === undefined ? withoutKey : batchIdempotency(app.appId, key, { method: batchRun.name, body });
}

function rejected(code: Rejected['code'], why?: string): Rejected {
  return why === undefined ? { kind: 'rejected', code } : { kind: 'rejected', code, why };
}
