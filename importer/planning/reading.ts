import { type Body, inputReader } from '../../shared/input/reader.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import type { Fault } from '../../shared/refusals.ts';
import type { Values } from './compare.ts';
import { type RefusePlan, refusedPlan } from './rowPlan.ts';

/** Cleans values as the service does, or says what is wrong with them. */
export type Reader = (sent: Body) => { readonly input: Values } | { readonly faults: readonly Fault[] };

const readers = new Map<string, Reader>();

/** The reader of an operation. It takes some milliseconds to make one. */
export function readerOf(operation: AnyOperation): Reader {
  const known = readers.get(operation.name) ?? (inputReader(operation) as Reader);
  readers.set(operation.name, known);
  return known;
}

/** Refuses a row for what the service would report first. */
export function firstFault([fault]: readonly Fault[]): RefusePlan {
  return refusedPlan(fault?.code ?? '', fault?.message ?? '');
}
