import { entryRejections, type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import { reportedErrors, unknownNames } from '../../shared/contract/input/fieldErrors.ts';
import type { Members } from '../../shared/contract/input/reader.ts';
import { maxBodyBytes } from '../../shared/contract/values/contractLimits.ts';
import type { TraceContext } from '../../shared/runtime/traces/traceContext.ts';
import type { Idempotency } from '../../shared/wire/call.ts';
import { type Refused, refusal } from '../../shared/wire/envelope.ts';
import type { CallRequest, WaitNote } from '../calls/callRequest.ts';
import { entryWaitError } from '../changes/waitLimit.ts';
import { membersOf, notAnObject } from '../json/parseBody.ts';
import { Unbuilt } from '../json/valueScanner.ts';
import type { Work } from '../json/work.ts';
import { callIdempotency, idempotencyAt, withoutKey } from '../requests/idempotency.ts';
import { fieldRefusal, maxShownMethod } from '../requests/refusalReplies.ts';
import { type PublicOperation, routes } from '../requests/routes.ts';

interface Batch {
  readonly requestId: string;
  readonly appId: string;
  readonly historyApp?: string | undefined;
  readonly idempotency: Idempotency;
  readonly bytes: number;
  readonly trace?: TraceContext | undefined;
  readonly waits?: WaitNote | undefined;
}

const names: ReadonlySet<string> = new Set(['method', 'data', 'key']);
const isUsed = (name: string) => names.has(name);

/** Reads the entries of a batch: the call of each, or its refusal. */
export function* readEntries(
  entries: readonly unknown[],
  batch: Batch,
): Work<readonly (CallRequest | Refused)[]> {
  const read: (CallRequest | Refused)[] = [];
  for (const [index, entry] of entries.entries()) {
    read.push(yield* readEntry(entry, index, batch));
    yield;
  }
  return read;
}

/** Call of an entry, or the rejection or refusal that a single request would get, with the same order of checks. */
function* readEntry(entry: unknown, index: number, batch: Batch): Work<CallRequest | Refused> {
  const sent = yield* readSent(entry);
  if ('code' in sent) return sent;
  const { contract, read } = sent.operation;
  const reading = read(sent.sent);
  if ('fieldErrors' in reading) return fieldRefusal(contract.name, reading);
  const wait = entryWaitError(reading.input);
  if (wait) return fieldRefusal(contract.name, wait);
  const idempotency = idempotencyOf(sent, index, batch);
  if (idempotency === 'malformed')
    return rejected(contract.name, 'idempotency_key_malformed', entryRejections.idempotency_key_malformed);
  const id = `${batch.requestId}.${index}`;
  const { historyApp: app, bytes, trace, waits } = batch;
  return { contract, input: reading.input, app, id, bytes, idempotency, trace, waits };
}

interface SentEntry {
  readonly operation: PublicOperation;
  readonly sent: Members;
  readonly key: unknown;
  readonly isKeyed: boolean;
}

/** Reads what an entry has sent for which operation, or why it has not. */
export function* readSent(entry: unknown): Work<SentEntry | Refused> {
  const members = yield* membersOf(entry, isUsed);
  if (!members) return rejected('', 'body_malformed', `entry is ${notAnObject}`);
  const method = members.get('method');
  const data = members.get('data');
  if (method === undefined || method === null || method === '')
    return rejected('', 'method_missing', entryRejections.method_missing);
  const operation = operationOf(method);
  if (!operation) return rejected(method, 'method_unknown', httpRejections.method_unknown.message);

  const { name } = operation.contract;
  if (data instanceof Unbuilt && data.bytes.length > maxBodyBytes)
    return rejected(name, 'body_too_large', entryRejections.body_too_large);
  const sent = yield* membersOf(data, operation.knows);
  if (!sent) return rejected(name, 'body_malformed', `data is ${notAnObject}`);
  const unknown = unknownNames(members, names);
  if (unknown.count > 0) return fieldRefusal(name, reportedErrors([], unknown));
  return { operation, sent, key: members.get('key'), isKeyed: members.has('key') };
}

/** A batch contains only single calls, and none of the queue of accounts. */
function operationOf(method: unknown): PublicOperation | undefined {
  const route = typeof method === 'string' ? routes.get(method) : undefined;
  return route && 'operation' in route && route.isBatched ? route.operation : undefined;
}

function idempotencyOf(
  { operation: { contract }, sent, key, isKeyed }: SentEntry,
  index: number,
  { appId, idempotency }: Batch,
): Idempotency | 'malformed' {
  if (contract.kind === 'reads') return withoutKey;
  if (!isKeyed) return idempotencyAt(index, idempotency);
  return callIdempotency(appId, key, { method: contract.name, sent });
}

/** Adapts the messages: an entry has no headers. */
function rejected(method: unknown, code: HttpRejection, message: string): Refused {
  const sent = typeof method === 'string' ? method.slice(0, maxShownMethod) : '';
  return refusal(sent, code, message);
}
