import { type Body, inputReader } from '../../shared/contract/input/reader.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import { type Outcome, refusedFor, type Values } from '../journal/rowOutcome.ts';
import type { RefusePlan } from './rowPlan.ts';

/** Cleans values as the service does, or returns their errors. */
export type Reader = (
  sent: Body,
) => { readonly input: Values } | { readonly fieldErrors: readonly FieldError[] };

const readers = new Map<string, Reader>();

/** Caches readers: making one takes some milliseconds. */
export function readerOf(operation: AnyOperation): Reader {
  const known = readers.get(operation.name) ?? (inputReader(operation) as Reader);
  readers.set(operation.name, known);
  return known;
}

/** Refuses a row for all field errors that the service would report; `prefix` comes before each message. */
export function planFor(errors: readonly FieldError[], prefix = ''): RefusePlan {
  const prefixed = errors.map(({ code, message }) => ({ code, message: prefix + message }));
  return { ...refusedFor(prefixed), kind: 'refuse' };
}

/** Returns the result of creating a record, as far as its values decide it. */
export function checkedOutcome(read: Reader, input: Body): Outcome {
  const reading = read(input);
  return 'fieldErrors' in reading ? refusedFor(reading.fieldErrors) : { kind: 'created', ident: '' };
}
