import { type Body, inputReader } from '../../shared/contract/input/reader.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { Fault } from '../../shared/contract/refusals.ts';
import { type Outcome, refusedFor } from '../journal/rowOutcome.ts';
import type { Values } from './compareRecords.ts';
import type { RefusePlan } from './rowPlan.ts';

/** Cleans values as the service does, or returns their faults. */
export type Reader = (sent: Body) => { readonly input: Values } | { readonly faults: readonly Fault[] };

const readers = new Map<string, Reader>();

/** Caches readers: making one takes some milliseconds. */
export function readerOf(operation: AnyOperation): Reader {
  const known = readers.get(operation.name) ?? (inputReader(operation) as Reader);
  readers.set(operation.name, known);
  return known;
}

/** Refuses a row for all faults that the service would report; `prefix` comes before each message. */
export function planFor(faults: readonly Fault[], prefix = ''): RefusePlan {
  const prefixed = faults.map(({ code, message }) => ({ code, message: prefix + message }));
  return { ...refusedFor(prefixed), kind: 'refuse' };
}

/** Returns the result of creating a record, as far as its values decide it. */
export function checkedOutcome(read: Reader, input: Body): Outcome {
  const reading = read(input);
  return 'faults' in reading ? refusedFor(reading.faults) : { kind: 'created', ident: '' };
}
