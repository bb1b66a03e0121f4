import { batchRun } from '../../shared/batch.ts';
import { type Body, unknownFields } from '../../shared/input/reader.ts';
import type { Fault } from '../../shared/refusals.ts';

const field = 'operations';
const expected = `must be an array of 1 to ${batchRun.mostOperations} operations`;

/** The entries of a batch, whatever they are, or what is wrong with the batch as a whole. */
export function operationsIn({
  [field]: entries,
  ...others
}: Body): { readonly entries: readonly unknown[] } | { readonly faults: readonly Fault[] } {
  const unknown = unknownFields(Object.keys(others));
  if (entries === undefined || entries === null || entries === '')
    return { faults: [{ field, code: 'field_required', message: `${field} not set` }] };
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > batchRun.mostOperations)
    return { faults: [{ field, code: 'field_invalid', message: `${field} ${expected}` }, ...unknown] };
  return unknown.length > 0 ? { faults: unknown } : { entries };
}
