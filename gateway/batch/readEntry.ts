import type { Reply } from '../../shared/envelope.ts';
import type { HttpRefusal } from '../../shared/httpRefusals.ts';
import { type Body, unknownFields } from '../../shared/input/reader.ts';
import type { App } from '../apps.ts';
import type { WantedCall } from '../calls/wantedCall.ts';
import { type Idempotency, idempotencyAt, keyedIdempotency } from '../http/idempotency.ts';
import { isObject, noObject } from '../http/parseBody.ts';
import { fieldRefusal, httpRefusalEnvelope } from '../http/refusals.ts';
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

/** The call that an entry asks for, or the refusal that it would get as a request of its own, in the same order of checks. */
export function readEntry(entry: unknown, at: number, batch: Batch): WantedCall | Reply {
  if (!isObject(entry)) return refused('', 'body_malformed', noObject);
  const { method, data, key, ...others } = entry;
  if (method === undefined || method === null || method === '') return refused('', 'method_missing');
  const operation = typeof method === 'string' ? publicOperations.get(method) : undefined;
  if (!operation) return refused(method, 'method_unknown');
  if (!isObject(data)) return refused(method, 'body_malformed', noObject);

  const unknown = unknownFields(Object.keys(others));
  if (unknown.length > 0) return fieldRefusal(operation.contract.name, unknown);
  const reading = operation.read(data);
  if ('faults' in reading) return fieldRefusal(operation.contract.name, reading.faults);
  const idempotency = idempotencyOf(operation, { key, data }, at, batch);
  if (idempotency === 'malformed') return refused(method, 'idempotency_key_malformed');
  const id = `${batch.requestId}.${at}`;
  return { contract: operation.contract, input: reading.input, id, bytes: batch.bytes, ...idempotency };
}

/** As for requests, keys are for writing operations. */
function idempotencyOf(
  { contract }: PublicOperation,
  { key, data }: { readonly key: unknown; readonly data: Body },
  at: number,
  { app, idempotency }: Batch,
): Idempotency | 'malformed' {
  if (contract.kind === 'reads') return {};
  if (key === undefined) return idempotencyAt(at, idempotency);
  return keyedIdempotency(app, key, contract.name, JSON.stringify(data, flat));
}

/** Of what is nested, nothing is ever used: it may be nested too deeply to be written. */
function flat(name: string, value: unknown): unknown {
  return name !== '' && typeof value === 'object' ? null : value;
}

function refused(method: unknown, code: HttpRefusal, why?: string): Reply {
  const sent = typeof method === 'string' ? method.slice(0, 64) : '';
  return { code, envelope: httpRefusalEnvelope(sent, code, why) };
}
