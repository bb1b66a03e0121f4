import { atomicBatchOf } from '../../shared/contract/operations/batch.run.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { batchCodes, type FieldError } from '../../shared/contract/refusals.ts';
import type { AtomicEntry } from '../../shared/contract/resources/atomicEntries.ts';
import { newIdents } from '../../shared/contract/values/idents.ts';
import { undoneBatch } from '../../shared/wire/batchAnswers.ts';
import { fillIn, type Refused, refusal } from '../../shared/wire/envelope.ts';
import type { Work } from '../json/work.ts';
import { fieldRefusal } from '../requests/refusalReplies.ts';
import { type ReadEntry, readReferences } from './entryReferences.ts';
import { readSent } from './readEntries.ts';

interface AtomicCall {
  readonly contract: AnyOperation;
  readonly input: { readonly entries: readonly AtomicEntry[] };
}

/**
 * Reads the entries of an atomic batch into one call. All wrong entries are reported; then nothing is done. New records get
 * their idents at this service time.
 */
export function* readAtomicEntries(entries: readonly unknown[], now: number): Work<AtomicCall | Refused> {
  const read: (ReadEntry | Refused)[] = [];
  for (const entry of entries) {
    read.push(yield* readEntry(entry, read, now));
    yield;
  }
  const refusals = new Map(read.flatMap((entry, index) => ('code' in entry ? [[index, entry]] : [])));
  const methods = read.map((entry) => ('code' in entry ? '' : entry.method));
  if (refusals.size > 0) return undoneBatch(methods, refusals);
  const accepted = read as readonly ReadEntry[];
  return {
    contract: atomicBatchOf((accepted[0] as ReadEntry).contract) as AnyOperation,
    input: { entries: accepted.map(({ contract, ...entry }) => entry) },
  };
}

function* readEntry(
  entry: unknown,
  earlier: readonly (ReadEntry | Refused)[],
  now: number,
): Work<ReadEntry | Refused> {
  const read = yield* readSent(entry);
  if ('code' in read) return read;
  const { contract } = read.operation;
  const { name: method } = contract;
  if (read.isKeyed) return fieldRefusal(method, { fieldErrors: [keyed] });
  const reason = whyNotAtomic(contract, earlier);
  if (reason) return refusal(method, 'not_atomic', fillIn(batchCodes.not_atomic.message, { method, reason }));
  const referring = yield* readReferences(contract, read.sent, earlier);
  if ('code' in referring) return fieldRefusal(method, { fieldErrors: [referring] });
  const { sent, references } = referring;
  const reading = read.operation.read(sent);
  if ('fieldErrors' in reading) return fieldRefusal(method, reading);
  const input = Object.assign(reading.input, newIdents(contract.assigns ?? {}, now));
  return Object.keys(references).length === 0
    ? { contract, method, input }
    : { contract, method, input, references };
}

const keyed: FieldError = {
  field: 'key',
  code: 'field_unknown',
  message: 'key belongs to entries that are run independently: send one Idempotency-Key for the atomic batch',
};

function whyNotAtomic(contract: AnyOperation, earlier: readonly (ReadEntry | Refused)[]): string | undefined {
  const own = atomicBatchOf(contract);
  if (!own) return 'it does not write customers, addresses or articles';
  const index = earlier.findIndex((entry) => 'contract' in entry);
  if (index === -1) return undefined;
  const first = (earlier[index] as ReadEntry).contract;
  if (own === atomicBatchOf(first)) return undefined;
  return `entry ${index} (${first.name}) writes other records`;
}
