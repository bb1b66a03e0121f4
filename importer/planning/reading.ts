import { type Body, inputReader } from '../../shared/contract/input/reader.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import type { Values } from './compare.ts';
import { type RefusePlan, refusedPlan } from './rowPlan.ts';

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

/** Refuses a row for all errors that the service would report; `prefix` comes before each message. */
export function planFor(faults: readonly FieldError[], prefix = ''): RefusePlan {
  const reasons = faults.map(({ message }) => prefix + message);
  const plan = refusedPlan(faults[0]?.code ?? '', reasons.join('; '));
  return reasons.length > 1 ? { ...plan, reasons } : plan;
}
