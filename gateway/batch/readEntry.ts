import type { Reply } from '../../shared/calls/envelope.ts';
import { type HttpRefusal, httpRefusals } from '../../shared/httpRefusals.ts';
import { reportedFaults, unknownNames } from '../../shared/input/faults.ts';
import type { Members } from '../../shared/input/reader.ts';
import type { App } from '../apps/apps.ts';
import type { CallRequest } from '../calls/callRequest.ts';
import { type Idempotency, idempotencyAt, keyedIdempotency } from '../http/idempotency.ts';
import { notAnObject } from '../http/parseBody.ts';
import { fieldRefusal, refusalEnvelope } from '../http/refusals.ts';
import { membersOf } from '../json/members.ts';
import { Unbuilt } from '../json/values.ts';
import type { Work } from '../json/work.ts';
import { type PublicOperation, publicOperations } from '../operations.ts';

/** What entries have in common. */
export interface Batch {
  readonly requestId: string;
  readonly app: App;
  /** Of the request as a whole. */
  readonly idempotency: Idempotency;
  /** About how large each entry is. */
  readonly bytes: number;
}

const names: ReadonlySet<string> = new Set(['method', 'data', 'key']);
const isUsed = (name: string) => names.has(name);

/** Bytes of an entry's data: as many as a request of its own may have. */
const maxDataBytes = 1_048_576;

/** The call that an entry asks for, or the refusal that it would get as a request of its own, in the same order of checks. */
export function* readEntry(entry: unknown, index: number, batch: Batch): Work<CallRequest | Reply> {
  const members = yield* membersOf(entry, isUsed);
  if (!members) return refused('', 'body_malformed', `entry is ${notAnObject}`);
  const [method, data] = [members.get('method'), members.get('data')];
  if (method === undefined || method === null || method === '')
    return refused('', 'method_missing', 'method not set');
  const operation = typeof method === 'string' ? publicOperations.get(method) : undefined;
  if (!operation) return refused(method, 'method_unknown', httpRefusals.method_unknown.message);

  const { name } = operation.contract;
  if (data instanceof Unbuilt && data.bytes.length > maxDataBytes)
    return refused(name, 'body_too_large', 'data is larger than 1 MiB');
  const sent = yield* membersOf(data, operation.knows);
  if (!sent) return refused(name, 'body_malformed', `data is ${notAnObject}`);
  const unknown = unknownNames(members, names);
  if (unknown.count > 0) return fieldRefusal(name, reportedFaults([], unknown));
  return callRequest(operation, { sent, key: members.get('key'), isKeyed: members.has('key') }, index, batch);
}

interface EntryCall {
  readonly sent: Members;
  readonly key: unknown;
  readonly isKeyed: boolean;
}

function callRequest(
  operation: PublicOperation,
  entry: EntryCall,
  index: number,
  batch: Batch,
): CallRequest | Reply {
  const { contract } = operation;
  const reading = operation.read(entry.sent);
  if ('faults' in reading) return fieldRefusal(contract.name, reading);
  const idempotency = idempotencyOf(operation, entry, index, batch);
  if (idempotency === 'malformed')
    return refused(contract.name, 'idempotency_key_malformed', 'key must be 1 to 255 visible characters');
  const id = `${batch.requestId}.${index}`;
  return { contract, input: reading.input, id, bytes: batch.bytes, ...idempotency };
}

/** As for requests, keys are for writing operations. */
function idempotencyOf(
  { contract }: PublicOperation,
  { sent, key, isKeyed }: EntryCall,
  index: number,
  { app, idempotency }: Batch,
): Idempotency | 'malformed' {
  if (contract.kind === 'reads') return {};
  if (!isKeyed) return idempotencyAt(index, idempotency);
  return keyedIdempotency(app, key, { method: contract.name, sent });
}

/** Refuses in the words of an entry, which has no headers. */
function refused(method: unknown, code: HttpRefusal, message: string): Reply {
  const sent = typeof method === 'string' ? method.slice(0, 64) : '';
  return { code, envelope: refusalEnvelope(sent, message) };
}
